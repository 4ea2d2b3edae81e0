import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';
import { permissionClient } from '../../../../test/support/permission-client.ts';
import { newId } from '../../../platform/ids.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });

type Who = FederationClient & { may: ReturnType<typeof permissionClient> };
let owner: Who;
let member: Who;
let guest: Who;
let outsider: Who;
let group: string;

async function someone(): Promise<Who> {
  const client = await FederationClient.of(app);
  return Object.assign(client, { may: permissionClient(app, client.org) });
}

/** The owner (OWN), an active member (MEM) and an invited one (GST). */
beforeEach(async () => {
  const four = [someone(), someone(), someone(), someone()] as const;
  [owner, member, guest, outsider] = await Promise.all(four);
  group = await owner.newGroup('OWN');
  await owner.join(group, member, 'MEM');
  await owner.invite(group, guest, 'GST');
});

function sync(who: Who, kind: string, body: unknown = {}) {
  return who.call('POST', `/${group}/${kind}`, { body });
}
async function statusOf(who: Who) {
  return who.ask(200, 'GET', `/${group}/sync`);
}
// eslint-disable-next-line typescript/no-explicit-any
async function rowOf(asker: Who, who: Who): Promise<any> {
  return (await statusOf(asker)).members.find(
    (row: { organizationId: string }) => row.organizationId === who.id,
  );
}

async function synced(who: Who) {
  return (await who.events())
    .filter(({ type }) => type === 'federation.synced')
    .map(({ data }) => data);
}

/** Returns the codes of imported modules, with their prefixes. */
async function imported(who: Who): Promise<string[]> {
  const { body } = await who.may.call('GET', '/modules?limit=100');
  return body.data.items
    .filter((item: { prefix: string | null }) => item.prefix !== null)
    .map((item: { prefix: string; code: string }) => `${item.prefix}:${item.code}`)
    .toSorted();
}

describe('a sync', () => {
  // contract: federation/invited-skipped-pull
  test('includes only active members: invited ones are skipped, and return 404 if a request names them', async () => {
    for (const kind of ['pull', 'push']) {
      const all = await sync(owner, kind);
      expect(outcomeOf(all)).toBe('200');
      expect(all.body.data.members).toMatchObject([{ organizationId: member.id, prefix: 'MEM' }]);
      for (const target of [guest.id, outsider.id, newId('org'), 'x'])
        expect(outcomeOf(await sync(owner, kind, { organizationId: target }))).toBe(
          '404 NOT_FOUND',
        );
      expect(outcomeOf(await sync(owner, kind, { organizationId: owner.id }))).toBe(
        '400 BAD_REQUEST',
      );
      expect(outcomeOf(await sync(guest, kind))).toBe('403 FORBIDDEN');
      expect(outcomeOf(await sync(outsider, kind))).toBe('404 NOT_FOUND');
      expect(outcomeOf(await member.call('POST', `/${group}/${kind}`))).toBe('200');
    }
    expect(await rowOf(owner, guest)).toMatchObject({
      status: 'INVITED',
      revision: 0,
      lastPulledAt: null,
      lastPushedAt: null,
      importedRevision: null,
    });
  });

  // contract: federation/members-their-status
  test('has a status that shows members, and only members, the last revision and time of each member', async () => {
    expect(await statusOf(guest)).toMatchObject({ groupId: group, revision: 0, fraudConfig: null });
    const first = (await sync(owner, 'push')).body.data;
    const second = (await sync(member, 'pull', { organizationId: owner.id })).body.data;
    expect([first.revision, second.revision]).toEqual([1, 2]);
    expect((await statusOf(member)).revision).toBe(2);
    const row = await rowOf(member, owner);
    expect(row).toMatchObject({ revision: 2, role: 'owner', status: 'ACTIVE', prefix: 'OWN' });
    expect(Math.min(...[row.lastPulledAt, row.lastPushedAt].map(Date.parse))).toBeGreaterThan(0);
    expect(outcomeOf(await outsider.call('GET', `/${group}/sync`))).toBe('404 NOT_FOUND');
  });

  test('excludes an organization without the plan until it has the plan again', async () => {
    const set = (plan: string) =>
      app.db.pool.query('UPDATE organizations SET plan = $2 WHERE id = $1', [member.id, plan]);
    await set('pro');
    for (const kind of ['pull', 'push', 'fraud-config/push']) {
      expect((await sync(owner, kind)).body.data.members).toEqual([]);
      const named = await sync(owner, kind, { organizationId: member.id });
      expect(outcomeOf(named)).toBe('404 NOT_FOUND');
    }
    await set('enterprise');
    expect((await sync(owner, 'push')).body.data.members).toHaveLength(1);
  });

  // contract: federation/events-organizations-concerned
  test('sends events only to the organizations that took part', async () => {
    await sync(member, 'push');
    const data = { groupId: group, revision: 1, kind: 'push', initiatedBy: member.id };
    expect(await synced(member)).toEqual([{ ...data, organizationIds: [owner.id] }]);
    expect(await synced(owner)).toEqual([{ ...data, organizationIds: [owner.id] }]);
    expect(await synced(guest)).toEqual([]);
    expect(await synced(outsider)).toEqual([]);
  });
});

describe('an imported state', () => {
  // contract: federation/sync-atomic-monotonic
  test('copies the current state of the source: adds new modules, and removes deleted ones with their grants', async () => {
    const pay = await member.may.module('PAY', ['SEND', 'READ']);
    await member.may.module('CASE', ['READ']);
    expect((await sync(owner, 'pull')).body.data.members).toEqual([
      { organizationId: member.id, prefix: 'MEM', result: 'updated', reason: null },
    ]);
    expect(await imported(owner)).toEqual(['MEM:CASE', 'MEM:PAY']);
    const role = await owner.may.role('clerk', ['MEM:PAY:SEND', 'MEM:CASE:READ']);
    await owner.may.assign('user:1', role);
    expect(await owner.may.may('user:1', 'MEM:PAY:SEND')).toBe(true);

    await member.may.remove(`/modules/${pay}`);
    await member.may.module('LOAN', ['READ']);
    expect(await imported(owner)).toEqual(['MEM:CASE', 'MEM:PAY']);
    await sync(member, 'push');
    expect(await imported(owner)).toEqual(['MEM:CASE', 'MEM:LOAN']);
    expect(await owner.may.may('user:1', 'MEM:PAY:SEND')).toBe(false);
    expect(await owner.may.may('user:1', 'MEM:CASE:READ')).toBe(true);
    const { revision } = (await sync(owner, 'pull')).body.data;
    expect((await sync(owner, 'pull')).body.data).toEqual({
      groupId: group,
      revision: revision + 1,
      members: [{ organizationId: member.id, prefix: 'MEM', result: 'unchanged', reason: null }],
    });
    expect(await imported(guest)).toEqual([]);
  });

  test('that equals the current one counts as no change for the other member, so syncs between two members end', async () => {
    await member.may.module('PAY', ['SEND']);
    await owner.may.module('CASE', ['READ']);
    const results: string[] = [];
    for (const who of [owner, member, owner, member, owner, member])
      results.push((await sync(who, 'pull')).body.data.members[0].result);
    expect(results.slice(-2)).toEqual(['unchanged', 'unchanged']);
    // Data that is not shared does not count either, such as assignments of roles and policies about imported
    // permissions.
    const role = await owner.may.role('clerk', []);
    await sync(member, 'pull');
    await owner.may.assign('user:1', role);
    await owner.may.relate('user:1', 'member', 'team');
    await owner.may.call('PATCH', `/roles/${role}`, { capabilities: ['MEM:PAY:SEND'] });
    await owner.may.policy({ effect: 'deny', roleId: role, capability: 'MEM:PAY:SEND' });
    await owner.may.policy({ effect: 'allow', capability: 'CASE:READ' });
    const quiet = (await sync(member, 'pull')).body.data.members[0].result;
    await owner.may.call('PATCH', `/roles/${role}`, { capabilities: ['CASE:READ'] });
    const loud = (await sync(member, 'pull')).body.data.members[0].result;
    expect([quiet, loud]).toEqual(['unchanged', 'updated']);
  });

  // contract: federation/imported-grants-can
  test('contains permissions that the importing organization can narrow and not widen', async () => {
    await member.may.module('PAY', ['SEND', 'READ']);
    const own = await member.may.role('sender', ['PAY:SEND']);
    await member.may.policy({
      effect: 'deny',
      roleId: own,
      capability: 'PAY:SEND',
      resource: 'vault/*',
    });
    await sync(member, 'push');
    const { body } = await owner.may.call('GET', '/roles?limit=100');
    const role = body.data.items.find((item: { prefix: string }) => item.prefix === 'MEM');
    await owner.may.assign('user:1', role.id);
    expect(await owner.may.may('user:1', 'MEM:PAY:SEND', 'till/1')).toBe(true);
    expect(await owner.may.may('user:1', 'MEM:PAY:SEND', 'vault/1')).toBe(false);
    const wider = { effect: 'allow', roleId: role.id, capability: 'MEM:PAY:READ', resource: '*' };
    expect(outcomeOf(await owner.may.call('POST', '/policies', wider))).toBe('403 FORBIDDEN');
    const allow = { effect: 'allow', capability: 'MEM:PAY:SEND', resource: 'vault/*' };
    await owner.may.call('POST', '/policies', allow);
    expect(await owner.may.may('user:1', 'MEM:PAY:SEND', 'vault/1')).toBe(false);
    await owner.may.policy({ effect: 'deny', capability: 'MEM:PAY:SEND', resource: 'till/*' });
    expect(await owner.may.may('user:1', 'MEM:PAY:SEND', 'till/1')).toBe(false);
  });

  test('keeps the prefix for the first of two groups, and does not disclose that to the second', async () => {
    const rival = await someone();
    await member.may.module('PAY', ['SEND']);
    await rival.may.module('PAY', ['SEND', 'STEAL']);
    const other = await rival.newGroup('MEM');
    await rival.join(other, owner, 'OWN');
    await sync(owner, 'pull');
    const role = await owner.may.role('clerk', ['MEM:PAY:*']);
    await owner.may.assign('user:1', role);

    const pushed = await rival.call('POST', `/${other}/push`, { body: {} });
    expect([pushed.status, pushed.body.data.members]).toEqual([
      200,
      [{ organizationId: owner.id, prefix: 'OWN' }],
    ]);
    expect(await owner.may.may('user:1', 'MEM:PAY:STEAL')).toBe(false);
    // Other members see that the state was pushed to the member, and the member sees that it imported nothing.
    const seenBy = async (who: Who) =>
      (await who.ask(200, 'GET', `/${other}/sync`)).members.find(
        (row: { organizationId: string }) => row.organizationId === owner.id,
      );
    const { lastPushedAt, ...first } = await seenBy(rival);
    expect([first.revision, lastPushedAt]).toEqual([1, expect.any(String)]);
    const nothing = { revision: 0, lastPushedAt: null, lastPulledAt: null };
    expect(await seenBy(owner)).toMatchObject(nothing);
    const pulled = await owner.ask(200, 'POST', `/${other}/pull`, {});
    const refused = { organizationId: rival.id, result: 'refused' };
    const members = [{ ...refused, reason: expect.stringContaining('prefix') }];
    expect(pulled).toMatchObject({ revision: 1, members });
    const named = { body: { organizationId: rival.id } };
    expect(outcomeOf(await owner.call('POST', `/${other}/pull`, named))).toBe('409 CONFLICT');
    expect(await seenBy(owner)).toMatchObject(nothing);
    expect((await synced(owner)).map(({ groupId }) => groupId)).toEqual([group]);
    // No later sync reveals it to others, and neither does a sync in which some imports succeeded.
    await rival.ask(200, 'POST', `/${other}/pull`, {});
    expect(await seenBy(rival)).toMatchObject({ revision: 2, lastPushedAt });
    await rival.join(other, outsider, 'OUT');
    const some = await owner.ask(200, 'POST', `/${other}/pull`, {});
    const results = some.members.map(({ result }: { result: string }) => result).toSorted();
    expect([some.revision, results]).toEqual([3, ['refused', 'updated']]);
    const status = await outsider.ask(200, 'GET', `/${other}/sync`);
    expect(status.members.map(({ revision }: { revision: number }) => revision)).toEqual([3, 3, 3]);
    expect((await synced(rival)).at(-1)).toMatchObject({ revision: 3, initiatedBy: owner.id });

    await owner.removing(group, member.id);
    await rival.call('POST', `/${other}/push`, { body: {} });
    expect(await imported(owner)).toEqual(['MEM:PAY']);
    expect(await owner.may.may('user:1', 'MEM:PAY:SEND'), 'the old grant is gone').toBe(false);
  });
});

describe('a removal', () => {
  /** Makes every member import the state of every other. */
  async function everywhere(): Promise<Who[]> {
    await guest.accepting(group);
    const all = [owner, member, guest];
    for (const who of all) {
      await who.may.module('PAY', ['SEND']);
      await sync(who, 'push');
    }
    return all;
  }

  // contract: federation/removal-takes-grants
  test("deletes the member's imports at others and the others' imports at the member, and keeps the rest", async () => {
    const all = await everywhere();
    expect(await Promise.all(all.map(imported))).toEqual([
      ['GST:PAY', 'MEM:PAY'],
      ['GST:PAY', 'OWN:PAY'],
      ['MEM:PAY', 'OWN:PAY'],
    ]);
    const role = await owner.may.role('clerk', ['MEM:PAY:SEND', 'GST:PAY:SEND']);
    await owner.may.assign('user:1', role);
    await owner.removing(group, member.id);
    expect(await Promise.all(all.map(imported))).toEqual([['GST:PAY'], [], ['OWN:PAY']]);
    const { body } = await owner.may.call('GET', `/roles/${role}`);
    expect(body.data.capabilities).toEqual(['GST:PAY:SEND']);
    await owner.join(group, outsider, 'MEM');
    await outsider.may.module('PAY', ['SEND']);
    await sync(outsider, 'push');
    expect(await owner.may.may('user:1', 'MEM:PAY:SEND')).toBe(false);
    expect(await owner.may.may('user:1', 'GST:PAY:SEND')).toBe(true);
  });

  // contract: federation/owner-operations-403
  test('of a whole group deletes the imports of every member from every other member', async () => {
    const all = await everywhere();
    expect(outcomeOf(await member.call('DELETE', `/${group}`))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await outsider.call('DELETE', `/${group}`))).toBe('404 NOT_FOUND');
    expect(await owner.ask(200, 'DELETE', `/${group}`)).toEqual({ id: group, deleted: true });
    expect(await Promise.all(all.map(imported))).toEqual([[], [], []]);
    for (const who of all) await who.ask(404, 'GET', `/${group}`);
    const { rows } = await app.db.pool.query(
      'SELECT count(*)::int AS n FROM federation_members WHERE group_id = $1',
      [group],
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect(await outsider.events()).toEqual([]);
  });

  // contract: federation/removal-takes-grants
  test('leaves no imports, whatever happens at the same time', async () => {
    const all = await everywhere();
    await member.may.module('LOAN', ['READ']);
    await Promise.all([
      sync(member, 'push'),
      sync(owner, 'pull'),
      owner.removing(group, member.id),
      sync(guest, 'pull'),
      sync(member, 'pull'),
    ]);
    const left = await Promise.all(all.map(imported));
    expect(left).toEqual([['GST:PAY'], [], ['OWN:PAY']]);
  });
});
