import { beforeEach, describe, expect, test } from 'vitest';
import { oriki } from '../../../test/support/command-line.ts';
import {
  recordClasses,
  removeDue,
  RetentionClient,
  switchOn,
} from '../../../test/support/retention.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { isRemovable } from '../../platform/db/lists/aged/record-class.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: RetentionClient;
beforeEach(async () => {
  client = await RetentionClient.of(app);
  await switchOn(app, {});
});

function choose(days: number | null, name = 'screenings') {
  return client.call('PATCH', '/retention', { body: { class: name, days } });
}
async function period(name = 'screenings') {
  const { classes } = await client.ask(200, 'GET', '/retention');
  return classes.find((one: { class: string }) => one.class === name);
}
async function update(body: object) {
  const key = await app.platformKey();
  return app.call('PATCH', '/api/v1/admin/retention', { key, body });
}

describe('a class of records', () => {
  test('is off until an operator switches it on, whatever the age of its records', async () => {
    const old = await client.screenings(30, 4000);
    const { classes } = await client.ask(200, 'GET', '/retention');
    expect(classes.length).toBeGreaterThan(8);
    for (const one of classes) expect([one.class, one.isOn]).toEqual([one.class, one.isFixed]);
    expect(await removeDue(app)).toBe(0);
    expect(await client.ids('screenings')).toEqual(old);

    await switchOn(app, { screenings: 365 });
    const young = await client.screenings(3, 300);
    expect(await removeDue(app)).toBe(30);
    expect(await client.ids('screenings')).toEqual(young);
    expect(await client.removals()).toEqual([['screenings', 30]]);

    await update({ class: 'screenings', isOn: false });
    await client.screenings(5, 4000);
    expect(await removeDue(app)).toBe(0);
  });

  test('has a reason and a proposed period in the manifest of its module', () => {
    const all = Object.entries(recordClasses);
    expect(all.map(([name]) => name).toSorted()).toEqual([
      'audit',
      'consents',
      'dead_letters',
      'delivery_bodies',
      'exports',
      'former_members',
      'messages',
      'screening_names',
      'screenings',
      'verification_payloads',
    ]);
    for (const [name, one] of all) {
      expect([name, one.reason.endsWith('.'), one.days > 0]).toEqual([name, true, true]);
      expect(isRemovable(one)).toBe(name !== 'delivery_bodies');
    }
  });

  test('that does not exist, or has a fixed period, cannot be set', async () => {
    for (const name of ['unknown', 'toString', 'delivery_bodies']) {
      expect((await choose(10, name)).body.error.details[0].path).toBe('class');
      const { status, body } = await update({ class: name, isOn: true });
      expect([status, body.error.details[0].path]).toEqual([400, 'class']);
    }
  });

  test('gets a period only from an operator, within its bounds', async () => {
    for (const body of [{ days: 10, minDays: 20 }, { days: 20, maxDays: 10 }, { minDays: 5000 }]) {
      const answer = await update({ class: 'screenings', ...body });
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'days']);
    }
    for (const days of [0, 36_501, 1.5])
      expect((await update({ class: 'screenings', days })).status).toBe(400);
    const refused = await client.call('PATCH', '/admin/retention', {
      body: { class: 'screenings', isOn: true },
    });
    expect(refused.status).toBe(403);
  });
});

describe('an organization', () => {
  test('chooses a period within the bounds of the operator', async () => {
    await update({ class: 'screenings', isOn: true, days: 100, minDays: 50, maxDays: 200 });
    expect(await period()).toMatchObject({ days: 100, chosenDays: null, minDays: 50 });
    for (const days of [49, 201]) {
      const answer = await choose(days);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'days']);
    }
    expect((await choose(200)).body.data).toMatchObject({ days: 200, chosenDays: 200 });
    await client.screenings(4, 150);
    expect(await removeDue(app)).toBe(0);
    expect((await choose(50)).status).toBe(200);
    expect(await removeDue(app)).toBe(4);

    // The bounds also apply to an earlier choice.
    await update({ class: 'screenings', minDays: 80 });
    expect(await period()).toMatchObject({ days: 80, chosenDays: 50 });
    await client.screenings(2, 70);
    expect(await removeDue(app)).toBe(0);
    expect((await choose(null)).body.data).toMatchObject({ days: 100, chosenDays: null });
  });

  test('cannot choose a shorter period than the default of the class, until the operator sets a lower bound', async () => {
    expect(await period()).toMatchObject({ days: 1826, minDays: 1826 });
    expect((await choose(1825)).status).toBe(400);
    expect((await choose(2000)).status).toBe(200);
    await update({ class: 'screenings', days: 400 });
    expect(await period()).toMatchObject({ days: 2000, minDays: 400 });
    expect((await choose(399)).status).toBe(400);
    await update({ class: 'screenings', minDays: 30 });
    expect((await choose(30)).status).toBe(200);
  });

  test('does not change the period of another one', async () => {
    const other = await RetentionClient.of(app);
    await switchOn(app, { screenings: 100 });
    await choose(300);
    await client.screenings(2, 200);
    await other.screenings(2, 200);
    expect(await removeDue(app)).toBe(2);
    expect(await client.ids('screenings')).toHaveLength(2);
    expect(await other.ids('screenings')).toEqual([]);
    expect(await client.removals()).toEqual([]);
  });
});

describe('the plan', () => {
  type Planned = {
    class: string;
    days: number;
    count: number;
    oldestAt: string | null;
    dueSince: string | null;
    isOn: boolean;
  };
  async function planned(name = 'screenings'): Promise<Planned> {
    const { classes } = await client.ask(200, 'GET', '/retention/plan');
    return classes.find((one: Planned) => one.class === name);
  }

  test('counts the records that a removal would take, before the class is switched on', async () => {
    await update({ class: 'screenings', minDays: 100 });
    await choose(100);
    await client.screenings(7, 120);
    await client.screenings(5, 20);
    await client.screenings(3, 400, 'customer-1');
    const before = await planned();
    expect(before).toMatchObject({ count: 10, isOn: false });
    expect(Date.now() - Date.parse(before.oldestAt!)).toBeGreaterThan(399 * 86_400_000);
    expect(Date.parse(before.dueSince!) - Date.parse(before.oldestAt!)).toBe(
      before.days * 86_400_000,
    );
    await client.hold({ kind: 'subject', objectId: 'customer-1' });
    expect(await planned()).toMatchObject({ count: 7 });

    await update({ class: 'screenings', isOn: true });
    expect(await removeDue(app)).toBe(7);
    expect(await planned()).toMatchObject({ count: 0, oldestAt: null, dueSince: null, isOn: true });
  });

  test('is empty under a hold of the organization', async () => {
    await client.screenings(7, 4000);
    await client.hold({ kind: 'organization' });
    const plan = await client.ask(200, 'GET', '/retention/plan');
    expect(plan.isHeld).toBe(true);
    expect(plan.classes.map((one: Planned) => one.count)).toEqual(plan.classes.map(() => 0));
  });

  test('shows operators the same counts for one organization', async () => {
    await client.screenings(7, 4000);
    const key = await app.platformKey();
    const read = async (id: string) =>
      app.call('GET', `/api/v1/admin/organizations/${id}/retention-plan`, { key });
    const { classes } = (await read(client.org.id)).body.data;
    expect(classes.find((one: Planned) => one.class === 'screenings').count).toBe(7);
    for (const id of ['org_x', '%00']) expect((await read(id)).status).toBe(404);
  });
});

describe('the commands', () => {
  async function run(...args: string[]) {
    const { code, stdout, stderr } = await oriki(['retention', ...args, '--json'], app.env);
    return { code, stderr, data: code === 0 ? JSON.parse(stdout) : undefined };
  }

  test('plan, set and switch classes', async () => {
    await client.screenings(6, 500);
    const { data: list } = await run('list');
    expect(list.items).toContainEqual(
      expect.objectContaining({ class: 'screenings', isOn: false }),
    );
    const { data: plan } = await run('plan', '--org', client.org.id, '--class', 'screenings');
    expect(plan.items).toMatchObject([{ organizationId: client.org.id, count: 0, isOn: false }]);
    const set = await run('set', '--class', 'screenings', '--days', '400', '--min-days', '30');
    expect(set.data).toMatchObject({ days: 400, minDays: 30, isOn: false });
    const { data: all } = await run('plan', '--class', 'screenings');
    expect(all.items).toContainEqual(
      expect.objectContaining({ organizationId: client.org.id, count: 6, days: 400 }),
    );
    expect((await run('on', '--class', 'screenings')).data.isOn).toBe(true);
    expect(await removeDue(app)).toBe(6);
    expect((await run('off', '--class', 'screenings')).data.isOn).toBe(false);
    const { data: own } = await run('list', '--org', client.org.id);
    expect(own.items).toContainEqual(
      expect.objectContaining({ class: 'screenings', days: 400, chosenDays: null }),
    );
    expect((await run('set', '--class', 'screenings', '--days', '40000')).code).not.toBe(0);
    expect((await run('on')).code).not.toBe(0);
    const { rows } = await app.db.query(
      `SELECT after::text AS after FROM audit_actions
       WHERE org_id = 'platform' AND action = 'retention.update' AND actor_kind = 'command' ORDER BY id DESC LIMIT 1`,
    );
    expect(JSON.parse(rows[0].after)).toMatchObject({ isOn: false, days: 400 });
  });
});
