import { clock } from '../../../platform/clock.ts';
import type { TlsFailure } from '../../../platform/outbound/error.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { paged } from '../../../platform/http/schema.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import { getWebhook } from '../subscriptions/subscriptions.ts';
import type {
  AttemptQuery,
  BucketQuery,
  Figures,
  StatsQuery,
  WebhookAttempt,
  WebhooksStats,
  WebhookStats,
} from './schemas.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
/** Deliveries are kept for 30 days. */
const MAX_RANGE_MS = 31 * DAY_MS;
/** The maximum number of webhooks in a summary of all webhooks. */
const SHOWN_WEBHOOKS = 100;

function toAttempt(row: store.AttemptRow): WebhookAttempt {
  return {
    webhookId: row.webhook_id,
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    outcome: row.succeeded ? 'succeeded' : 'failed',
    number: row.number,
    at: row.attempted_at.toISOString(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    error: row.error,
    response: row.response,
    ...(row.tls_failure !== null && { tlsFailure: row.tls_failure as TlsFailure }),
  };
}

/** Lists the attempts of all webhooks, newest first. */
export async function listAttempts(db: Queryable, orgId: string, query: AttemptQuery) {
  return paged(query, (page) => store.selectAttempts(db, orgId, withRange(query), page), toAttempt);
}

function toFigures({ attempts, succeeded, latencies }: store.Sums<unknown>): Figures {
  return {
    attempts,
    succeeded,
    failed: attempts - succeeded,
    successRate: attempts === 0 ? null : succeeded / attempts,
    latencyMs: { p50: latencies?.[0] ?? null, p95: latencies?.[1] ?? null },
  };
}

/** Returns the range to sum: the requested one, limited to `MAX_RANGE_MS` and `MAX_SUMMED` attempts. */
async function appliedRange(
  db: Queryable,
  orgId: string,
  query: StatsQuery,
  webhookId?: string,
  most = store.MAX_SUMMED,
): Promise<{ range: store.SummedRange; complete: boolean }> {
  const { from, to = clock.now() } = withRange(query);
  const asked = from?.getTime() ?? to.getTime() - DAY_MS;
  const first = new Date(Math.max(asked, to.getTime() - MAX_RANGE_MS, 0));
  const range = { from: first, to, ...(webhookId !== undefined && { webhookId }) };
  const cut = await store.selectCut(db, orgId, range, most);
  // The times of attempts are whole milliseconds.
  const after = cut && new Date(cut.getTime() + 1);
  return { range: { ...range, ...(after && { from: after }) }, complete: cut === undefined };
}

function answerOf({ range, complete }: { range: store.SummedRange; complete: boolean }) {
  return { from: range.from.toISOString(), to: range.to.toISOString(), complete };
}

/**
 * Returns success and latency of one webhook, by hours or days.
 * @throws ApiError NOT_FOUND
 */
export async function webhookStats(
  db: Queryable,
  orgId: string,
  webhookId: string,
  { bucket = 'hour', ...query }: BucketQuery,
  most?: number,
): Promise<WebhookStats> {
  await getWebhook(db, orgId, webhookId);
  const applied = await appliedRange(db, orgId, query, webhookId, most);
  const [total, ...buckets] = await store.sumByTime(db, orgId, applied.range, bucket);
  return {
    webhookId,
    ...answerOf(applied),
    total: toFigures(total!),
    buckets: buckets.map((sums) => ({ at: sums.key!.toISOString(), ...toFigures(sums) })),
  };
}

/** Returns success and latency of all webhooks, and the number of waiting deliveries. */
export async function allWebhookStats(
  db: Queryable,
  orgId: string,
  query: StatsQuery,
  most?: number,
): Promise<WebhooksStats> {
  const applied = await appliedRange(db, orgId, query, undefined, most);
  const sums = await store.sumByWebhook(db, orgId, applied.range, SHOWN_WEBHOOKS);
  const [total, ...webhooks] = sums;
  return {
    ...answerOf(applied),
    total: toFigures(total!),
    webhookCount: total!.webhooks,
    webhooks: webhooks.map(({ key, name, ...rest }) => ({
      webhookId: key!,
      name,
      ...toFigures({ key, ...rest }),
    })),
    pending: await store.countPending(db, orgId, SHOWN_WEBHOOKS),
  };
}
