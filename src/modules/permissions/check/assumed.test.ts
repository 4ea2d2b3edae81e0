import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { naiveDecision, type World } from '../../../../test/support/naive-permissions.ts';
import { expectRefused, permissionClient } from '../../../../test/support/permission-client.ts';
import {
  itemsOf,
  policies as policyArbitrary,
  questions,
  worlds,
} from '../../../../test/support/permission-worlds.ts';
import { AssumedModel } from './assumed.ts';
import { evaluate, isAllowed } from './evaluate.ts';
import { explain } from './explain.ts';
import { Model } from './model.ts';
import type { Item } from './store.ts';

const changes = fc.record({
  role: fc.record({
    id: fc.constantFrom('r0', 'r1', 'r2'),
    capabilities: fc.subarray(['A:X', 'A:*', 'B:X', 'PQ:A:X']),
  }),
  assignment: fc.record({
    subject: fc.constantFrom('u1', 'u2', 'g1'),
    roleId: fc.constantFrom('r0', 'r1', 'r2'),
  }),
  policy: policyArbitrary,
});

type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

/** The world after the changes: without its first assignment and its first policy. */
function changedWorld(world: World, change: Change): World {
  const { role, assignment, policy } = change;
  return {
    ...world,
    roles: world.roles.map((one) => (one.id === role.id ? { ...one, ...role } : one)),
    assignments: [...world.assignments.slice(1), assignment],
    policies: [...world.policies.slice(1), policy],
  };
}

function firstOf(items: readonly Item[], kind: Item['kind']): string[] {
  return items
    .filter((one) => one.kind === kind)
    .slice(0, 1)
    .map(({ id }) => id);
}

describe('a check with assumptions', () => {
  test('returns the answer as if the assumptions were true, and changes no other check', () => {
    const seen = { other: 0, same: 0 };
    const asked = fc.array(questions, { minLength: 5, maxLength: 20 });
    fc.assert(
      fc.property(worlds, changes, asked, (world, change, all) => {
        const items = itemsOf(world);
        const model = new Model();
        model.apply({ revision: 1, stamp: '' }, items);
        const { role, assignment, policy } = change;
        const { roleId, relation, ...rest } = policy;
        const assumed = new AssumedModel(model, {
          roles: [role],
          assignments: [assignment],
          policies: [
            { ...rest, ...(roleId !== null && { roleId }), ...(relation !== null && { relation }) },
          ],
          without: [...firstOf(items, 'assignment'), ...firstOf(items, 'policy')],
        });
        const changed = changedWorld(world, change);
        for (const question of all) {
          const before = naiveDecision(world, question) === true;
          const after = naiveDecision(changed, question) === true;
          seen[before === after ? 'same' : 'other'] += 1;
          expect(isAllowed(evaluate(assumed, question)), JSON.stringify(question)).toBe(after);
          expect(isAllowed(explain(assumed, question).reason)).toBe(after);
          expect(isAllowed(evaluate(model, question)), JSON.stringify(question)).toBe(before);
        }
      }),
      { numRuns: 150 },
    );
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100);
  });
});

describe('POST /permissions/check with assume', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ role: 'api', rateLimits: undefined });
  });
  afterAll(() => app.stop());

  async function start() {
    const client = permissionClient(app, await app.org());
    await client.module('TILL', ['OPEN', 'REFUND']);
    const cashier = await client.role('Cashier', ['TILL:OPEN']);
    const assume = async (capability: string, assumed: object) =>
      client.call('POST', '/check', {
        subject: 'user:1',
        capability,
        explain: true,
        assume: assumed,
      });
    return { ...client, cashier, assume };
  }

  test('tries an assignment, a role and a policy, and changes nothing', async () => {
    const { assume, may, cashier, call } = await start();
    const assignments = [{ subject: 'user:1', roleId: cashier }];
    const given = await assume('TILL:OPEN', { assignments });
    expect(given.body.data).toMatchObject({ allowed: true, reason: 'role_grants' });
    expect(given.body.data.explanation.rules[0].path).toEqual(['user:1', cashier]);
    const roles = [{ id: cashier, capabilities: ['TILL:*'] }];
    const refund = await assume('TILL:REFUND', { assignments, roles });
    expect(refund.body.data.allowed).toBe(true);
    const policies = [{ effect: 'deny', capability: 'TILL:*' }];
    const denied = await assume('TILL:OPEN', { assignments, policies });
    expect(denied.body.data).toMatchObject({ allowed: false, reason: 'policy_denies' });
    expect(denied.body.data.explanation.rules[0].policyId).toBe('assume.policies[0]');
    expect(await may('user:1', 'TILL:OPEN')).toBe(false);
    expect((await assume('TILL:OPEN', {})).body.data.allowed).toBe(false);
    const revision = given.body.data.revision;
    expect((await assume('TILL:OPEN', {})).body.data.revision).toBe(revision);
    for (const list of ['/assignments', '/policies'])
      expect((await call('GET', list)).body.data.total).toBe(0);
    const kept = await call('GET', `/roles/${cashier}`);
    expect(kept.body.data.capabilities).toEqual(['TILL:OPEN']);
  });

  test('tries to remove an assignment or a policy', async () => {
    const { assume, assign, policy, may, cashier } = await start();
    const assignment = await assign('user:1', cashier);
    const deny = await policy({ effect: 'deny', capability: 'TILL:OPEN' });
    expect((await assume('TILL:OPEN', { without: [deny] })).body.data.allowed).toBe(true);
    const both = await assume('TILL:OPEN', { without: [deny, assignment] });
    expect(both.body.data).toMatchObject({ allowed: false, reason: 'nothing_grants' });
    const policies = [{ effect: 'allow', capability: 'TILL:OPEN' }];
    const instead = await assume('TILL:OPEN', { policies, without: [deny, assignment] });
    expect(instead.body.data).toMatchObject({ allowed: true, reason: 'policy_allows' });
    expect(await may('user:1', 'TILL:OPEN')).toBe(false);
  });

  test('rejects assumptions that could not be saved, and names their place', async () => {
    const { assume, policy, assign, cashier } = await start();
    const other = await start();
    const foreign = await other.assign('user:1', other.cashier);
    await policy({ effect: 'deny', capability: 'TILL:OPEN' });
    await assign('user:1', cashier);
    const allow = { effect: 'allow', capability: 'TILL:OPEN' };
    const cases: [object, number, string, string][] = [
      [
        { roles: [{ id: cashier, capabilities: ['TILL:OPEN', 'TILL:NOPE'] }] },
        400,
        'CAPABILITY_INVALID',
        'assume.roles[0].capabilities[1]',
      ],
      [
        { policies: [{ effect: 'deny', capability: 'till' }] },
        400,
        'CAPABILITY_INVALID',
        'assume.policies[0].capability',
      ],
      [
        { policies: [{ ...allow, resource: 'a*b' }] },
        400,
        'BAD_REQUEST',
        'assume.policies[0].resource',
      ],
      [{ policies: [allow] }, 409, 'POLICY_CONFLICT', 'assume.policies[0]'],
      [
        { policies: [1, 2].map(() => ({ ...allow, resource: 'tills/1' })) },
        409,
        'POLICY_CONFLICT',
        'assume.policies[1]',
      ],
      [
        { policies: [{ ...allow, roleId: other.cashier }] },
        404,
        'ROLE_NOT_FOUND',
        'assume.policies[0].roleId',
      ],
      [
        { assignments: [{ subject: 'user:1', roleId: other.cashier }] },
        404,
        'ROLE_NOT_FOUND',
        'assume.assignments[0].roleId',
      ],
      [
        { roles: [{ id: other.cashier, capabilities: [] }] },
        404,
        'ROLE_NOT_FOUND',
        'assume.roles[0].id',
      ],
      [
        { roles: [1, 2].map(() => ({ id: cashier, capabilities: [] })) },
        400,
        'BAD_REQUEST',
        'assume.roles[1].id',
      ],
      [{ without: [foreign] }, 404, 'NOT_FOUND', 'assume.without[0]'],
      [{ without: ['nothing'] }, 404, 'NOT_FOUND', 'assume.without[0]'],
      [
        { without: Array.from({ length: 21 }, () => foreign) },
        400,
        'BAD_REQUEST',
        'assume.without',
      ],
    ];
    for (const [assumed, status, code, path] of cases) {
      const answer = await assume('TILL:OPEN', assumed);
      expectRefused(answer, status, code);
      expect(answer.body.error.details[0].path).toBe(path);
    }
  });
});
