import { clock } from '../../../platform/clock.ts';
import { Structure } from '../../../platform/http/body/json-body.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';

/** From DNS to the last byte of an answer. */
const TIMEOUT_MS = 5000;
/** Several times what the metadata and the keys of any provider have. */
const MAX_RESPONSE_BYTES = 128 * 1024;
/** The same for their structure: parsing a text that is full of brackets takes a hundred times as long as any other. */
const MAX_STRUCTURE = { depth: 16, values: 10_000 };
/** A kept answer is used for this time, however many sign in. */
const KEPT_MS = 5000;
const MAX_KEPT = 100;
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
 * The `fetch` of libraries, by way of the guarded client: public addresses only, no redirects, an end in time, in size
 * and in structure. What is fetched without a body and a token, metadata and keys, is asked for by one caller at a time.
 * @param keeps true for what is answered from memory for seconds after, a failure as well
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
      throw new BadAnswer('the answer is too long, or none');
    const content = new Uint8Array(answer.body);
    assertSimple(content);
    return { status: answer.status, headers: answer.headers, content };
  };

  const askOnce = (url: string, options: Parameters<Fetch>[1]): Promise<Answer> => {
    const nowMs = clock.monotonicMs();
    for (const [of, { endsMs }] of kept) if (endsMs <= nowMs) kept.delete(of);
    const known = kept.get(url);
    if (known) return known.answer;
    // Others wait for it: it does not end with the first of them.
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
    // An answer to a token is one person's.
    const isPersonal = new Headers(options.headers).has('authorization');
    const isShared = options.method !== 'POST' && !options.body && !isPersonal;
    const { status, headers, content } = await (isShared ? askOnce : ask)(url, options);
    return new Response(WITHOUT_BODY.has(status) ? null : content, { status, headers });
  };
}
