import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { TABLES } from '../../src/modules/declared.ts';
import { migrate } from '../../src/platform/db/migration/migrate.ts';
import { loadMigrations } from '../../src/platform/db/migration/migrations.ts';
import { grantRoles } from '../../src/platform/db/roles.ts';
import { asService, emptyDatabase } from '../support/database.ts';

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

test('the new tables of counts and changes keep the contents of the old ones, and earlier processes use them at once', async () => {
  const url = await emptyDatabase();
  const all = await loadMigrations();
  await migrate(
    { connectionString: url },
    { migrations: all.filter(({ version }) => version < 40) },
  );
  const owner = await connected(url);
  const { service, tenant } = await grantRoles(owner, inject('service').user, TABLES);
  const running = await connected(asService(url));
  const count = `INSERT INTO usage_pending SELECT 'org_a', '2026-11-01', 'email', 'messages', 2`;
  const change = `INSERT INTO inbox_changes (org_id, thread_id) VALUES ('org_a', $1)`;
  await running.query(count);
  await running.query(change, ['before']);
  const { rows: before } = await running.query('SELECT xid, thread_id FROM inbox_changes');

  await migrate({ connectionString: url }, { migrations: all });
  await running.query(count);
  await running.query(`SET ROLE ${tenant!}; SET oriki.org_id = 'org_a'`);
  await running.query(count);
  await running.query(change, ['after']);
  const insertion = `INSERT INTO screenings (org_id, id, query, outcome, list_version, hits, screened_at)
    SELECT 'org_a', 's' || i, '{}', 'clear', 'v', '[]', '2026-11-01T12:00:00Z' FROM generate_series(1, 3) AS i`;
  await running.query(insertion);
  await running.query('RESET ROLE');
  const sums = await running.query(
    'SELECT metric, quantity::integer FROM usage_by_day ORDER BY metric',
  );
  expect(sums.rows).toEqual([
    { metric: 'messages', quantity: 6 },
    { metric: 'screenings', quantity: 3 },
  ]);
  const { rows: after } = await running.query(
    'SELECT xid, thread_id FROM inbox_changes ORDER BY xid',
  );
  expect(after).toEqual([...before, { xid: expect.any(String), thread_id: 'after' }]);
  expect(service).toBe(inject('service').user);
  await running.end();
  await owner.end();
});
