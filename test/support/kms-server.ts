/** The common part of the fake key-management services: HTTP on loopback, a record of requests, and faults. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type KmsRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; untyped, so that tests can read any field. */
  // eslint-disable-next-line typescript/no-explicit-any
  body: any;
};

export type KmsAnswer = { status: number; body: object | string };

export type KmsFault =
  /** Reads the request and never answers. */
  | 'hang'
  /** Reads the request and resets the connection. */
  | 'reset'
  | KmsAnswer
  /** Answers as usual, with a change. */
  | ((answer: KmsAnswer) => KmsAnswer);

export type KmsServer = {
  url: string;
  requests: KmsRequest[];
  /** Each is used for one request, before `always`. */
  faults: KmsFault[];
  always: KmsFault | undefined;
  stop: () => Promise<void>;
};

export async function startKmsServer(
  answer: (request: KmsRequest) => KmsAnswer,
): Promise<KmsServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      body = undefined;
    }
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, text, body };
    kms.requests.push(received);
    const fault = kms.faults.shift() ?? kms.always;
    if (fault === 'hang') return;
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    const reply =
      typeof fault === 'function' ? fault(answer(received)) : (fault ?? answer(received));
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const kms: KmsServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    faults: [],
    always: undefined,
    stop: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  return kms;
}

/** Any authenticated encryption works, because the format of a service's ciphertexts is private. */
export function gcmSeal(key: Buffer, aad: Buffer, plaintext: Buffer): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad);
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

export function gcmOpen(key: Buffer, aad: Buffer, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      .setAAD(aad)
      .setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}
