import type { Logger } from '../../../platform/observability/logger.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { OutboundError, type TlsFailure } from '../../../platform/outbound/error.ts';
import type { SubscriptionQueue } from './subscription-queue.ts';
import type { Outcome } from './retry.ts';
import { attemptHeaders } from './signature.ts';
import type { DueRow } from './store.ts';

/** The most of a response that is read and kept. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const KEPT_RESPONSE_BYTES = 1024;

/** The record of an attempt; one that was `cancelled` before it was on the wire is none. */
export type Sent =
  | {
      outcome: Outcome;
      error: string | null;
      tlsFailure: TlsFailure | null;
      response: string | null;
      signature: string;
    }
  | 'cancelled';

/** Makes one attempt: signs, posts and reads what comes back. Never throws. */
export async function makeAttempt(
  options: { outbound: OutboundClient; timeoutMs: number; log: Logger },
  queue: SubscriptionQueue,
  row: DueRow,
  attemptedAt: Date,
  /** Asked at the last moment before the request is on the wire: it may have taken long to connect. */
  allowed: () => boolean,
): Promise<Sent> {
  const headers = attemptHeaders(row, attemptedAt, queue.signingKeys(attemptedAt.getTime()));
  const signature = headers['webhook-signature']!;
  try {
    const answer = await options.outbound.request({
      url: queue.url,
      method: 'POST',
      headers: { ...queue.additions.headers, ...headers },
      clientCertificate: queue.additions.clientCertificate,
      body: row.body,
      timeoutMs: options.timeoutMs,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      keepResponseBytes: KEPT_RESPONSE_BYTES,
      beforeSend: allowed,
      cause: row.traceparent,
    });
    return {
      outcome: { status: answer.status, retryAfter: answer.headers['retry-after'] },
      error: null,
      tlsFailure: null,
      response: excerpt(answer.body),
      signature,
    };
  } catch (error) {
    const failure = error instanceof OutboundError ? error : undefined;
    const kind = failure?.kind;
    if (kind === 'cancelled') return 'cancelled';
    if (kind === undefined)
      options.log.error({ err: error }, 'a webhook request failed in an unknown way');
    return {
      outcome: { status: undefined, retryAfter: undefined },
      error: kind ?? 'protocol',
      tlsFailure: failure?.tlsFailure ?? null,
      response: null,
      signature,
    };
  }
}

/** As text that PostgreSQL can store, without a character that the cut has split. */
function excerpt(body: Buffer): string | null {
  if (body.length === 0) return null;
  return new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '');
}
