import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { naiveDecision } from '../../../../test/support/naive-permissions.ts';
import { permissionClient } from '../../../../test/support/permission-client.ts';
import { questions, worlds } from '../../../../test/support/permission-worlds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(() => app.stop());

test('what is built over HTTP is decided as documented: alone, in a batch and explained', async () => {
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
            // Only what was imported retires.
            retired: false,
            capabilities: role.capabilities.filter(own),
          })),
          policies: drawn.policies.filter(({ capability }) => own(capability)),
        };
        const client = permissionClient(app, await app.org());
        for (const { code, actions } of world.modules) await client.module(code, actions);
        const ids = new Map<string, string>();
        // What they inherit from comes after them.
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
    { numRuns: 6 },
  );
});

test('an explanation tells the policy, the role and the way to it', async () => {
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
