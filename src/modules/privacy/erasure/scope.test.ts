/** The rows of an organization that an erasure reads and deletes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { asOwner, found } from '../../../../test/support/database.ts';
import { ErasureClient, SUBJECT } from '../../../../test/support/erasure-client.ts';
import { toolsOf } from '../../../../test/support/erasure-tools.ts';
import { whereSpread } from '../../../../test/support/servers/is-spread.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { Database } from '../../../platform/db/database.ts';
import { continueErasure } from './erase.ts';

const folder = await mkdtemp(join(tmpdir(), 'oriki-erasures-'));
/** Without a worker, so that only the test erases. */
const app = testApp({ role: 'api', rateLimits: undefined, erasureFolder: folder });
afterAll(() => rm(folder, { recursive: true }));
const SPREAD = whereSpread('rows that an erasure reads', 'it counts those of one database');

/** Requests an erasure. */
async function begun(client: ErasureClient): Promise<string> {
  return (await client.erase(await client.privacyOfficer())).id;
}

/** Erases on one connection. @returns the number of rows that it has read in these tables */
async function readsOf(client: ErasureClient, tables: string[]): Promise<Map<string, number>> {
  const id = await begun(client);
  const one = new Database({
    connection: found({ connectionString: asOwner(app.databaseUrl) }),
    poolSize: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  // PostgreSQL would read small tables as a whole.
  await one.query('SET enable_seqscan = off');
  await one.query('SET enable_bitmapscan = off');
  await one.query('ANALYZE');
  const reads = async () => {
    await one.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await app.db.pool.query<{ name: string; n: number }>(
      `SELECT relname AS name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n
       FROM pg_stat_user_tables WHERE relname = ANY ($1)`,
      [tables],
    );
    return new Map(rows.map(({ name, n }) => [name, n]));
  };
  try {
    const before = await reads();
    expect(await continueErasure(toolsOf(one, folder), client.org.id, id)).toBe('done');
    const after = await reads();
    return new Map(tables.map((name) => [name, after.get(name)! - before.get(name)!]));
  } finally {
    await one.close();
  }
}

describe.skipIf(SPREAD)('an erasure', () => {
  test('reads the records of idempotency keys and the events once', async () => {
    const client = await ErasureClient.of(app);
    await client.fillAll();
    await app.db.query(
      `INSERT INTO idempotency_records (org_id, request_hash, payload_mac, status, sealed_response, about)
       SELECT $1, sha256(convert_to(n::text, 'UTF8')), '\\x01', 200, '\\x01', '{}' FROM generate_series(1, 2000) n`,
      [client.org.id],
    );
    await app.db.query(
      `INSERT INTO events (org_id, id, type, body, created_at)
       SELECT $1, 'evt_' || n, 'company.note', '{"data": {}}', now() FROM generate_series(1, 2000) n`,
      [client.org.id],
    );
    const read = await readsOf(client, ['events', 'idempotency_records']);
    for (const [table, count] of read) {
      expect(count, table).toBeGreaterThanOrEqual(2000);
      expect(count, table).toBeLessThan(4000);
    }
  });

  test('reads about four times as many rows for four times as many threads', async () => {
    const counts: number[] = [];
    for (const threads of [75, 300]) {
      const client = await ErasureClient.of(app);
      await client.fillAll();
      const { id: orgId } = client.org;
      await app.db.query(
        `WITH own AS (SELECT id FROM participants WHERE org_id = $1 AND external_id = $2 LIMIT 1),
           made AS (
             INSERT INTO threads (org_id, id, channel_id, entity_id, subject, participant_count, last_sequence, message_count)
             SELECT $1, 'thread_x' || lpad(n::text, 6, '0'), (SELECT id FROM channels WHERE org_id = $1 LIMIT 1), 'order-1', 'A title',
               1, 1, 1 FROM generate_series(1, $3::int) n RETURNING id),
           joined AS (
             INSERT INTO thread_participants (org_id, thread_id, participant_id, seen_count)
             SELECT $1, made.id, own.id, 1 FROM made, own RETURNING thread_id, participant_id)
         INSERT INTO messages (org_id, id, thread_id, sequence, participant_id, type, content, created_at)
         SELECT $1, 'msg_' || thread_id, thread_id, 1, participant_id, 'TEXT', 'A message', now() FROM joined`,
        [orgId, SUBJECT, threads],
      );
      const read = await readsOf(client, ['threads', 'thread_participants', 'messages']);
      counts.push([...read.values()].reduce((a, b) => a + b, 0));
      const { rows } = await app.db.query(
        'SELECT FROM messages WHERE org_id = $1 AND content = $2',
        [orgId, 'A message'],
      );
      expect(rows).toEqual([]);
    }
    expect(counts[1]! / counts[0]!).toBeLessThan(8);
  });
});

test('an erasure deletes requests about the subject, and none about another object with its id', async () => {
  const client = await ErasureClient.of(app);
  await client.fillAll();
  const { id: orgId } = client.org;
  const own = await app.dbOf(orgId);
  const actions = ['subject.export', 'list.remove_entries', 'member.change_roles'];
  for (const [n, action] of actions.entries())
    await own.query(
      `INSERT INTO approvals (org_id, id, action, object_id, detail, revision, asked_kind, asked_by, asked_at, expires_at)
       VALUES ($1, $2, $3, $4, '', '', 'person', 'usr_1', now(), now() + interval '1 day')`,
      [orgId, `approval_${n}`, action, SUBJECT],
    );
  const id = await begun(client);
  expect(await continueErasure(toolsOf(own, folder), orgId, id)).toBe('done');
  const { rows } = await own.query(
    'SELECT action FROM approvals WHERE org_id = $1 ORDER BY action',
    [orgId],
  );
  expect(rows).toEqual([{ action: 'list.remove_entries' }, { action: 'member.change_roles' }]);
});
