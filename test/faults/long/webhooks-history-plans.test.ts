import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import * as store from '../../../src/modules/webhooks/deliveries/store.ts';
import type { Queryable } from '../../../src/platform/db/database.ts';
import type { DB } from '../../../src/platform/db/types.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';

/** Half of them belong to one organization with ten subscriptions; over 30 days, with one attempt each. */
const ROWS = 200_000;
const ORG = 'org_0';
const HOOK = 'webhook_3';
const PAGE = { page: 1, limit: 20, offset: 0 };

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
};
function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** @returns a database that explains each statement instead of running it, and the plan nodes since the last call */
function explaining(pool: Pool): { db: Queryable; plan: () => PlanNode[] } {
  let since: PlanNode[] = [];
  const query = async (text: string, values: unknown[]) => {
    const answer = await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    since.push(...nodesOf(answer.rows[0]['QUERY PLAN'][0].Plan));
    return { ...answer, command: 'SELECT', rows: [{ total: 0 }] };
  };
  const client = { query, release: () => {} };
  const explainer = { connect: async () => client, end: async () => {} };
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: explainer as never }) }),
    plan: () => since.splice(0),
  };
}

async function fill(pool: Pool): Promise<void> {
  await pool.query(`INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, created_at, failed_at)
    SELECT CASE n % 2 WHEN 0 THEN '${ORG}' ELSE 'org_' || 1 + n % 97 END, 'delivery_' || lpad(to_hex(n), 26, '0'),
      'webhook_' || n / 2 % 10, 'event_' || lpad(to_hex(n / 20), 26, '0'), 'order.' || n % 7,
      now() - interval '30 days' + n * interval '30 days' / ${ROWS}, CASE WHEN n % 1000 < 20 THEN now() END
    FROM generate_series(1, ${ROWS}) AS n`);
  await pool.query(`INSERT INTO delivery_attempts (org_id, delivery_id, number, attempted_at, duration_ms, status_code)
    SELECT org_id, id, 1, created_at, 20, 204 FROM deliveries`);
  await pool.query(`INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id)
    SELECT org_id, webhook_id, id, event_id FROM deliveries WHERE created_at > now() - interval '1 hour'`);
  for (const table of ['deliveries', 'delivery_attempts', 'delivery_queue'])
    await pool.query(`VACUUM ANALYZE ${table}`);
}

test('every list and filter of deliveries is answered from indexes among 200,000, and each of these indexes is needed', async () => {
  const pool = new Pool({ connectionString: asOwner(await cloneDatabase()), max: 2 });
  try {
    await fill(pool);
    const { db, plan } = explaining(pool);
    const day = (ago: number): Date => new Date(Date.now() - ago * 86_400_000);
    const eventId = `event_${(5000).toString(16).padStart(26, '0')}`;
    const filters: store.DeliveryFilter[] = [
      {},
      { status: 'pending' },
      { status: 'succeeded' },
      { status: 'failed' },
      { eventType: 'order.3' },
      { eventType: 'order.none' },
      { eventId },
      { from: day(11) },
      { to: day(11) },
      { from: day(11), to: day(10) },
      { status: 'failed', eventType: 'order.3', from: day(11), to: day(10) },
      { status: 'pending', eventId },
    ];
    const id = `delivery_${(100_006).toString(16).padStart(26, '0')}`;
    const questions: { filter: unknown; ask: () => Promise<unknown> }[] = [
      { filter: { id }, ask: () => store.selectDelivery(db, ORG, HOOK, id) },
      { filter: 'those that are old enough', ask: () => store.deleteFinished(db, 29, 1000) },
      ...filters.map((filter) => ({
        filter,
        ask: () => store.selectDeliveries(db, ORG, HOOK, filter, PAGE),
      })),
    ];
    const used = new Set<string>();
    for (const { filter, ask } of questions) {
      await ask();
      const nodes = plan();
      const whole = nodes
        .filter((node) => node['Node Type'].endsWith('Seq Scan'))
        .map((node) => node['Relation Name']);
      expect(whole, JSON.stringify(filter)).not.toContain('deliveries');
      expect(whole, JSON.stringify(filter)).not.toContain('delivery_attempts');
      for (const { 'Index Name': name } of nodes) if (name !== undefined) used.add(name);
    }
    // An unused index would be written with each delivery for nothing.
    const { rows } = await pool.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index
         WHERE indrelid = 'deliveries'::regclass AND NOT indisunique`,
    );
    expect(rows.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  } finally {
    await pool.end();
  }
});
