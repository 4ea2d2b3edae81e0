import { retryAfterMs } from '../../../../platform/concurrency/back-off.ts';
import type { Kind } from '../../kinds/schemas.ts';
import type {
  Answer,
  Unavailable,
  Rejection,
  Upstream,
  UpstreamRequest,
  UpstreamResponse,
} from '../adapter.ts';
import type { TSchema } from 'typebox';

/** Readers of a vendor's answer. Each accepts a body of any shape and returns undefined for an unknown one. */
export type Reading<K extends Kind> = {
  /** Called first, and only for an answer with a status 2xx. */
  found: (body: unknown) => Answer<K> | undefined;
  /** Called for all other statuses, and for 2xx, because vendors also refuse with status 200. */
  refused: (body: unknown) => Rejection | Unavailable | undefined;
};

/**
 * Sends a request and interprets the answer: by its status if that suffices, otherwise by its body. An answer that
 * neither explains is `bad_response`.
 * @throws the errors of `send`
 */
export async function exchange<K extends Kind>(
  upstream: Upstream,
  request: UpstreamRequest,
  reading: Reading<K>,
): Promise<Answer<K>> {
  const response = await upstream.send(request);
  const answer = outcomeOfStatus(response, upstream.now()) ?? outcomeOfBody(response, reading);
  return response.text === '' ? answer : { ...answer, raw: response.text };
}

function outcomeOfBody<K extends Kind>(
  { status, json }: UpstreamResponse,
  { found, refused }: Reading<K>,
): Answer<K> {
  const readable = status >= 200 && (status < 300 || status >= 400);
  if (!readable || json === undefined) return { outcome: 'bad_response' };
  return (status < 300 ? found(json) : undefined) ?? refused(json) ?? { outcome: 'bad_response' };
}

/** The outcome of a status with any body; undefined if the body decides. */
function outcomeOfStatus(response: UpstreamResponse, now: Date): Unavailable | undefined {
  const { status } = response;
  if (status === 401 || status === 403) return { outcome: 'auth' };
  if (status === 402) return { outcome: 'no_funds' };
  if (status === 429) {
    const waitMs = retryAfterMs(response.headers['retry-after'], now.getTime());
    return { outcome: 'rate_limited', ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
  }
  // 408 and 424: the vendor's own source was too slow or refused.
  if (status === 408 || status === 424 || status >= 500) return { outcome: 'unavailable' };
  return undefined;
}

/** The first matching entry counts. */
const MESSAGES: readonly [RegExp, Rejection | Unavailable][] = [
  [/\b(?:api[ -]?key|app[ -]?id|token|authori[sz]ed|authori[sz]ation)\b/i, { outcome: 'auth' }],
  [
    /\b(?:insufficient|low|not enough|top[ -]?up)\b.*\b(?:funds?|balance|credits?|wallet)\b|\b(?:balance|credits?|wallet)\b.*\b(?:insufficient|low)\b/i,
    { outcome: 'no_funds' },
  ],
  [
    /\b(?:unavailable|not available|later|timed? ?out|not reach?eable|downtime)\b/i,
    { outcome: 'unavailable' },
  ],
  [
    /\bno face\b|\bface (?:is |was )?not (?:found|detected)\b/i,
    { outcome: 'invalid_input', reason: 'no_face' },
  ],
  // Not the plain "Not found" of a wrong address.
  [
    /\b(?:v?nin|bvn|id|national_id|number|account|record)s?\b.*\b(?:not found|(?:does not|doesn't) exist)|\bno record\b|\bnot resolve\b/i,
    { outcome: 'not_found' },
  ],
  // Not "Something went wrong" or "Invalid response from provider".
  [
    /\b(?:invalid|wrong) (?:v?nin|bvn|id|national id|(?:account |bank )?(?:number|code)|bank|account|image|format)\b|\bdigits\b/i,
    { outcome: 'invalid_input' },
  ],
];

/**
 * Interprets a vendor's English text where it has no codes. Texts are not a contract: an unknown text gives undefined,
 * and leads to the next provider.
 */
export function outcomeOfMessage(
  message: string | null | undefined,
): Rejection | Unavailable | undefined {
  return MESSAGES.find(([pattern]) => pattern.test(message ?? ''))?.[1];
}

/** A path with its query, encoded. */
export function withQuery(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

function* namesOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') yield* Object.keys(value as object);
    yield* namesOf(value);
  }
}

/** Returns the names of all fields in these schemas of a vendor's answers, at any depth. */
export function namesIn(...bodies: readonly { Type: () => TSchema }[]): string[] {
  return [...new Set(bodies.flatMap((body) => [...namesOf(body.Type())]))];
}
