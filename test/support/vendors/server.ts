/** A vendor of identity data by its documentation: a local server that records requests. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type VendorRequest = {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Buffer;
  /** The value of the body; undefined if it is not JSON. */
  json: unknown;
};

export type Reply =
  | { status: number; json: unknown; headers?: Record<string, string> }
  | { status: number; text: string; headers?: Record<string, string> }
  /** Reads the request and closes the connection without an answer. */
  | 'reset'
  /** Reads the request and never answers. */
  | 'silence';

export type VendorServer = {
  url: string;
  requests: VendorRequest[];
  /** Replaces the vendor's answer while it is set. */
  reply: Reply | undefined;
  /** Delays answers while it is set and not settled. */
  hold: Promise<unknown> | undefined;
  stop: () => Promise<void>;
};

/** Returns the vendor's answer to a request, valid or not. */
export type Behaviour = (request: VendorRequest) => Reply;

export async function startVendor(behave: Behaviour): Promise<VendorServer> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = new URL(incoming.url ?? '', 'http://vendor');
    const body = Buffer.concat(chunks);
    const request: VendorRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: incoming.headers as Record<string, string>,
      body,
      json: jsonOf(body.toString()),
    };
    vendor.requests.push(request);
    const reply = vendor.reply ?? behave(request);
    await vendor.hold;
    if (reply === 'reset') return void incoming.socket.destroy();
    if (reply === 'silence') return;
    const isJson = 'json' in reply;
    response.writeHead(reply.status, {
      'content-type': isJson ? 'application/json' : 'text/html',
      ...reply.headers,
    });
    response.end(isJson ? JSON.stringify(reply.json) : reply.text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const vendor: VendorServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    reply: undefined,
    hold: undefined,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return vendor;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the parts of a multipart request, from an independent parser. */
export async function formOf(request: VendorRequest): Promise<Map<string, string | File>> {
  const headers = { 'content-type': request.headers['content-type']! };
  const form = await new Response(new Uint8Array(request.body), { headers }).formData();
  return new Map(form);
}
