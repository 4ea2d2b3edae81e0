/** Goes with the trigger of migration 57, when no process of a version before that can be running. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { leave, pull, sharingClient } from '../../../../test/support/sharing.ts';
import { loadMigrations } from '../../../platform/db/migration/migrations.ts';

let app: TestApp;
let upgrade: string;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  upgrade = (await loadMigrations()).find(({ name }) => name === 'tombstones_removed')!.sql;
  owner = new pg.Client({ connectionString: asOwner(app.databaseUrl) });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.stop();
});

/** The statement by which the version before makes tombstones, here of all imported roles. */
function retire(orgId: string): string {
  return `UPDATE permission_roles SET retired_source = source_id, source_id = id
    WHERE org_id = '${orgId}' AND prefix IS NOT NULL;`;
}

function trigger(does: 'DISABLE' | 'ENABLE'): string {
  return `ALTER TABLE permission_roles ${does} TRIGGER permission_roles_retired_source;`;
}

test.each([
  ['beside this one', retire],
  [
    'before the upgrade',
    (orgId: string) => trigger('DISABLE') + retire(orgId) + trigger('ENABLE') + upgrade,
  ],
])('a tombstone that the version before made %s is one like others', async (_, made) => {
  const [from, to] = [await sharingClient(app), await sharingClient(app)];
  const source = await from.role('Cashier', []);
  await to.module('PAY', ['SEND']);
  const payer = await to.role('Payer', ['PAY:SEND']);
  for (const subject of ['u', 'v', 'w']) await to.assign(subject, payer);
  await pull(app, from, to);
  const tombstone = await to.importedRole('Cashier');
  await to.assign('u', tombstone);
  await to.policy({ effect: 'deny', roleId: tombstone, capability: 'PAY:SEND' });
  await owner.query(made(to.org.id));
  await leave(app, to);
  const { data } = (await to.call('GET', `/roles/${tombstone}`)).body;
  expect(data).toMatchObject({ retired: true, inherits: [] });
  await pull(app, from, to);
  const again = await to.importedRole('Cashier');
  expect((await to.call('GET', `/roles/${tombstone}`)).body.data.inherits).toEqual([again]);
  await to.assign('v', again);
  const may = ['u', 'v', 'w'].map((subject) => to.may(subject, 'PAY:SEND'));
  expect(await Promise.all(may)).toEqual([false, false, true]);
  // The version before finds the tombstones that are made here.
  await leave(app, to);
  const { rows } = await app.db.pool.query(
    `SELECT source_id, retired_source FROM permission_roles WHERE org_id = $1 AND prefix IS NOT NULL`,
    [to.org.id],
  );
  const both = { source_id: source, retired_source: source };
  expect(rows).toEqual([both, both]);
});
