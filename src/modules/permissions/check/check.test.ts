import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { expectRefused, permissionClient } from '../../../../test/support/permission-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(() => app.stop());

/** An organization with one module and a role that holds all of it but REFUND. */
async function start() {
  const org = await app.org();
  const client = permissionClient(app, org);
  await client.module('TILL', ['OPEN', 'CLOSE', 'REFUND']);
  const cashier = await client.role('Cashier', ['TILL:OPEN', 'TILL:CLOSE']);
  return { ...client, org, cashier };
}

describe('a check', () => {
  test('is denied by default, granted by a role, and a policy that denies beats both', async () => {
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

  test('sees roles by inheritance and by membership, and relations as conditions', async () => {
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

  test('has a relation to what it has it to a parent of, not the other way round', async () => {
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

  test('of a capability that is malformed or unknown is CAPABILITY_INVALID, an imported one denied', async () => {
    const { ask, call } = await start();
    for (const capability of ['', 'till:open', 'TILL', 'TILL:*', 'TILL:NOPE', 'NOPE:OPEN', 'A:B:C'])
      expectRefused(await ask({ subject: 'user:1', capability }), 400, 'CAPABILITY_INVALID');
    const gone = await ask({ subject: 'user:1', capability: 'ABC:TILL:OPEN' });
    expect(gone.body.data).toMatchObject({ allowed: false, reason: 'unknown_capability' });
    const checks = [
      { subject: 'user:1', capability: 'TILL:OPEN' },
      { subject: 'user:1', capability: 'TILL:NOPE' },
    ];
    const batch = await call('POST', '/check/batch', { checks });
    expectRefused(batch, 400, 'CAPABILITY_INVALID');
    expect(batch.body.error.details[0].path).toBe('checks[1].capability');
  });

  test('of up to 1,000 questions is one batch, of up to 100 with explanations', async () => {
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
