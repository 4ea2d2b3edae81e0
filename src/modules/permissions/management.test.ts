import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { expectRefused, permissionClient } from '../../../test/support/permission-client.ts';
import { loadConfig } from '../../config/config.ts';
import { newId } from '../../platform/ids.ts';

const app = testApp({ role: 'api', rateLimits: undefined });

async function start() {
  const org = await app.org();
  const client = permissionClient(app, org);
  const moduleId = await client.module('M', ['X', 'Y']);
  return { org, moduleId, ...client };
}

// contract: permissions/permission-checks-10
test('changes and checks have a scope and 10,000 requests an hour each', async () => {
  const { rateLimits } = loadConfig({});
  for (const group of ['permissions', 'permissions-check'])
    expect(rateLimits![group]).toEqual({ points: 10_000, windowSeconds: 3600 });
  const { org } = await start();
  const question = { subject: 'u', capability: 'M:X' };
  const asking = permissionClient(app, await app.key(org.id, ['permissions:check']));
  expect((await asking.ask(question)).status).toBe(200);
  expectRefused(await asking.call('GET', '/roles'), 403, 'FORBIDDEN');
  const managing = permissionClient(app, await app.key(org.id, ['permissions:manage']));
  expect((await managing.call('GET', '/roles')).status).toBe(200);
  expectRefused(await managing.ask(question), 403, 'FORBIDDEN');
});

describe('modules', () => {
  test('can be renamed and get actions, and an action that a role or a policy names cannot be removed', async () => {
    const { call, moduleId, role, policy, remove } = await start();
    const path = `/modules/${moduleId}`;
    const renamed = await call('PATCH', path, { name: 'New', actions: ['Y', 'X', 'Z'] });
    expect(renamed.body.data).toMatchObject({ code: 'M', name: 'New', actions: ['Y', 'X', 'Z'] });
    const one = await role('r', ['M:X']);
    const exception = await policy({ effect: 'deny', capability: 'M:Y' });
    for (const actions of [
      ['Y', 'Z'],
      ['X', 'Z'],
    ])
      expectRefused(await call('PATCH', path, { actions }), 409, 'CONFLICT');
    expect((await call('PATCH', path, { actions: ['X', 'Y'] })).status).toBe(200);
    expectRefused(await call('DELETE', path), 409, 'CONFLICT');
    await remove(`/policies/${exception}`);
    await call('PATCH', `/roles/${one}`, { capabilities: ['M:*'] });
    expect((await call('PATCH', path, { actions: ['Q'] })).status).toBe(200);
    expectRefused(await call('DELETE', path), 409, 'CONFLICT');
    await remove(`/roles/${one}`);
    await remove(path);
    expectRefused(await call('GET', path), 404, 'NOT_FOUND');
  });
});

describe('roles', () => {
  test('can be renamed without losing holders, and names are unique', async () => {
    const { call, role, assign, may } = await start();
    const id = await role('One', ['M:X']);
    await role('Two', []);
    await assign('u', id);
    expect((await call('PATCH', `/roles/${id}`, { name: 'Three' })).body.data.name).toBe('Three');
    expect(await may('u', 'M:X')).toBe(true);
    expectRefused(await call('PATCH', `/roles/${id}`, { name: 'Two' }), 409, 'CONFLICT');
    expectRefused(await call('POST', '/roles', { name: 'Three' }), 409, 'CONFLICT');
    await role('One', []);
  });

  test('cannot be deleted while they are assigned, inherited or named by a policy', async () => {
    const { call, role, assign, policy, remove } = await start();
    const id = await role('r', []);
    const blockers = [
      `/assignments/${await assign('u', id)}`,
      `/policies/${await policy({ effect: 'deny', roleId: id, capability: 'M:*' })}`,
      `/roles/${await role('heir', [], [id])}`,
    ];
    for (const blocker of blockers) {
      expectRefused(await call('DELETE', `/roles/${id}`), 409, 'CONFLICT');
      await remove(blocker);
    }
    await remove(`/roles/${id}`);
  });

  // contract: permissions/capability-invalid-400, permissions/role-found-404
  test('with unknown capabilities or parents are rejected, and the error names each', async () => {
    const { call, role, org } = await start();
    const good = await role('good', []);
    const bad = { name: 'r', capabilities: ['M:X', 'M:Z', 'N:X', 'AB:M:X'] };
    const refused = await call('POST', '/roles', bad);
    expectRefused(refused, 400, 'CAPABILITY_INVALID');
    const paths = (answer: typeof refused) =>
      answer.body.error.details.map(({ path }: { path: string }) => path);
    expect(paths(refused)).toEqual([1, 2, 3].map((n) => `capabilities[${n}]`));
    const malformed = { name: 'r', capabilities: ['M:X', 'm:x', 'M', 'M:X:Y:Z', ':X', 'M:X '] };
    expectRefused(await call('POST', '/roles', malformed), 400, 'CAPABILITY_INVALID');
    const foreign = permissionClient(app, await app.org());
    const theirs = await foreign.role('theirs', []);
    for (const id of [theirs, newId('role'), 'nonsense', '__proto__']) {
      const inheriting = await call('PATCH', `/roles/${good}`, { inherits: [id] });
      expectRefused(inheriting, 404, 'ROLE_NOT_FOUND');
      expect(paths(inheriting)).toEqual(['inherits[0]']);
      for (const [path, body] of [
        ['/assignments', { subject: 'u', roleId: id }],
        ['/policies', { effect: 'deny', capability: 'M:X', roleId: id }],
      ] as const)
        expectRefused(await call('POST', path, body), 404, 'ROLE_NOT_FOUND');
    }
    expect(org.id).not.toBe(theirs);
  });
});

describe('policies', () => {
  // contract: permissions/policy-conflict-409
  test('for the same role, capability, resource and relation are rejected, whatever their effect; any difference makes another policy', async () => {
    const { call, role, policy } = await start();
    const roleId = await role('r', []);
    const first = { effect: 'allow', capability: 'M:X' };
    await policy(first);
    for (const other of [
      { ...first, roleId },
      { ...first, capability: 'M:*' },
      { ...first, resource: 'a/*' },
      { ...first, relation: 'owner' },
      { ...first, relation: 'owner', resource: 'a/*' },
    ]) {
      await policy(other);
      for (const effect of ['allow', 'deny'])
        expectRefused(
          await call('POST', '/policies', { ...other, effect }),
          409,
          'POLICY_CONFLICT',
        );
    }
    const explicit = await call('POST', '/policies', { ...first, resource: '*' });
    expectRefused(explicit, 409, 'POLICY_CONFLICT');
  });

  test('with an invalid pattern are rejected with 400 and the name of the field', async () => {
    const { call } = await start();
    for (const resource of ['a*b', '**', 'a/b*/c', '', 'a b']) {
      const answer = await call('POST', '/policies', {
        effect: 'deny',
        capability: 'M:X',
        resource,
      });
      expectRefused(answer, 400, 'BAD_REQUEST');
      expect(answer.body.error.details[0].path).toBe('resource');
    }
  });
});

test('lists have pages in the order of creation, and filters', async () => {
  const { call, role, assign, relate, policy } = await start();
  const [a, b] = [await role('a', []), await role('b', [])];
  const assigned = [await assign('u', a), await assign('u', b), await assign('v', a)];
  await policy({ effect: 'deny', roleId: a, capability: 'M:X' });
  await policy({ effect: 'deny', capability: 'M:X' });
  await relate('u', 'owner', 'o');
  await relate('v', 'owner', 'o');
  await relate('u', 'member', 'o');
  const ids = async (path: string) => {
    const { data } = (await call('GET', path)).body;
    return [data.items.map(({ id }: { id: string }) => id), data.total] as const;
  };
  expect(await ids('/assignments')).toEqual([assigned, 3]);
  expect(await ids('/assignments?subject=u')).toEqual([assigned.slice(0, 2), 2]);
  expect(await ids(`/assignments?roleId=${a}&subject=v`)).toEqual([[assigned[2]], 1]);
  expect(await ids('/assignments?page=2&limit=2')).toEqual([[assigned[2]], 3]);
  expect((await ids(`/policies?roleId=${a}`))[1]).toBe(1);
  expect((await ids('/policies?capability=M:X'))[1]).toBe(2);
  expect((await ids('/relationships?object=o&relation=owner'))[1]).toBe(2);
  expect((await ids('/relationships?subject=u'))[1]).toBe(2);
  expect((await ids('/modules'))[1]).toBe(1);
  expect((await ids('/roles?limit=1'))[0]).toEqual([a]);
});

// contract: permissions/permissions-changed
test('each change is one event with revision, kind, id and action, and a request that changes nothing sends none', async () => {
  const { org, call, moduleId, role, assign, remove, relate, policy } = await start();
  const one = await role('r', ['M:X']);
  const given = await assign('user:ada', one);
  await assign('user:ada', one);
  await call('PATCH', `/roles/${one}`, { name: 'r', capabilities: ['M:X'], inherits: [] });
  await call('PATCH', `/modules/${moduleId}`, {});
  await call('PATCH', `/roles/${one}`, { name: 's' });
  const related = await relate('user:ada', 'owner', 'docs/secret');
  const exception = await policy({ effect: 'deny', capability: 'M:X' });
  await remove(`/assignments/${given}`);
  const { rows } = await app.db.pool.query<{ type: string; body: string }>(
    'SELECT type, body FROM events WHERE org_id = $1 ORDER BY id',
    [org.id],
  );
  const events = rows.map(({ type, body }) => {
    const { revision, resource, id, action } = JSON.parse(body).data;
    return [type, revision, resource, id, action];
  });
  const changed = 'permissions.changed';
  expect(events).toEqual([
    [changed, 1, 'module', moduleId, 'created'],
    [changed, 2, 'role', one, 'created'],
    [changed, 3, 'assignment', given, 'created'],
    [changed, 4, 'role', one, 'updated'],
    [changed, 5, 'relationship', related, 'created'],
    [changed, 6, 'policy', exception, 'created'],
    [changed, 7, 'assignment', given, 'deleted'],
  ]);
  expect(rows.map(({ body }) => body).join()).not.toMatch(/ada|secret/);
});
