import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { permissionClient } from '../../../../test/support/permission-client.ts';
import { Permissions } from './check.ts';
import { Models } from './models.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  other = await startTestApp({ role: 'api', rateLimits: undefined }, app.databaseUrl);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

async function start() {
  const org = await app.org();
  const here = permissionClient(app, org);
  await here.module('M', ['X', 'Y']);
  return { org, here, there: permissionClient(other, org) };
}

// contract: permissions/changes-visible-next
test('the next check on every process sees every change, without messages between processes', async () => {
  const { here, there } = await start();
  const both = async (expected: boolean, resource?: string) => {
    expect(await there.may('u', 'M:X', resource)).toBe(expected);
    expect(await here.may('u', 'M:X', resource)).toBe(expected);
  };
  await both(false);
  const role = await here.role('r', []);
  await here.call('PATCH', `/roles/${role}`, { capabilities: ['M:*'] });
  const given = await here.assign('g', role);
  await both(false);
  const member = await here.relate('u', 'member', 'g');
  await both(true);
  const policy = await here.policy({ effect: 'deny', capability: 'M:X', relation: 'debtor' });
  await both(true, 'o');
  await here.relate('u', 'debtor', 'o');
  await both(false, 'o');
  await here.remove(`/policies/${policy}`);
  await both(true, 'o');
  await here.remove(`/relationships/${member}`);
  await both(false);
  await here.relate('u', 'member', 'g');
  await here.remove(`/assignments/${given}`);
  await both(false);
});

test('a copy older than the log of changes is loaded again', async () => {
  const { org, here, there } = await start();
  const role = await here.role('r', ['M:X']);
  expect(await there.may('u', 'M:X')).toBe(false);
  await here.assign('u', role);
  await app.db.pool.query(
    'UPDATE permission_heads SET revision = revision + 5000 WHERE org_id = $1',
    [org.id],
  );
  // This process logs its own change, and deletes old entries.
  await here.assign('v', role);
  const { rows } = await app.db.pool.query(
    'SELECT count(*)::int AS n FROM permission_changes WHERE org_id = $1',
    [org.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect(await there.may('u', 'M:X')).toBe(true);
});

test('a copy that is newer than the database is loaded again', async () => {
  const { org, here } = await start();
  await here.assign('u', await here.role('r', ['M:X']));
  expect(await here.may('u', 'M:X')).toBe(true);
  await app.db.pool.query('DELETE FROM permission_assignments WHERE org_id = $1', [org.id]);
  await app.db.pool.query(
    'UPDATE permission_heads SET revision = revision - 1, assignments = 0 WHERE org_id = $1',
    [org.id],
  );
  expect(await here.may('u', 'M:X')).toBe(false);
});

test('answers a batch at one revision, whatever changes during it', async () => {
  const { org, here } = await start();
  const role = await here.role('r', ['M:X']);
  const given = await here.assign('u', role);
  const db = await app.dbOf(org.id);
  const permissions = new Permissions(db, 2 ** 20);
  const models = new Models(db, 2 ** 20);
  const model = await models.open(org.id);
  model.held += 1;
  await here.remove(`/assignments/${given}`);
  const next = await models.open(org.id);
  expect(next).not.toBe(model);
  expect([model.rolesOf('u').length, next.rolesOf('u').length]).toEqual([1, 0]);
  const checks = Array.from({ length: 1000 }, () => ({ subject: 'u', capability: 'M:X' }));
  const [batch] = await Promise.all([
    permissions.checkAll(org.id, { checks }),
    here.assign('u', role),
  ]);
  expect(new Set(batch.results.map(({ allowed }) => allowed)).size).toBe(1);
  expect(batch.results).toHaveLength(1000);
});

test('a failed load fails once for all callers that wait for it', async () => {
  const { org } = await start();
  let tries = 0;
  const transaction = async (): Promise<never> => {
    tries += 1;
    throw new Error('no database');
  };
  const models = new Models({ read: (await app.dbOf(org.id)).read, transaction } as never, 2 ** 20);
  const opened = await Promise.allSettled(Array.from({ length: 20 }, () => models.open(org.id)));
  expect(opened.map(({ status }) => status)).not.toContain('fulfilled');
  expect(tries).toBe(1);
});

test('answers are right with memory for only one organization, and with none', async () => {
  const worlds = await Promise.all([start(), start(), start()]);
  const subjects = ['u0', 'u1', 'u2'];
  for (const [n, { here }] of worlds.entries())
    await here.assign(subjects[n]!, await here.role('r', ['M:X']));
  const models = new Models(app.db, 1);
  for (let round = 0; round < 2; round++)
    for (const [n, { org }] of worlds.entries()) {
      const model = await models.open(org.id);
      expect(subjects.map((subject) => model.rolesOf(subject).length)).toEqual(
        subjects.map((_, m) => (m === n ? 1 : 0)),
      );
    }
});

// contract: permissions/another-organization-never
test('another organization with the same names never changes a decision', async () => {
  const [one, another] = [await start(), await start()];
  const role = await one.here.role('r', ['M:X']);
  await one.here.assign('u', role);
  const before = await one.here.ask({ subject: 'u', capability: 'M:X', explain: true });
  const theirs = await another.here.role('r', ['M:Y']);
  await another.here.assign('u', theirs);
  await another.here.policy({ effect: 'deny', capability: 'M:*' });
  await another.here.relate('u', 'member', 'g');
  const after = await one.here.ask({ subject: 'u', capability: 'M:X', explain: true });
  expect(after.body).toEqual(before.body);
  expect(before.body.data.allowed).toBe(true);
  expect(await another.here.may('u', 'M:Y')).toBe(false);
  const foreign = await another.here.call('POST', '/assignments', { subject: 'u', roleId: role });
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'ROLE_NOT_FOUND']);
});
