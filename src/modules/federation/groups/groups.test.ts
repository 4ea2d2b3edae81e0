import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let owner: FederationClient;
let member: FederationClient;
beforeEach(async () => {
  [owner, member] = [await FederationClient.of(app), await FederationClient.of(app)];
});

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('a new group', () => {
  // contract: federation/group-creation-owner
  test('has its creator as an active owner under the given prefix', async () => {
    const made = await owner.ask(201, 'POST', '', { name: 'Lagos lenders', prefix: 'LEND' });
    expect(made).toEqual({
      id: expect.stringMatching(/^fedgroup_/),
      name: 'Lagos lenders',
      ownerOrganizationId: owner.id,
      createdAt: expect.stringMatching(TIME),
      members: [
        {
          id: expect.stringMatching(/^fedmember_/),
          groupId: made.id,
          organizationId: owner.id,
          prefix: 'LEND',
          role: 'owner',
          status: 'ACTIVE',
          joinedAt: made.createdAt,
        },
      ],
    });
    expect(await owner.ask(200, 'GET', `/${made.id}`)).toEqual(made);
  });

  test('with an invalid field is rejected with 400 and the name of the field', async () => {
    const invalid: [object, string][] = [
      [{ prefix: 'AB' }, 'name'],
      [{ name: ' ', prefix: 'AB' }, 'name'],
      ...['\u200b', '\u200d\u3164', 'x\u202ey', 'x\u0007', 'a\nb'].map((name): [object, string] => [
        { name, prefix: 'AB' },
        'name',
      ]),
      [{ name: 'x'.repeat(201), prefix: 'AB' }, 'name'],
      [{ name: 'x' }, 'prefix'],
      [{ name: 'x', prefix: 'ab' }, 'prefix'],
      [{ name: 'x', prefix: 'AB', owner: 'x' }, 'owner'],
    ];
    for (const [body, field] of invalid) {
      const answer = await owner.call('POST', '', { body });
      expect(outcomeOf(answer)).toBe('400 BAD_REQUEST');
      expect(answer.body.error.details[0].path).toBe(field);
    }
  });
});

// contract: federation/members-their-status
test('a group shows its members to all of them, including invited ones, in the order of invitation', async () => {
  const group = await owner.newGroup('OWN');
  const guest = await FederationClient.of(app);
  await owner.join(group, member, 'MEM');
  await owner.invite(group, guest, 'GST');
  for (const who of [owner, member, guest])
    expect(
      (await who.members(group)).map((one) => [one.organizationId, one.role, one.status]),
    ).toEqual([
      [owner.id, 'owner', 'ACTIVE'],
      [member.id, 'member', 'ACTIVE'],
      [guest.id, 'member', 'INVITED'],
    ]);
});

test('an organization lists exactly the groups that it owns, belongs to or is invited to', async () => {
  const other = await FederationClient.of(app);
  const own = await member.newGroup('MINE', 'Mine');
  const joined = await owner.newGroup('OWN', 'Joined');
  await owner.join(joined, member, 'MEM');
  const invited = await other.newGroup('OTH', 'Invited');
  await other.invite(invited, member, 'ME');
  await other.newGroup('OTH', 'Closed');
  const { items, total } = await member.ask(200, 'GET', '');
  expect(total).toBe(3);
  const listed = { createdAt: expect.stringMatching(TIME) };
  expect(items).toEqual([
    {
      ...listed,
      id: own,
      name: 'Mine',
      ownerOrganizationId: member.id,
      role: 'owner',
      status: 'ACTIVE',
      prefix: 'MINE',
      memberCount: 1,
    },
    {
      ...listed,
      id: joined,
      name: 'Joined',
      ownerOrganizationId: owner.id,
      role: 'member',
      status: 'ACTIVE',
      prefix: 'MEM',
      memberCount: 2,
    },
    {
      ...listed,
      id: invited,
      name: 'Invited',
      ownerOrganizationId: other.id,
      role: 'member',
      status: 'INVITED',
      prefix: 'ME',
      memberCount: 2,
    },
  ]);
  await other.removing(invited, member.id);
  await owner.ask(200, 'DELETE', `/${joined}`);
  const page = await member.ask(200, 'GET', '?limit=1');
  expect([page.items.map(({ id }: { id: string }) => id), page.total]).toEqual([[own], 1]);
});

test('an organization is active in at most 100 groups, even if it enters several at once', async () => {
  await app.db.pool.query(
    `WITH g AS (
       INSERT INTO federation_groups (org_id, id, name, member_count)
       SELECT $1, 'g' || n, 'g', 1 FROM generate_series(1, 98) AS n RETURNING id)
     INSERT INTO federation_members (org_id, group_id, owner_org_id, id, prefix, role, status)
     SELECT $1, id, $1, 'm' || id, 'OWN', 'owner', 'ACTIVE' FROM g`,
    [member.id],
  );
  const invited = await owner.newGroup('OWN');
  await owner.invite(invited, member, 'MEM');
  const body = { name: 'x', prefix: 'OWN' };
  const entering = () => [member.accepting(invited), member.call('POST', '', { body })];
  const answers = await Promise.all([...entering(), ...entering(), ...entering()]);
  const entered = answers.filter(({ status }) => status < 300);
  expect(entered).toHaveLength(2);
  for (const answer of answers.filter(({ status }) => status >= 300))
    expect(outcomeOf(answer)).toBe('409 CONFLICT');
});

test('a deletion sends each member an event about that membership, and the owner events about all', async () => {
  const group = await owner.newGroup('OWN');
  const guest = await FederationClient.of(app);
  await owner.join(group, member, 'MEM');
  await owner.invite(group, guest, 'GST');
  await owner.ask(200, 'DELETE', `/${group}`);
  const removed = async (who: FederationClient) =>
    (await who.events())
      .filter(({ type }) => type === 'federation.removed')
      .map(({ data }) => [data['organizationId'], data['reason']]);
  const [ofMember, ofGuest] = [member, guest].map(({ id }) => [id, 'group_deleted']);
  expect(await removed(member)).toEqual([ofMember]);
  expect(await removed(guest)).toEqual([ofGuest]);
  expect((await removed(owner)).toSorted()).toEqual([ofMember, ofGuest].toSorted());
});

// contract: federation/enterprise-plan-403
test('without the Enterprise plan the endpoints of groups return 403 FEDERATION_NOT_ALLOWED to members and others', async () => {
  const group = await owner.newGroup('OWN');
  const poor = new FederationClient(app, await app.org({ plan: 'pro' }));
  await owner.invite(group, poor, 'POOR');
  for (const [method, path] of [
    ['POST', ''],
    ['GET', ''],
    ['GET', `/${group}`],
    ['DELETE', `/${group}`],
    ['GET', `/${group}/sync`],
    ['POST', `/${group}/pull`],
    ['POST', `/${group}/push`],
    ['POST', `/${group}/fraud-config/push`],
  ] as const)
    expect(outcomeOf(await poor.call(method, path))).toBe('403 FEDERATION_NOT_ALLOWED');
});

test('a group that is deleted during other requests is unknown to all of them, whichever came first', async () => {
  const group = await owner.newGroup('OWN');
  await owner.join(group, member, 'MEM');
  const guest = await FederationClient.of(app);
  const answers = await Promise.all([
    owner.call('DELETE', `/${group}`),
    owner.inviting(group, guest.id, 'GST'),
    member.removing(group, member.id),
    member.call('POST', `/${group}/push`),
    owner.call('DELETE', `/${group}`),
  ]);
  const [deleted, , , , again] = answers.map(outcomeOf);
  expect([deleted, again].toSorted()).toEqual(['200', '404 NOT_FOUND']);
  for (const { status } of answers) expect([200, 201, 404]).toContain(status);
  for (const who of [owner, member, guest])
    expect(outcomeOf(await who.call('GET', `/${group}`))).toBe('404 NOT_FOUND');
});
