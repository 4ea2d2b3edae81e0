import type { OutboundClient } from '../../../platform/outbound/client.ts';

/** From DNS to the last byte of an answer. */
const TIMEOUT_MS = 5000;
/** Many times what the metadata and the keys of any provider have. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** An identity provider's answer that is none that we take. */
export class BadAnswer extends Error {}

type Fetch = (
  url: string,
  options: {
    method: string;
    headers: Headers | Record<string, string>;
    body?: unknown;
    signal?: AbortSignal | undefined;
  },
) => Promise<Response>;

/**
 * The `fetch` of libraries, by way of the guarded client: public addresses only, no redirects, an end in time and in
 * size.
 */
export function guardedFetch(outbound: OutboundClient): Fetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await outbound.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        'accept-encoding': 'identity',
        'user-agent': 'Oriki-Sign-In',
      },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      ...(signal ? { signal } : {}),
    });
    if (answer.truncated || answer.status < 200 || answer.status > 599)
      throw new BadAnswer('the answer is too long, or none');
    const content = WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status: answer.status, headers: answer.headers });
  };
}
