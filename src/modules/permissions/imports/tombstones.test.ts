import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { expectRefused } from '../../../../test/support/permission-client.ts';
import { leave, pull, sharingClient, sharingMember } from '../../../../test/support/sharing.ts';
import { createAssignment } from '../assignments/assignments.ts';
import { Permissions } from '../check/check.ts';
import { createModule } from '../modules/modules.ts';
import { createPolicy } from '../policies/policies.ts';
import { createRole } from '../roles/roles.ts';
import type { SharedState } from '../schemas.ts';
import { importState, removeImports } from './imports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(() => app.stop());

test('the end of a membership removes everything that names the prefix, and nothing else', async () => {
  const [from, to] = [await sharingMember(app), await sharingClient(app)];
  await pull(app, from, to);
  await pull(app, from, to, 'ABCD', 'membership_2');
  const abc = await to.module('ABC', ['X']);
  const own = await to.role(
    'Own',
    ['ABC:X', 'ABC:TILL:OPEN', 'ABCD:TILL:OPEN', 'ABC:TILL:*'],
    [await to.importedRole('Lead')],
  );
  await to.assign('u', own);
  await to.assign('u', await to.importedRole('Cashier'));
  await to.policy({ effect: 'deny', capability: 'ABC:TILL:OPEN', resource: 'a' });
  await to.policy({ effect: 'deny', capability: 'ABC:X', resource: 'b' });
  await to.policy({ effect: 'allow', capability: 'ABCD:TILL:OPEN', resource: 'c' });
  expect([await leave(app, to), await leave(app, to)]).toEqual([['ABC'], []]);
  const { data: role } = (await to.call('GET', `/roles/${own}`)).body;
  expect(role.capabilities).toEqual(['ABC:X', 'ABCD:TILL:OPEN']);
  const prefixes = async (what: string) =>
    (await to.list(what)).map(({ prefix }: { prefix: string | null }) => prefix);
  expect(await prefixes('modules')).toEqual(['ABCD', null]);
  expect((await to.list('modules'))[1].id).toBe(abc);
  expect(await prefixes('roles')).toEqual(['ABCD', 'ABCD', null]);
  expect((await prefixes('policies')).toSorted()).toEqual(['ABCD', null, null, null]);
  expect(await to.may('u', 'ABC:X')).toBe(true);
  expect(await to.may('u', 'ABC:TILL:OPEN')).toBe(false);
  expect(await to.may('u', 'ABCD:TILL:OPEN', 'c')).toBe(true);
  // It can be imported again, from the beginning.
  expect(await pull(app, from, to)).toMatchObject({ applied: true });
  expect(await to.may('u', 'ABC:TILL:OPEN')).toBe(false);
  const { rows } = await app.db.pool.query(
    `SELECT modules, roles, policies, assignments FROM permission_heads WHERE org_id = $1`,
    [to.org.id],
  );
  expect(rows).toEqual([{ modules: 1, roles: 5, policies: 5, assignments: 1 }]);
});

test('a denial about an imported role still concerns its holders when the role vanishes, and when it comes back', async () => {
  const [from, to] = [await sharingMember(app), await sharingClient(app)];
  await to.module('PAY', ['SEND']);
  const payer = await to.role('Payer', ['PAY:SEND']);
  for (const subject of ['u', 'v', 'w', 'x']) await to.assign(subject, payer);
  await pull(app, from, to);
  const cashier = await to.importedRole('Cashier');
  const lead = await to.importedRole('Lead');
  await to.assign('u', cashier);
  const assigned = await to.assign('v', lead);
  await to.assign('w', await to.role('Own', [], [lead]));
  const separation = { effect: 'deny', roleId: cashier, capability: 'PAY:SEND' };
  const policy = await to.policy(separation);
  await to.policy({ effect: 'deny', capability: 'ABC:TILL:OPEN', resource: 'vault' });
  const who = async (capability: string) => {
    const subjects = ['u', 'v', 'w', 'x'];
    const allowed = await Promise.all(subjects.map((subject) => to.may(subject, capability)));
    return subjects.filter((_, n) => allowed[n]);
  };
  expect([await who('PAY:SEND'), await who('ABC:TILL:OPEN')]).toEqual([['x'], ['u', 'v', 'w']]);

  await leave(app, to);
  expect([await who('PAY:SEND'), await who('ABC:TILL:OPEN')]).toEqual([['x'], []]);
  expect((await to.call('GET', `/roles/${cashier}`)).body.data).toMatchObject({
    prefix: 'ABC',
    retired: true,
    capabilities: [],
    inherits: [],
  });
  expect((await to.list('policies')).map(({ effect }: { effect: string }) => effect)).toEqual([
    'deny',
    'deny',
  ]);
  const why = await to.ask({ subject: 'v', capability: 'PAY:SEND', explain: true });
  expect(why.body.data.explanation.rules[0]).toMatchObject({
    policyId: policy,
    path: ['v', lead, cashier],
  });

  await pull(app, from, to);
  const again = await to.importedRole('Cashier');
  expect(again).not.toBe(cashier);
  expect([await who('PAY:SEND'), await who('ABC:TILL:OPEN')]).toEqual([['x'], []]);
  await to.assign('x', await to.importedRole('Lead'));
  expect([await who('PAY:SEND'), await who('ABC:TILL:OPEN')]).toEqual([[], ['x']]);
  await leave(app, to);
  expect(await who('PAY:SEND')).toEqual([]);

  // The organization can delete a tombstone that nothing names, and cannot change one.
  expectRefused(await to.call('DELETE', `/roles/${lead}`), 409, 'CONFLICT');
  expectRefused(await to.call('PATCH', `/roles/${lead}`, { inherits: [] }), 403, 'FORBIDDEN');
  await to.remove(`/assignments/${assigned}`);
  expect(await who('PAY:SEND')).toEqual(['v']);
});

test('a denial about a role is about it again only when it comes back under the same prefix', async () => {
  const [from, to] = [await sharingMember(app), await sharingClient(app)];
  await pull(app, from, to, 'ONE');
  const roleId = await to.importedRole('Cashier');
  await to.policy({ effect: 'deny', roleId, capability: 'ONE:TILL:OPEN' });
  await leave(app, to);
  await pull(app, from, to, 'TWO', 'membership_2');
  await pull(app, from, to, 'ONE', 'membership_3');
  for (const { id, name, prefix } of await to.list('roles'))
    if (name === 'Cashier' && id !== roleId) await to.assign(prefix, id);
  const may = ['ONE', 'TWO'].map((prefix) => to.may(prefix, `${prefix}:TILL:OPEN`));
  expect(await Promise.all(may)).toEqual([false, true]);
});

test('the own things that an import changes are announced one by one', async () => {
  const [from, to] = [await sharingMember(app), await sharingClient(app)];
  await pull(app, from, to);
  const [cashier, lead] = [await to.importedRole('Cashier'), await to.importedRole('Lead')];
  const own = await to.role('Own', ['ABC:TILL:OPEN']);
  const given = await to.assign('u', lead);
  await to.assign('v', cashier);
  const allow = await to.policy({ effect: 'allow', capability: 'ABC:TILL:REFUND' });
  await to.policy({ effect: 'deny', roleId: cashier, capability: 'ABC:TILL:REFUND' });
  const { revision } = (await to.ask({ subject: 'u', capability: 'ABC:TILL:OPEN' })).body.data;
  await leave(app, to);
  const { rows } = await app.db.pool.query<{ body: string }>(
    `SELECT body FROM events WHERE org_id = $1 ORDER BY id`,
    [to.org.id],
  );
  const told = rows
    .map(({ body }) => JSON.parse(body).data)
    .filter((data) => data.revision === revision + 1);
  expect(told.map(({ resource, id, action }) => [resource, id, action])).toEqual(
    expect.arrayContaining([
      ['import', 'ABC', 'deleted'],
      ['role', own, 'updated'],
      ['role', cashier, 'updated'],
      ['policy', allow, 'deleted'],
    ]),
  );
  // The leader counts as a cashier, who is denied something: the role retires, and the assignment stays.
  expect(told).toHaveLength(5);
  expect(told.map(({ ownChanges }) => ownChanges)).toContain(4);
  expect((await to.list('assignments')).map(({ id }: { id: string }) => id)).toContain(given);
});

const IMPORTED = ['s0', 's1', 's2', 's3'];
const OWN = ['o0', 'o1'];
const SUBJECTS = ['u0', 'u1', 'u2'];
const pick = fc.constantFrom;

/** Roles inherit from later ones: imported ones from imported ones, own ones from all. */
const histories = fc.record({
  roles: fc.tuple(
    ...IMPORTED.map((id, n) =>
      fc.record({
        id: fc.constant(id),
        name: fc.constant(id),
        capabilities: fc.subarray(['TILL:OPEN', 'TILL:*', 'DESK:SIT']),
        inherits: fc.subarray(IMPORTED.slice(n + 1)),
      }),
    ),
  ),
  own: fc.tuple(
    ...OWN.map(() =>
      fc.record({
        capabilities: fc.subarray(['PAY:SEND', 'ABC:TILL:OPEN', 'ABC:DESK:*']),
        inherits: fc.subarray(IMPORTED, { maxLength: 2 }),
      }),
    ),
  ),
  assignments: fc.uniqueArray(
    fc.record({ subject: pick(...SUBJECTS), role: pick(...IMPORTED, ...OWN) }),
    { minLength: 2, maxLength: 6, selector: JSON.stringify },
  ),
  policies: fc.uniqueArray(
    fc.record({
      effect: pick('deny' as const, 'deny' as const, 'allow' as const),
      role: pick(...IMPORTED, ...OWN, null),
      capability: pick('PAY:SEND', 'ABC:TILL:OPEN', 'ABC:DESK:*'),
      resource: pick('*', 'a'),
    }),
    { maxLength: 5, selector: (one) => JSON.stringify({ ...one, effect: '' }) },
  ),
  /** The member's act: it removes some of its things, or it leaves and perhaps comes back. */
  gone: fc.option(fc.record({ roles: fc.subarray(IMPORTED), desk: fc.boolean() }), { freq: 2 }),
  returns: fc.boolean(),
});

/** A role that others inherit from cannot be deleted: they go, too. */
function without(roles: SharedState['roles'], gone: string[]): SharedState['roles'] {
  const all = new Set(gone);
  for (let size = -1; size !== all.size;) {
    size = all.size;
    for (const { id, inherits } of roles)
      if (inherits.some((parent) => all.has(parent))) all.add(id);
  }
  return roles.filter(({ id }) => !all.has(id));
}

function stateOf(revision: number, roles: SharedState['roles'], codes: string[]): SharedState {
  return {
    revision,
    modules: codes.map((code) => ({ code, name: code, actions: ['OPEN', 'SIT'] })),
    roles: roles.map((role) => ({
      ...role,
      capabilities: role.capabilities.filter((one) => codes.includes(one.split(':')[0]!)),
    })),
    policies: [],
  };
}

test('a vanished role, module or membership never allows what was denied before', async () => {
  const seen = { denied: 0, allowed: 0, retired: 0 };
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { id: orgId } = await app.org();
      const permissions = new Permissions(app.db, 2 ** 20);
      const change = <T>(work: Parameters<typeof app.db.transaction<T>>[0]) =>
        app.db.transaction(work);
      const ids = new Map<string, string>();
      await change(async (tx) => {
        await createModule(tx, orgId, { code: 'PAY', name: 'Pay', actions: ['SEND'] });
        await importState(tx, orgId, 'ABC', 'm1', stateOf(1, history.roles, ['TILL', 'DESK']));
        const imported = await tx
          .selectFrom('permission_roles')
          .select(['id', 'source_id'])
          .where('org_id', '=', orgId)
          .execute();
        for (const row of imported) ids.set(row.source_id!, row.id);
        const roleId = (name: string) => ids.get(name)!;
        for (const [n, { capabilities, inherits }] of history.own.entries()) {
          const name = OWN[n]!;
          const role = { name, capabilities, inherits: inherits.map(roleId) };
          ids.set(name, (await createRole(tx, orgId, role)).id);
        }
        for (const { subject, role } of history.assignments)
          await createAssignment(tx, orgId, { subject, roleId: roleId(role) });
        for (const { role, ...rest } of history.policies) {
          if (rest.effect === 'allow' && role !== null && IMPORTED.includes(role)) continue;
          const about = role === null ? {} : { roleId: roleId(role) };
          await createPolicy(tx, orgId, { ...rest, ...about });
        }
      });
      const checks = SUBJECTS.flatMap((subject) =>
        ['PAY:SEND', 'ABC:TILL:OPEN', 'ABC:DESK:SIT'].flatMap((capability) => [
          { subject, capability },
          { subject, capability, resource: 'a' },
        ]),
      );
      const decided = async () =>
        (await permissions.checkAll(orgId, { checks })).results.map(({ allowed }) => allowed);
      const before = await decided();
      const { gone } = history;
      await change(async (tx) => {
        if (gone) {
          const codes = gone.desk ? ['TILL'] : ['TILL', 'DESK'];
          const state = stateOf(2, without(history.roles, gone.roles), codes);
          await importState(tx, orgId, 'ABC', 'm1', state);
        } else await removeImports(tx, orgId, ['m1']);
      });
      const rounds = [await decided()];
      if (!gone && history.returns) {
        await change((tx) =>
          importState(tx, orgId, 'ABC', 'm2', stateOf(1, history.roles, ['TILL', 'DESK'])),
        );
        rounds.push(await decided());
        await change((tx) => removeImports(tx, orgId, ['m2']));
        rounds.push(await decided());
      }
      for (const after of rounds)
        for (const [n, allowed] of after.entries()) {
          if (allowed) expect(before[n], JSON.stringify(checks[n])).toBe(true);
          if (allowed && !gone) expect(checks[n]!.capability).toBe('PAY:SEND');
          seen[allowed ? 'allowed' : 'denied'] += 1;
        }
      const { rows } = await app.db.pool.query(
        `SELECT count(*) FILTER (WHERE retired_source IS NOT NULL) AS retired, (count(*) = h.roles) AS counted
         FROM permission_heads h LEFT JOIN permission_roles r USING (org_id) WHERE org_id = $1 GROUP BY h.roles`,
        [orgId],
      );
      expect(rows[0].counted).toBe(true);
      seen.retired += rows[0].retired;
    }),
    { numRuns: 15 },
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
});
