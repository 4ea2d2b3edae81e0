import { createClient, type Client } from '../../clients/typescript/src/index.ts';

/** Returns a client of no service: its n-th request, from 1, gets `answer(n)`. */
export function answeredBy(
  answer: (n: number, url: URL, init: RequestInit) => Response | Promise<Response>,
): Client {
  let n = 0;
  return createClient({
    baseUrl: 'http://service.test',
    apiKey: 'key',
    fetch: async (url, init) => answer((n += 1), new URL(String(url)), init!),
  });
}

export function envelope(status: number, code: string, headers: Record<string, string> = {}) {
  return Response.json({ success: false, error: { code, message: 'No.' } }, { status, headers });
}

export function streamOf(source: import('node:stream/web').UnderlyingDefaultSource<Uint8Array>) {
  return new Response(new ReadableStream(source), {
    headers: { 'content-type': 'text/event-stream' },
  });
}
