import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { expectRefused } from '../../../../test/support/permission-client.ts';
import { leave, pull, sharingClient, sharingMember } from '../../../../test/support/sharing.ts';
import { evaluate } from '../check/evaluate.ts';
import { Models } from '../check/models.ts';
import { sharedState } from '../sharing/denials.ts';
import { importState } from './imports.ts';
import { importsOf } from './store.ts';

const app = testApp({ role: 'api', rateLimits: undefined });

const SOURCE = 'membership_1';
function client(plan?: 'free') {
  return sharingClient(app, plan);
}
function member() {
  return sharingMember(app);
}

describe('an import', () => {
  test('brings modules, roles and policies under the prefix, and roles work once they are assigned', async () => {
    const [from, to] = [await member(), await client('free')];
    expect(await pull(app, from, to)).toMatchObject({ applied: true });
    expect(await to.may('u', 'ABC:TILL:OPEN')).toBe(false);
    await to.assign('u', await to.importedRole('Lead'));
    expect(await to.may('u', 'ABC:TILL:OPEN')).toBe(true);
    expect(await to.may('u', 'ABC:TILL:REFUND', 'desk')).toBe(true);
    expect(await to.may('u', 'ABC:TILL:REFUND', 'vault/1')).toBe(false);
    expectRefused(
      await to.ask({ subject: 'u', capability: 'TILL:OPEN' }),
      400,
      'CAPABILITY_INVALID',
    );
    const [module] = await to.list('modules');
    expect(module).toMatchObject({ prefix: 'ABC', code: 'TILL', actions: ['OPEN', 'REFUND'] });
    // Imported modules do not count against the plan.
    for (const code of ['A', 'B', 'C', 'D', 'E']) await to.module(code, ['X']);
  });

  test('shares neither imported objects nor a policy that allows every subject', async () => {
    const [from, between, to] = [await member(), await client(), await client()];
    await from.policy({ effect: 'allow', capability: 'TILL:OPEN', resource: 'lobby' });
    await from.policy({ effect: 'deny', capability: 'TILL:OPEN', resource: 'cellar' });
    await pull(app, from, between);
    await between.module('OWN', ['X']);
    const mixed = ['OWN:X', 'ABC:TILL:OPEN'];
    await between.role('Mixed', mixed, [await between.importedRole('Lead')]);
    await between.policy({ effect: 'deny', capability: 'ABC:TILL:OPEN', resource: 'x' });
    await pull(app, between, to, 'XY');
    expect(await to.list('modules')).toHaveLength(1);
    expect(await to.list('policies')).toEqual([]);
    expect(await to.list('roles')).toMatchObject([{ capabilities: ['XY:OWN:X'], inherits: [] }]);
    const effects = (await between.list('policies')).map(
      ({ effect, resource }: { effect: string; resource: string }) => `${effect} ${resource}`,
    );
    expect(effects.toSorted()).toEqual(['deny cellar', 'deny vault/*', 'deny x']);
  });

  test('includes denials of imported roles that the member’s own roles inherit', async () => {
    const [from, between, to] = [await member(), await client(), await client()];
    await pull(app, from, between);
    await between.module('PAY', ['SEND', 'READ']);
    const lead = await between.importedRole('Lead');
    const approver = await between.role('Approver', ['PAY:SEND', 'PAY:READ']);
    await between.role('Chief', [], [approver]);
    const follow = async () => (await pull(app, between, to, 'XY')).applied;
    expect(await follow()).toBe(true);
    const subjects = { u: await to.importedRole('Approver'), v: await to.importedRole('Chief') };
    for (const [subject, role] of Object.entries(subjects)) await to.assign(subject, role);
    const denied = async () => {
      const may = Object.keys(subjects).map((subject) => to.may(subject, 'XY:PAY:SEND'));
      return (await Promise.all(may)).map((allowed) => !allowed);
    };
    // The leader counts as a cashier.
    const cashier = await between.importedRole('Cashier');
    const deny = { effect: 'deny', roleId: cashier, capability: 'PAY:SEND' };
    const policy = await between.policy(deny);
    expect([await follow(), await denied()]).toEqual([false, [false, false]]);
    const inherit = (inherits: string[]) =>
      between.call('PATCH', `/roles/${approver}`, { inherits });
    await inherit([lead]);
    expect([await follow(), await denied()]).toEqual([true, [true, true]]);
    expect(await to.may('u', 'XY:PAY:READ')).toBe(true);
    await inherit([]);
    expect([await follow(), await denied()]).toEqual([true, [false, false]]);
    await inherit([lead]);
    await between.remove(`/policies/${policy}`);
    expect([await follow(), await denied()]).toEqual([true, [false, false]]);
    await between.policy(deny);
    expect([await follow(), await denied()]).toEqual([true, [true, true]]);
    // A tombstone continues to deny. If the member removes a parent from a role, the parent is also removed here.
    await leave(app, between);
    await follow();
    expect(await denied()).toEqual([true, true]);
    await pull(app, from, between);
    await inherit([await between.importedRole('Lead')]);
    await from.call('PATCH', `/roles/${from.lead}`, { inherits: [] });
    await follow();
    expect(await denied()).toEqual([true, true]);
    await pull(app, from, between);
    expect([await follow(), await denied()]).toEqual([true, [false, false]]);
    expect(
      (await to.list('roles')).every(({ prefix }: { prefix: string }) => prefix === 'XY'),
    ).toBe(true);
  });

  test('deletes what the member has deleted, with the dependent grants', async () => {
    const [from, to] = [await member(), await client()];
    await pull(app, from, to);
    const lead = await to.importedRole('Lead');
    await to.assign('u', lead);
    const own = await to.role('Own', ['ABC:TILL:REFUND', 'ABC:TILL:*', 'ABC:TILL:OPEN'], [lead]);
    await to.assign('v', own);
    await to.policy({ effect: 'allow', capability: 'ABC:TILL:REFUND' });
    await to.policy({ effect: 'deny', capability: 'ABC:TILL:REFUND', resource: 'never' });
    await from.call('PATCH', `/roles/${from.lead}`, { capabilities: [] });
    expectRefused(await from.call('DELETE', `/roles/${from.cashier}`), 409, 'CONFLICT');
    await from.remove(`/roles/${from.lead}`);
    await from.call('PATCH', `/modules/${from.till}`, { actions: ['OPEN', 'COUNT'] });
    await pull(app, from, to);
    const question = { subject: 'v', capability: 'ABC:TILL:REFUND' };
    expect((await to.ask(question)).body.data.reason).toBe('unknown_capability');
    const { capabilities, inherits } = (await to.call('GET', `/roles/${own}`)).body.data;
    expect([capabilities, inherits]).toEqual([['ABC:TILL:*', 'ABC:TILL:OPEN'], []]);
    expect((await to.call('GET', `/roles/${lead}`)).status).toBe(404);
    expect(await to.list('assignments')).toHaveLength(1);
    const policies = await to.list('policies');
    expect(policies.map(({ resource }: { resource: string }) => resource).toSorted()).toEqual([
      'never',
      'vault/*',
    ]);
    expect(await to.may('v', 'ABC:TILL:COUNT')).toBe(true);
    expect(await to.may('u', 'ABC:TILL:OPEN')).toBe(false);
    expect(await to.may('u', 'ABC:TILL:COUNT')).toBe(false);
  });

  test('changes nothing when it repeats the same state', async () => {
    const [from, to] = [await member(), await client()];
    await from.module('NEW', ['X']);
    await pull(app, from, to);
    const state = await sharedState(app.db.read, from.org.id);
    const own = await app.dbOf(to.org.id);
    expect(await own.transaction((tx) => importState(tx, to.org.id, 'ABC', SOURCE, state))).toEqual(
      { applied: false, events: [] },
    );
    const { revision } = state;
    expect(await importsOf(app.db.read, [SOURCE], [to.org.id])).toMatchObject([{ revision }]);
    expect(await to.list('modules')).toHaveLength(2);
  });

  test.each([
    ['an older revision', -1],
    ['the same revision', 0],
    ['a newer revision', 1],
  ])(
    'replaces modules that the source’s database has lost, when the source is at %s',
    async (_, ahead) => {
      const [from, to] = [await member(), await client()];
      const kept = await sharedState(app.db.read, from.org.id);
      await from.module('LOST', ['X']);
      await pull(app, from, to);
      const { revision } = await sharedState(app.db.read, from.org.id);
      const own = await app.dbOf(to.org.id);
      const state = { ...kept, revision: revision + ahead, stamp: `new${ahead}` };
      const { applied } = await own.transaction((tx) =>
        importState(tx, to.org.id, 'ABC', SOURCE, state),
      );
      expect(applied).toBe(true);
      expect((await to.list('modules')).map(({ code }: { code: string }) => code)).toEqual(
        kept.modules.map(({ code }) => code),
      );
    },
  );

  test('a prefix belongs to one source', async () => {
    const [from, to] = [await member(), await client()];
    await pull(app, from, to);
    await expect(pull(app, from, to, 'ABC', 'membership_2')).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await leave(app, to, 'membership_2')).toEqual([]);
    expect(await to.list('modules')).toHaveLength(1);
  });

  // contract: permissions/imported-grant-narrowed
  test('imported permissions cannot be changed or widened by the importer, only narrowed', async () => {
    const [from, to] = [await member(), await client()];
    await pull(app, from, to);
    const cashier = await to.importedRole('Cashier');
    const [module] = await to.list('modules');
    const [policy] = await to.list('policies');
    for (const answer of [
      await to.call('PATCH', `/roles/${cashier}`, { capabilities: ['ABC:TILL:*'] }),
      await to.call('DELETE', `/roles/${cashier}`),
      await to.call('PATCH', `/modules/${module.id}`, { actions: ['OPEN', 'ALL'] }),
      await to.call('DELETE', `/modules/${module.id}`),
      await to.call('DELETE', `/policies/${policy.id}`),
      await to.call('POST', '/policies', {
        effect: 'allow',
        roleId: cashier,
        capability: 'ABC:TILL:REFUND',
      }),
    ])
      expectRefused(answer, 403, 'FORBIDDEN');
    const unknown = { name: 'r', capabilities: ['ABC:TILL:ALL'] };
    expectRefused(await to.call('POST', '/roles', unknown), 400, 'CAPABILITY_INVALID');
    await to.assign('u', cashier);
    // A denial by the member applies even if this organization allows the action.
    await to.policy({ effect: 'allow', capability: 'ABC:TILL:*' });
    expect(await to.may('u', 'ABC:TILL:OPEN', 'vault/1')).toBe(false);
    expect(await to.may('u', 'ABC:TILL:OPEN', 'desk')).toBe(true);
    await to.policy({
      effect: 'deny',
      roleId: cashier,
      capability: 'ABC:TILL:OPEN',
      resource: 'desk',
    });
    expect(await to.may('u', 'ABC:TILL:OPEN', 'desk')).toBe(false);
  });
});

test('the next check sees a large import, without loading assignments and relationships again', async () => {
  const to = await client();
  await to.module('OWN', ['X']);
  const own = await app.dbOf(to.org.id);
  let wholeReads = 0;
  const transaction: typeof own.transaction = (work) => {
    wholeReads += 1;
    return own.transaction(work);
  };
  const models = new Models({ read: own.read, transaction } as never, 2 ** 20);
  const codes = Array.from({ length: 300 }, (_, n) => `M${n}`);
  const bring = (revision: number, some: string[]) =>
    own.transaction((tx) =>
      importState(tx, to.org.id, 'ABC', 'membership_1', {
        revision,
        stamp: '',
        modules: some.map((code) => ({ code, name: 'M', actions: ['X', 'Y'] })),
        roles: some.map((code) => ({
          id: `role_${code}`,
          name: code,
          capabilities: [`${code}:*`],
          inherits: [],
        })),
        policies: some.map((code) => ({
          id: `policy_${code}`,
          effect: 'deny',
          roleId: `role_${code}`,
          capability: `${code}:Y`,
          resource: '*',
          relation: null,
        })),
      }),
    );
  const may = async (subject: string, ...capabilities: string[]) => {
    const model = await models.open(to.org.id);
    return capabilities.map((capability) => evaluate(model, { subject, capability }));
  };
  expect(await may('u', 'OWN:X', 'ABC:M9:X')).toEqual(['nothing_grants', 'unknown_capability']);
  await bring(7, codes);
  await to.assign('u', await to.importedRole('M9'));
  await to.assign('u', await to.role('Own', ['OWN:X']));
  const asked = ['OWN:X', 'ABC:M9:X', 'ABC:M9:Y', 'ABC:M299:X'];
  const granted = ['role_grants', 'role_grants', 'policy_denies'];
  expect(await may('u', ...asked)).toEqual([...granted, 'nothing_grants']);
  await bring(8, codes.slice(0, 20));
  expect(await may('u', ...asked)).toEqual([...granted, 'unknown_capability']);
  await bring(9, codes);
  await leave(app, to);
  expect(await may('u', 'OWN:X', 'ABC:M9:X')).toEqual(['role_grants', 'unknown_capability']);
  expect(wholeReads).toBe(1);
});

test('an import is one event, with the prefix and without subjects', async () => {
  const [from, to] = [await member(), await client()];
  await pull(app, from, to);
  await leave(app, to);
  const { rows } = await app.db.pool.query<{ body: string }>(
    `SELECT body FROM events WHERE org_id = $1 ORDER BY created_at, id`,
    [to.org.id],
  );
  expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([
    { revision: 1, resource: 'import', id: 'ABC', action: 'created', ownChanges: 0 },
    { revision: 2, resource: 'import', id: 'ABC', action: 'deleted', ownChanges: 0 },
  ]);
});
