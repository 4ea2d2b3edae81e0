import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { expectRefused } from '../../../../test/support/permission-client.ts';
import {
  leave,
  pull,
  sharingClient,
  sharingMember,
  type SharingClient,
} from '../../../../test/support/sharing.ts';
import { importState } from './imports.ts';

const app = testApp({ role: 'api', rateLimits: undefined });

// contract: permissions/federated-key-prefix
test('the end of a membership removes everything with the prefix, and nothing else', async () => {
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
  // The organization can import it again, from the beginning.
  expect(await pull(app, from, to)).toMatchObject({ applied: true });
  expect(await to.may('u', 'ABC:TILL:OPEN')).toBe(false);
  const { rows } = await app.db.pool.query(
    `SELECT modules, roles, policies, assignments FROM permission_heads WHERE org_id = $1`,
    [to.org.id],
  );
  expect(rows).toEqual([{ modules: 1, roles: 5, policies: 5, assignments: 1 }]);
});

test('a denial for an imported role still applies to its holders when the role vanishes, and when it returns', async () => {
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

  // The organization can delete a tombstone that nothing references, and cannot change one.
  expectRefused(await to.call('DELETE', `/roles/${lead}`), 409, 'CONFLICT');
  expectRefused(await to.call('PATCH', `/roles/${lead}`, { inherits: [] }), 403, 'FORBIDDEN');
  await to.remove(`/assignments/${assigned}`);
  expect(await who('PAY:SEND')).toEqual(['v']);
});

test('a denial for a role applies to it again only when it returns under the same prefix', async () => {
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

test('an import emits one event for each object of the organization that it changes', async () => {
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
  // The leader counts as a cashier, and cashiers are denied something: the role becomes a tombstone, and the assignment
  // stays.
  expect(told).toHaveLength(5);
  expect(told.map(({ ownChanges }) => ownChanges)).toContain(4);
  expect((await to.list('assignments')).map(({ id }: { id: string }) => id)).toContain(given);
});

/** A state of a member without modules: roles by name, each with the names of its parents. */
type Roles = Record<string, string[]>;

/** An organization that imports such states; tombstones are marked with a †. */
async function importer() {
  const to: SharingClient = await sharingClient(app);
  await to.module('PAY', ['SEND']);
  const payer = await to.role('Payer', ['PAY:SEND']);
  const own = await app.dbOf(to.org.id);
  let revision = 0;
  const rolesOf = async (): Promise<
    { id: string; name: string; retired: boolean; inherits: string[] }[]
  > => (await to.list('roles')).filter(({ prefix }: { prefix: string | null }) => prefix !== null);
  return {
    ...to,
    bring: (roles: Roles) =>
      own.transaction((tx) =>
        importState(tx, to.org.id, 'ABC', 'membership_1', {
          revision: ++revision,
          stamp: '',
          modules: [],
          roles: Object.entries(roles).map(([id, inherits]) => ({
            id,
            name: id,
            capabilities: [],
            inherits,
          })),
          policies: [],
        }),
      ),
    give: async (subject: string, name: string) => {
      await to.assign(subject, payer);
      return to.assign(subject, await to.importedRole(name));
    },
    deny: async (name: string) =>
      to.policy({ effect: 'deny', roleId: await to.importedRole(name), capability: 'PAY:SEND' }),
    /** Each imported role with its parents. */
    async imported(): Promise<Roles> {
      const roles = await rolesOf();
      const shown = new Map(
        roles.map(({ id, name, retired }) => [id, name + (retired ? '†' : '')]),
      );
      return Object.fromEntries(
        roles.map(({ id, inherits }) => [shown.get(id), inherits.map((one) => shown.get(one)!)]),
      );
    },
  };
}

test('a tombstone inherits from the denied roles that it reaches, and a role without holders is deleted', async () => {
  const to = await importer();
  const chain = { Base: [], Middle: ['Base'], Held: ['Middle'], Upper: ['Held'], Top: ['Upper'] };
  await to.bring({ ...chain, Other: [], Unheld: ['Base'] });
  await to.deny('Base');
  await to.give('u', 'Held');
  await to.give('v', 'Top');
  await to.give('w', 'Other');
  await to.bring({ Base: [] });
  expect(await to.imported()).toEqual({ Base: [], 'Held†': ['Base'], 'Top†': ['Held†'] });
  const may = ['u', 'v', 'w'].map((subject) => to.may(subject, 'PAY:SEND'));
  expect(await Promise.all(may)).toEqual([false, false, true]);
});

test('a role that only a tombstone inherits becomes a tombstone if a policy denies it something, and is otherwise deleted', async () => {
  const to = await importer();
  await to.bring({ Base: [], Plain: [], Middle: ['Base'], Held: ['Middle', 'Plain'] });
  await to.deny('Base');
  const denials = [await to.deny('Middle'), await to.deny('Plain')];
  await to.give('u', 'Held');
  await to.bring({ Base: [], Plain: [], Middle: ['Base'] });
  expect(await to.imported()).toMatchObject({ 'Held†': ['Middle', 'Plain', 'Base'] });
  for (const id of denials) await to.remove(`/policies/${id}`);
  await to.bring({ Base: [] });
  expect(await to.imported()).toEqual({
    Base: [],
    'Middle†': ['Base'],
    'Held†': ['Middle†', 'Base'],
  });
  expect(await to.may('u', 'PAY:SEND')).toBe(false);
});

test('a role that returns gets one of several equal denials of its tombstones', async () => {
  const to = await importer();
  await to.bring({ Cashier: [] });
  const first = await to.importedRole('Cashier');
  await to.give('u', 'Cashier');
  await to.deny('Cashier');
  await to.bring({});
  await to.bring({ Cashier: [] });
  await to.give('v', 'Cashier');
  // The denial has moved to the second role, so the first role may have another denial.
  await to.policy({ effect: 'deny', roleId: first, capability: 'PAY:SEND' });
  await to.bring({});
  await to.bring({ Cashier: [] });
  await to.give('w', 'Cashier');
  const about = (await to.list('policies')).map(({ roleId }: { roleId: string }) => roleId);
  expect(about).toContain(await to.importedRole('Cashier'));
  expect(new Set(about).size).toBe(2);
  const may = ['u', 'v', 'w'].map((subject) => to.may(subject, 'PAY:SEND'));
  expect(await Promise.all(may)).toEqual([false, false, false]);
});
