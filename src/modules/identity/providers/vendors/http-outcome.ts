import { retryAfterMs } from '../../../../platform/outbound/retry-after.ts';
import type { Kind } from '../../kinds.ts';
import type {
  Answer,
  Unavailable,
  Rejection,
  Upstream,
  UpstreamRequest,
  UpstreamResponse,
} from '../adapter.ts';

/** Readings of a vendor's answer. Each looks at a body of any shape and is undefined when it says nothing known. */
export type Reading<K extends Kind> = {
  /** Asked first, and only of an answer with a status 2xx. */
  found: (body: unknown) => Answer<K> | undefined;
  /** Asked of the others too, and of 2xx: vendors also say no with status 200. */
  refused: (body: unknown) => Rejection | Unavailable | undefined;
};

/**
 * Sends a request and makes an answer of what comes back: by its status if that is enough, else by its body.
 * An answer that neither explains is `bad_response`.
 * @throws what `send` throws
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

/** The outcome that a status has whatever the body; undefined if the body has to be read. */
function outcomeOfStatus(response: UpstreamResponse, now: Date): Unavailable | undefined {
  const { status } = response;
  if (status === 401 || status === 403) return { outcome: 'auth' };
  if (status === 402) return { outcome: 'no_funds' };
  if (status === 429) {
    const waitMs = retryAfterMs(response.headers['retry-after'], now.getTime());
    return { outcome: 'rate_limited', ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
  }
  // 408 and 424: the vendor waited for its own source, or was refused by it.
  if (status === 408 || status === 424 || status >= 500) return { outcome: 'unavailable' };
  return undefined;
}

/** The first that fits counts. */
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
  // Not "Something went wrong", nor "Invalid response from provider".
  [
    /\b(?:invalid|wrong) (?:v?nin|bvn|id|national id|(?:account |bank )?(?:number|code)|bank|account|image|format)\b|\bdigits\b/i,
    { outcome: 'invalid_input' },
  ],
];

/**
 * Reads a vendor's English where it has no codes. Texts are no contract: one that says nothing known is
 * undefined, and leads to the next provider.
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
