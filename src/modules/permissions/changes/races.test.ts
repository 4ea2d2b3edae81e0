import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer } from '../../../../test/support/app.ts';
import { expectRefused, permissionClient } from '../../../../test/support/permission-client.ts';

const app = testApp({ role: 'api', rateLimits: undefined });

function statuses(answers: Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted();
}

/** Returns true if the edges have a cycle. Removes nodes without predecessors until it can remove none. */
function hasCycle(edges: { from: string; to: string }[]): boolean {
  let left = edges;
  for (;;) {
    const entered = new Set(left.map(({ to }) => to));
    const rest = left.filter(({ from }) => entered.has(from));
    if (rest.length === left.length) return rest.length > 0;
    left = rest;
  }
}

async function edgesOf(orgId: string) {
  const { rows } = await app.db.pool.query<{ from: string; to: string }>(
    `SELECT subject AS "from", object AS "to" FROM permission_relationships WHERE org_id = $1`,
    [orgId],
  );
  const roles = await app.db.pool.query<{ from: string; to: string }>(
    `SELECT id AS "from", unnest(inherits) AS "to" FROM permission_roles WHERE org_id = $1`,
    [orgId],
  );
  return { relationships: rows, roles: roles.rows };
}

describe('modules', () => {
  // contract: permissions/module-limit-exceeded
  test.each([
    ['free', 5],
    ['pro', 50],
  ] as const)(
    'of the plan %s are exactly %i, however many are created together',
    async (plan, limit) => {
      const { call } = permissionClient(app, await app.org({ plan }));
      // On a busy machine the lock may come too late, and nothing is changed.
      const create = async (n: number): Promise<Answer> => {
        const body = { code: `M${n}`, name: 'M', actions: ['X'] };
        const answer = await call('POST', '/modules', body);
        return answer.status === 503 ? create(n) : answer;
      };
      const answers = await Promise.all(Array.from({ length: limit + 4 }, (_, n) => create(n)));
      expect(statuses(answers)).toEqual([
        ...Array.from({ length: limit }, () => 201),
        403,
        403,
        403,
        403,
      ]);
      expectRefused(await create(99), 403, 'MODULE_LIMIT_EXCEEDED');
      const { id } = answers.find(({ status }) => status === 201)!.body.data;
      await call('DELETE', `/modules/${id}`);
      expect(statuses(await Promise.all([create(98), create(97)]))).toEqual([201, 403]);
    },
  );

  test('concurrent requests create a module’s code once', async () => {
    const { call } = permissionClient(app, await app.org());
    const body = { code: 'M', name: 'M', actions: ['X'] };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/modules', body)));
    expect(statuses(answers)).toEqual([201, 409, 409]);
  });
});

// contract: permissions/relationship-cycle-409
test('rejects one of two relationships that together close a cycle, and names the cycle', async () => {
  const { call, relate } = permissionClient(app, await app.org());
  await relate('b', 'owner', 'c');
  for (let n = 0; n < 5; n++) {
    const [x, y] = [`x${n}`, `y${n}`];
    await relate(y, 'member', `z${n}`);
    const answers = await Promise.all([
      call('POST', '/relationships', { subject: x, relation: 'member', object: y }),
      call('POST', '/relationships', { subject: `z${n}`, relation: 'owner', object: x }),
    ]);
    expect(statuses(answers)).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error.code).toBe('RELATIONSHIP_CYCLE');
    const cycle = refused.body.error.details.map(({ message }: { message: string }) => message);
    expect(cycle[0]).toBe(cycle[3]);
    expect(cycle.toSorted()).toEqual([cycle[0], x, y, `z${n}`].toSorted());
  }
  expectRefused(
    await call('POST', '/relationships', { subject: 'c', relation: 'member', object: 'c' }),
    409,
    'RELATIONSHIP_CYCLE',
  );
});

// contract: permissions/relationship-cycle-409
test('rejects one of two roles that would inherit from each other', async () => {
  const { call, role } = permissionClient(app, await app.org());
  for (let n = 0; n < 3; n++) {
    const [a, b] = [await role(`a${n}`, []), await role(`b${n}`, [])];
    const answers = await Promise.all([
      call('PATCH', `/roles/${a}`, { inherits: [b] }),
      call('PATCH', `/roles/${b}`, { inherits: [a] }),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error.code).toBe('RELATIONSHIP_CYCLE');
    expect(refused.body.error.message).toMatch(/role_\w+ -> role_\w+ -> role_\w+/);
  }
  const alone = await role('alone', []);
  expectRefused(
    await call('PATCH', `/roles/${alone}`, { inherits: [alone] }),
    409,
    'RELATIONSHIP_CYCLE',
  );
});

// contract: permissions/relationship-cycle-409
test('stores no cycle, and every rejected relationship would have closed one', async () => {
  const nodes = ['n0', 'n1', 'n2', 'n3', 'n4'];
  const edge = fc.record({
    from: fc.constantFrom(...nodes),
    to: fc.constantFrom(...nodes),
    relation: fc.constantFrom('member', 'owner'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edge, { maxLength: 6 }), { maxLength: 3 }),
      async (rounds) => {
        const org = await app.org();
        const { call, role } = permissionClient(app, org);
        const roles = new Map<string, string>();
        for (const node of nodes) roles.set(node, await role(node, []));
        for (const round of rounds) {
          const answers = await Promise.all(
            round.flatMap(({ from, to, relation }) => [
              call('POST', '/relationships', { subject: from, relation, object: to }),
              call('PATCH', `/roles/${roles.get(from)!}`, { inherits: [roles.get(to)!] }),
            ]),
          );
          for (const { status } of answers) expect(status).toBeOneOf([200, 201, 409]);
          const edges = await edgesOf(org.id);
          expect(hasCycle(edges.relationships)).toBe(false);
          expect(hasCycle(edges.roles)).toBe(false);
          for (const [n, { from, to }] of round.entries())
            if (answers[2 * n]!.status === 409)
              expect(hasCycle([...edges.relationships, { from, to }])).toBe(true);
        }
      },
    ),
    { numRuns: 5 },
  );
});

// contract: permissions/policy-conflict-409
test('creates the same assignment, relationship or policy once under concurrent requests', async () => {
  const org = await app.org();
  const client = permissionClient(app, org);
  await client.module('M', ['X']);
  const roleId = await client.role('r', ['M:X']);
  const thrice = (path: string, body: object) =>
    Promise.all([1, 2, 3].map(() => client.call('POST', path, body)));
  const assignments = await thrice('/assignments', { subject: 'u', roleId });
  expect(statuses(assignments)).toEqual([200, 200, 201]);
  const relation = { subject: 'u', relation: 'owner', object: 'o' };
  expect(statuses(await thrice('/relationships', relation))).toEqual([200, 200, 201]);
  const policies = await thrice('/policies', { effect: 'allow', roleId, capability: 'M:X' });
  expect(statuses(policies)).toEqual([201, 409, 409]);
  const ids = new Set(assignments.map(({ body }) => body.data.id));
  expect(ids.size).toBe(1);
});

test('the counts of an organization are exact after concurrent changes', async () => {
  const org = await app.org();
  const client = permissionClient(app, org);
  await client.module('M', ['X']);
  const roles = await Promise.all([1, 2, 3, 4].map((n) => client.role(`r${n}`, ['M:X'])));
  const given = await Promise.all(roles.map((id) => client.assign('u', id)));
  await Promise.all([
    ...given.slice(0, 2).map((id) => client.remove(`/assignments/${id}`)),
    client.policy({ effect: 'deny', capability: 'M:*' }),
    client.relate('u', 'member', 'g'),
    client.call('DELETE', `/roles/${roles[3]!}`),
  ]);
  const { rows } = await app.db.pool.query(
    `SELECT modules, roles, policies, assignments, relationships FROM permission_heads WHERE org_id = $1`,
    [org.id],
  );
  expect(rows).toEqual([{ modules: 1, roles: 4, policies: 1, assignments: 2, relationships: 1 }]);
});
