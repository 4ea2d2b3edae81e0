import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { naiveDecision } from '../../../../test/support/naive-permissions.ts';
import { expectRefused, permissionClient } from '../../../../test/support/permission-client.ts';
import { questions, worlds } from '../../../../test/support/permission-worlds.ts';

const app = testApp({ role: 'api', rateLimits: undefined });

/** An organization with one module and a role with all its actions except REFUND. */
async function start() {
  const org = await app.org();
  const client = permissionClient(app, org);
  await client.module('TILL', ['OPEN', 'CLOSE', 'REFUND']);
  const cashier = await client.role('Cashier', ['TILL:OPEN', 'TILL:CLOSE']);
  return { ...client, org, cashier };
}

describe('a check', () => {
  test('is denied by default and granted by a role, and a denying policy overrides both', async () => {
    const { may, assign, policy, cashier } = await start();
    expect(await may('user:1', 'TILL:OPEN')).toBe(false);
    await assign('user:1', cashier);
    expect(await may('user:1', 'TILL:OPEN')).toBe(true);
    expect(await may('user:1', 'TILL:REFUND')).toBe(false);
    expect(await may('user:2', 'TILL:OPEN')).toBe(false);
    await policy({ effect: 'allow', capability: 'TILL:REFUND', resource: 'tills/*' });
    expect(await may('user:2', 'TILL:REFUND', 'tills/3')).toBe(true);
    await policy({ effect: 'deny', roleId: cashier, capability: 'TILL:*', resource: 'tills/3' });
    expect(await may('user:1', 'TILL:OPEN', 'tills/3')).toBe(false);
    expect(await may('user:1', 'TILL:REFUND', 'tills/3')).toBe(false);
    expect(await may('user:1', 'TILL:OPEN', 'tills/4')).toBe(true);
    expect(await may('user:1', 'TILL:OPEN')).toBe(true);
    expect(await may('user:2', 'TILL:REFUND', 'tills/3')).toBe(true);
  });

  test('uses inherited and member roles, and relations as conditions', async () => {
    const { may, assign, role, relate, policy, remove, cashier } = await start();
    const lead = await role('Lead', ['TILL:REFUND'], [cashier]);
    await relate('user:1', 'member', 'group:day');
    const all = await relate('group:day', 'member', 'group:all');
    const given = await assign('group:all', lead);
    expect(await may('user:1', 'TILL:CLOSE')).toBe(true);
    expect(await may('group:day', 'TILL:REFUND')).toBe(true);
    await policy({
      effect: 'deny',
      roleId: cashier,
      capability: 'TILL:CLOSE',
      relation: 'borrower',
    });
    await relate('group:day', 'borrower', 'tills/9');
    expect(await may('user:1', 'TILL:CLOSE', 'tills/9')).toBe(false);
    expect(await may('user:1', 'TILL:CLOSE', 'tills/8')).toBe(true);
    expect(await may('user:1', 'TILL:CLOSE')).toBe(true);
    await remove(`/relationships/${all}`);
    expect(await may('user:1', 'TILL:CLOSE', 'tills/8')).toBe(false);
    expect(await may('group:all', 'TILL:CLOSE')).toBe(true);
    await remove(`/assignments/${given}`);
    expect(await may('group:all', 'TILL:CLOSE')).toBe(false);
  });

  test('applies a relation to a parent also to its child, but not the reverse', async () => {
    const { may, relate, policy } = await start();
    await policy({ effect: 'allow', capability: 'TILL:OPEN', relation: 'keeper' });
    await relate('user:1', 'member', 'group:day');
    await relate('group:day', 'keeper', 'floors/1');
    await relate('floors/1', 'parent', 'rooms/1');
    await relate('rooms/1', 'parent', 'tills/1');
    await relate('user:2', 'keeper', 'tills/1');
    for (const resource of ['floors/1', 'rooms/1', 'tills/1'])
      expect(await may('user:1', 'TILL:OPEN', resource)).toBe(true);
    expect(await may('user:2', 'TILL:OPEN', 'tills/1')).toBe(true);
    expect(await may('user:2', 'TILL:OPEN', 'rooms/1')).toBe(false);
    expect(await may('user:1', 'TILL:OPEN', 'tills/2')).toBe(false);
  });

  // contract: permissions/capability-invalid-400
  test('of a malformed or unknown capability returns CAPABILITY_INVALID, and of an unknown imported one is denied', async () => {
    const { ask, call } = await start();
    for (const capability of ['', 'till:open', 'TILL', 'TILL:*', 'TILL:NOPE', 'NOPE:OPEN', 'A:B:C'])
      expectRefused(await ask({ subject: 'user:1', capability }), 400, 'CAPABILITY_INVALID');
    const gone = await ask({ subject: 'user:1', capability: 'ABC:TILL:OPEN' });
    expect(gone.body.data).toMatchObject({ allowed: false, reason: 'unknown_capability' });
    const checks = [
      { subject: 'user:1', capability: 'TILL:OPEN' },
      { subject: 'user:1', capability: 'TILL:NOPE' },
      { subject: 'user:1', capability: 'NOPE:OPEN' },
    ];
    const batch = await call('POST', '/check/batch', { checks });
    expectRefused(batch, 400, 'CAPABILITY_INVALID');
    const paths = batch.body.error.details.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['checks[1].capability', 'checks[2].capability']);
    const spaced = await ask({ subject: 'user 1', capability: 'TILL:OPEN' });
    expect(spaced.body.error.message).toBe('subject: must not contain white space');
  });

  test('in a batch is limited: up to 1,000 checks, or up to 100 with explanations', async () => {
    const { call } = await start();
    const batch = (count: number, explain: boolean) =>
      call('POST', '/check/batch', {
        checks: Array.from({ length: count }, () => ({ subject: 'u', capability: 'TILL:OPEN' })),
        explain,
      });
    expect((await batch(1000, false)).body.data.results).toHaveLength(1000);
    expect((await batch(100, true)).body.data.results[99].explanation.rules).toEqual([]);
    for (const refused of [
      await batch(1001, false),
      await batch(101, true),
      await batch(0, false),
    ]) {
      expectRefused(refused, 400, 'BAD_REQUEST');
      expect(refused.body.error.details[0].path).toBe('checks');
    }
  });
});

// contract: permissions/default-deny-deny
test('permissions built over HTTP are decided as documented, alone, in a batch and with explanation', async () => {
  const own = (capability: string): boolean => capability.split(':').length === 2;
  await fc.assert(
    fc.asyncProperty(
      worlds,
      fc.array(questions, { minLength: 10, maxLength: 20 }),
      async (drawn, drawnQuestions) => {
        const world = {
          ...drawn,
          modules: drawn.modules.filter(({ prefix }) => prefix === null),
          roles: drawn.roles.map((role) => ({
            ...role,
            // Only an imported role becomes a tombstone.
            tombstoned: false,
            capabilities: role.capabilities.filter(own),
          })),
          policies: drawn.policies.filter(({ capability }) => own(capability)),
        };
        const client = permissionClient(app, await app.org());
        for (const { code, actions } of world.modules) await client.module(code, actions);
        const ids = new Map<string, string>();
        // Parents come after their children.
        for (const { id, capabilities, inherits } of world.roles.toReversed())
          ids.set(
            id,
            await client.role(
              id,
              capabilities,
              inherits.map((one) => ids.get(one)!),
            ),
          );
        for (const { subject, roleId } of world.assignments)
          await client.assign(subject, ids.get(roleId)!);
        const kept = [];
        for (const one of world.policies) {
          const { roleId, relation, ...rest } = one;
          const answer = await client.call('POST', '/policies', {
            ...rest,
            ...(roleId === null ? {} : { roleId: ids.get(roleId) }),
            ...(relation === null ? {} : { relation }),
          });
          if (answer.status === 201) kept.push(one);
          else expect(answer.body.error.code).toBe('POLICY_CONFLICT');
        }
        for (const { subject, relation, object } of world.relationships)
          await client.relate(subject, relation, object);
        const decided = { ...world, policies: kept };
        const checks = drawnQuestions.filter(
          (asked) => !own(asked.capability) || naiveDecision(decided, asked) !== undefined,
        );
        fc.pre(checks.length > 0);
        const plain = await client.call('POST', '/check/batch', { checks });
        const why = await client.call('POST', '/check/batch', { checks, explain: true });
        for (const [n, asked] of checks.entries()) {
          const { allowed, reason, explanation } = why.body.data.results[n];
          expect(allowed).toBe(naiveDecision(decided, asked) === true);
          expect(plain.body.data.results[n]).toEqual({ allowed, reason });
          if (n > 2) continue;
          const alone = await client.ask({ ...asked, explain: true });
          const { revision } = plain.body.data;
          expect(alone.body.data).toEqual({ allowed, reason, explanation, revision });
        }
      },
    ),
    { numRuns: 4 },
  );
});

test('an explanation contains the policy, the role and the path to the role', async () => {
  const { module, role, assign, relate, policy, ask } = permissionClient(app, await app.org());
  await module('TILL', ['OPEN', 'CLOSE']);
  const basic = await role('Basic', ['TILL:*']);
  const lead = await role('Lead', [], [basic]);
  await relate('user:1', 'member', 'group:day');
  await assign('group:day', lead);
  const denies = await policy({
    effect: 'deny',
    roleId: basic,
    capability: 'TILL:CLOSE',
    resource: 'tills/*',
  });
  const path = ['user:1', 'group:day', lead, basic];
  const grant = {
    effect: 'allow',
    policyId: null,
    roleId: basic,
    capability: 'TILL:*',
    resource: null,
    relation: null,
    path,
  };
  const why = async (resource: string) =>
    (await ask({ subject: 'user:1', capability: 'TILL:CLOSE', resource, explain: true })).body.data;
  expect(await why('desk')).toMatchObject({
    allowed: true,
    reason: 'role_grants',
    explanation: { actingAs: ['user:1', 'group:day'], rules: [grant], truncated: false },
  });
  const denial = { ...grant, effect: 'deny', policyId: denies, capability: 'TILL:CLOSE' };
  expect(await why('tills/1')).toMatchObject({
    allowed: false,
    reason: 'policy_denies',
    explanation: { rules: [{ ...denial, resource: 'tills/*' }, grant] },
  });
});
