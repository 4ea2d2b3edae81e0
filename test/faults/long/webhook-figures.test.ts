import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allWebhookStats, webhookStats } from '../../../src/modules/webhooks/attempts/attempts.ts';
import { MAX_SUMMED } from '../../../src/modules/webhooks/attempts/store.ts';
import type { DB } from '../../../src/platform/db/types.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import { report } from '../../support/process.ts';

const ORG = 'org_1';
const WEBHOOK = `webhook_${'0'.padStart(26, '0')}`;
/** On a busy machine. */
const WITHIN_MS = 20_000;
const BEGIN = Date.parse('2026-11-01T00:00:00Z');
const RANGE = { from: '2026-11-01', to: '2026-11-30' };

let pool: Pool;
let db: Kysely<DB>;

/**
 * Inserts the attempts with numbers `from` to `to`, one every two seconds: each fiftieth fails, each hundredth takes
 * a second.
 */
function insert(from: number, to: number): Promise<unknown> {
  return pool.query(`INSERT INTO delivery_attempts
      (org_id, delivery_id, number, attempted_at, duration_ms, status_code, webhook_id, event_type)
    SELECT '${ORG}', 'delivery_' || lpad(n::text, 26, '0'), 1, '2026-11-01T00:00:00Z'::timestamptz + n * interval '2 s',
      CASE WHEN n % 10 = 0 THEN 1000 ELSE n % 10 END, CASE WHEN n % 50 = 0 THEN 500 ELSE 204 END, '${WEBHOOK}', 'a.b'
    FROM generate_series(${from}, ${to}) n`);
}

beforeAll(async () => {
  pool = new Pool({ connectionString: asOwner(await cloneDatabase()), max: 1 });
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  await pool.query(`SET session_replication_role = replica;
    INSERT INTO webhooks (org_id, id, name, url, events) VALUES ('${ORG}', '${WEBHOOK}', 'W', 'https://a.example', '{*}');
    INSERT INTO webhook_lanes (org_id, webhook_id) VALUES ('${ORG}', '${WEBHOOK}')`);
  await insert(0, MAX_SUMMED - 1);
  await pool.query('VACUUM ANALYZE delivery_attempts');
});
afterAll(() => pool.end());

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const answer = await work();
  const ms = Math.round(performance.now() - startedAt);
  report(`figures: ${what} of a million attempts took ${ms} ms`);
  expect(ms, `timing: ${what}`).toBeLessThan(WITHIN_MS);
  return answer;
}

describe('figures of a million attempts', () => {
  const FIGURES = {
    attempts: MAX_SUMMED,
    succeeded: MAX_SUMMED * 0.98,
    failed: MAX_SUMMED * 0.02,
    successRate: 0.98,
    latencyMs: { p50: 5, p95: 1000 },
  };

  test('cover all of them, by hours for one webhook and for all webhooks', async () => {
    const one = await timed('hours', () => webhookStats(db, ORG, WEBHOOK, RANGE));
    expect([one.total, one.complete]).toEqual([FIGURES, true]);
    expect(one.buckets).toHaveLength(Math.ceil((MAX_SUMMED * 2) / 3600));
    expect(one.buckets.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(MAX_SUMMED);
    expect(one.buckets[0]).toMatchObject({ attempts: 1800, failed: 36 });
    const all = await timed('a summary', () => allWebhookStats(db, ORG, RANGE));
    expect(all).toMatchObject({ complete: true, total: FIGURES, webhookCount: 1 });
    expect(all.webhooks).toEqual([{ webhookId: WEBHOOK, name: 'W', ...FIGURES }]);
  });

  test('cover the newest million if there are more, and report that they do', async () => {
    await insert(MAX_SUMMED, MAX_SUMMED + 9);
    const one = await timed('days', () =>
      webhookStats(db, ORG, WEBHOOK, { ...RANGE, bucket: 'day' }),
    );
    expect(one).toMatchObject({ complete: false, total: { attempts: MAX_SUMMED } });
    expect(one.from).toBe(new Date(BEGIN + 9 * 2000 + 1).toISOString());
  });
});
