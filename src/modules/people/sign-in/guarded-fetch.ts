import { clock } from '../../../platform/clock.ts';
import { Structure } from '../../../platform/http/body/json-body.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';

/** From DNS to the last byte of the answer. */
const TIMEOUT_MS = 5000;
/** Several times the size of any provider's metadata and keys. */
const MAX_RESPONSE_BYTES = 128 * 1024;
/**
 * Limits of the structure, several times larger than real answers need: parsing a text full of brackets takes a hundred
 * times longer than other texts.
 */
const MAX_STRUCTURE = { depth: 16, values: 10_000 };
/** The time for which a cached answer is used, for any number of sign-ins. */
const KEPT_MS = 5000;
const MAX_KEPT = 100;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** An identity provider's answer that exceeds the limits. */
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

type Answer = { status: number; headers: Record<string, string>; content: Uint8Array<ArrayBuffer> };

/** @throws BadAnswer */
function assertSimple(content: Uint8Array): void {
  try {
    new Structure(MAX_STRUCTURE).add(content);
  } catch (error) {
    throw new BadAnswer('the answer nests too deep or has too many values', { cause: error });
  }
}

/**
 * A `fetch` for libraries that uses the guarded client: public addresses only, no redirects, limits of time, size and
 * structure. Requests without a body and a token, such as those for metadata and keys, are shared by concurrent
 * callers.
 * @param keeps returns true for addresses whose answers, including failures, are cached for seconds
 */
export function guardedFetch(outbound: OutboundClient, keeps: (url: string) => boolean): Fetch {
  const kept = new Map<string, { answer: Promise<Answer>; endsMs: number }>();

  const ask = async (...[url, { method, headers, body, signal }]: Parameters<Fetch>) => {
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
      throw new BadAnswer('the answer is too long, or empty');
    const content = new Uint8Array(answer.body);
    assertSimple(content);
    return { status: answer.status, headers: answer.headers, content };
  };

  const askOnce = (url: string, options: Parameters<Fetch>[1]): Promise<Answer> => {
    const nowMs = clock.monotonicMs();
    for (const [of, { endsMs }] of kept) if (endsMs <= nowMs) kept.delete(of);
    const known = kept.get(url);
    if (known) return known.answer;
    // Other callers share this request, so the first caller's signal must not end it.
    const answer = ask(url, { ...options, signal: undefined });
    const entry = { answer, endsMs: Infinity };
    kept.set(url, entry);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    const keep = (): void => {
      entry.endsMs = clock.monotonicMs() + (keeps(url) ? KEPT_MS : 0);
    };
    answer.then(keep, keep);
    return answer;
  };

  return async (url, options) => {
    // An answer to a token belongs to one person.
    const isPersonal = new Headers(options.headers).has('authorization');
    const isShared = options.method !== 'POST' && !options.body && !isPersonal;
    const { status, headers, content } = await (isShared ? askOnce : ask)(url, options);
    return new Response(WITHOUT_BODY.has(status) ? null : content, { status, headers });
  };
}
