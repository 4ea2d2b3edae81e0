import type { Logger } from '../../../platform/observability/logger.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { OutboundError, type TlsFailure } from '../../../platform/outbound/error.ts';
import type { SubscriptionQueue } from './subscription-queue.ts';
import type { Outcome } from '../retry.ts';
import { attemptHeaders } from '../signature.ts';
import type { DueRow } from './store.ts';

/** The maximum number of bytes of a response that are read; the second limit is for those that are stored. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const KEPT_RESPONSE_BYTES = 1024;

/** The record of an attempt; `cancelled` if nothing was sent. */
export type Sent =
  | {
      outcome: Outcome;
      error: string | null;
      tlsFailure: TlsFailure | null;
      response: string | null;
      signature: string;
    }
  | 'cancelled';

/** Makes one attempt: signs the request, sends it and reads the answer. Never throws. */
export async function makeAttempt(
  options: { outbound: OutboundClient; timeoutMs: number; log: Logger },
  queue: SubscriptionQueue,
  row: DueRow,
  attemptedAt: Date,
  /** Called just before the request is sent, because connecting may have taken long. */
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
      orgId: queue.orgId,
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

/** Returns text that PostgreSQL can store, without a character that the limit has split. */
function excerpt(body: Buffer): string | null {
  if (body.length === 0) return null;
  return new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '');
}
