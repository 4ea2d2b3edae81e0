import { describe, expect, test } from 'vitest';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';
import {
  app,
  group,
  guest,
  member,
  outsider,
  owner,
  useSmallGroup,
} from '../../../../test/support/federation-site.ts';
import { loadConfig } from '../../../config/config.ts';
import { newId } from '../../../platform/ids.ts';
import { MAX_MEMBERS } from './members.ts';

useSmallGroup();

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NO_GROUP = { code: 'NOT_FOUND', message: 'federation group not found' };

// contract: limits/federation-members-500
test('the three endpoints of members share 500 requests an hour and key by default', () => {
  const { rateLimits } = loadConfig({});
  expect(rateLimits!['federation-members']).toEqual({ points: 500, windowSeconds: 3600 });
  expect(rateLimits!['federation']).toEqual({ points: 500, windowSeconds: 3600 });
});

describe('an invitation', () => {
  // contract: POST /permissions/federation/groups/:id/members, federation/none-invited-owner
  test('returns 201 with exactly the fields of a member, INVITED', async () => {
    const data = await owner.invite(group, outsider, 'AB');
    expect(data).toEqual({
      id: expect.stringMatching(/^fedmember_/),
      groupId: group,
      organizationId: outsider.id,
      prefix: 'AB',
      role: 'member',
      status: 'INVITED',
      joinedAt: expect.stringMatching(TIME),
    });
    expect(await outsider.members(group)).toContainEqual(data);
  });

  // contract: POST /permissions/federation/groups/:id/members
  test('returns 409 for an organization that is active or invited in the group, or owns it', async () => {
    for (const who of [owner, member, guest])
      expect(outcomeOf(await owner.inviting(group, who.id, 'NEW'))).toBe('409 CONFLICT');
  });

  // contract: POST /permissions/federation/groups/:id/members, federation/prefix-2-4
  test("with another member's prefix returns 409; in another group the prefix is free", async () => {
    for (const prefix of ['OWN', 'MEM', 'GST'])
      expect(outcomeOf(await owner.inviting(group, outsider.id, prefix))).toBe('409 CONFLICT');
    const other = await owner.newGroup('MEM');
    await owner.invite(other, member, 'OWN');
  });

  // contract: federation/404-organization-invite
  test('returns 404 for an unknown organization, whatever the form of its id', async () => {
    for (const id of [newId('org'), 'x', 'org_', group, owner.id.toUpperCase(), 'a'.repeat(5000)]) {
      const answer = await owner.inviting(group, id, 'NEW');
      expect([answer.status, answer.body.error]).toEqual([
        404,
        { code: 'NOT_FOUND', message: 'organization not found' },
      ]);
    }
  });

  test('returns 404 for a test organization, which could not accept it', async () => {
    const { id, key } = await app.org();
    const body = { scopes: ['fraud:screen'], mode: 'test' };
    expect((await app.call('POST', '/api/v1/keys', { key, body })).status).toBe(201);
    const unknown = await owner.inviting(group, newId('org'), 'NEW');
    const answer = await owner.inviting(group, `test${id}`, 'NEW');
    expect([answer.status, answer.body]).toEqual([404, unknown.body]);
  });

  // contract: federation/owner-operations-403
  test('is allowed only to the owner: active and invited members get 403, other organizations 404', async () => {
    for (const who of [member, guest])
      expect(outcomeOf(await who.inviting(group, outsider.id, 'NEW'))).toBe('403 FORBIDDEN');
    const answer = await outsider.inviting(group, outsider.id, 'NEW');
    expect([answer.status, answer.body.error]).toEqual([404, NO_GROUP]);
  });

  // contract: POST /permissions/federation/groups/:id/members, federation/prefix-2-4
  test('with an invalid field returns 400 VALIDATION_ERROR with the name of the field, even to outsiders', async () => {
    const invalid: [object, string][] = [
      [{ prefix: 'AB' }, 'organizationId'],
      [{ organizationId: '', prefix: 'AB' }, 'organizationId'],
      [{ organizationId: null, prefix: 'AB' }, 'organizationId'],
      [{ organizationId: 'x' }, 'prefix'],
      ...['', 'A', 'ABCDE', 'ab', 'Ab', 'A1', 'ÄÖ', 'AB ', 'AB\n', ' AB', 'A-B', 1, null].map(
        (prefix): [object, string] => [{ organizationId: 'x', prefix }, 'prefix'],
      ),
      [{ organizationId: 'x', prefix: 'AB', role: 'owner' }, 'role'],
    ];
    for (const [body, field] of invalid)
      for (const who of [owner, outsider]) {
        const answer = await who.call('POST', `/${group}/members`, { body });
        expect(outcomeOf(answer)).toBe('400 VALIDATION_ERROR');
        expect(answer.body.error.details[0].path).toBe(field);
        if ((body as { prefix?: unknown }).prefix === 'ab')
          expect(answer.body.error.message).toContain('two to four capital letters');
      }
  });

  test('an owner has at most 500 open invitations over all its groups', async () => {
    await app.db.pool.query(
      `WITH o AS (
         INSERT INTO organizations (id, name, plan)
         SELECT $2 || n, 'x', 'free' FROM generate_series(1, 499) AS n RETURNING id), g AS (
         INSERT INTO federation_groups (org_id, id, name, member_count) VALUES ($1, $2, 'x', 500) RETURNING id)
       INSERT INTO federation_members (org_id, group_id, owner_org_id, id, prefix, role, status)
       SELECT o.id, g.id, $1, 'm' || o.id,
         chr(65 + (row_number() OVER () / 26)::int) || chr(65 + (row_number() OVER () % 26)::int), 'member', 'INVITED'
       FROM o, g`,
      [owner.id, newId('org')],
    );
    expect(outcomeOf(await owner.inviting(group, outsider.id, 'NEW'))).toBe('409 CONFLICT');
    expect(await owner.members(group)).toHaveLength(3);
    await guest.accepting(group);
    await owner.invite(group, outsider, 'NEW');
  });

  test('malformed JSON and unusable idempotency keys return BAD_REQUEST as everywhere', async () => {
    const raw = await owner.call('POST', `/${group}/members`, { raw: '{' });
    expect(outcomeOf(raw)).toBe('400 BAD_REQUEST');
    const headers = { 'idempotency-key': '' };
    const body = { organizationId: outsider.id, prefix: 'AB' };
    const answer = await owner.call('POST', `/${group}/members`, { body, headers });
    expect(outcomeOf(answer)).toBe('400 BAD_REQUEST');
  });

  test('a group has at most 100 members, even after concurrent invitations', async () => {
    await app.db.pool.query('UPDATE federation_groups SET member_count = $2 WHERE id = $1', [
      group,
      MAX_MEMBERS - 2,
    ]);
    const guests = await Promise.all(Array.from({ length: 5 }, () => app.org()));
    const answers = await Promise.all(
      guests.map(({ id }, i) => owner.inviting(group, id, ['QA', 'QB', 'QC', 'QD', 'QE'][i]!)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.map(outcomeOf)).toContain('409 CONFLICT');
    expect(await owner.members(group)).toHaveLength(5);
  });
});

describe('an acceptance', () => {
  // contract: POST /permissions/federation/groups/:id/members/accept, federation/invited-active-invited
  test('returns 200 with the membership, ACTIVE, and a second one returns 409', async () => {
    const [, , invited] = await owner.members(group);
    const data = await guest.ask(200, 'POST', `/${group}/members/accept`);
    expect(data).toEqual({ ...invited, status: 'ACTIVE', joinedAt: expect.stringMatching(TIME) });
    for (const who of [guest, member, owner])
      expect(outcomeOf(await who.accepting(group))).toBe('409 CONFLICT');
  });

  // contract: POST /permissions/federation/groups/:id/members/accept, federation/acting-organization-key
  test('counts for the key’s organization, whatever the body contains', async () => {
    for (const body of [{ organizationId: guest.id }, { organizationId: guest.id, prefix: 'X' }]) {
      const answer = await outsider.call('POST', `/${group}/members/accept`, { body });
      expect([answer.status, answer.body.error]).toEqual([404, NO_GROUP]);
    }
    const body = { organizationId: outsider.id, status: 'INVITED' };
    const accepted = await guest.call('POST', `/${group}/members/accept`, { body });
    expect(accepted.body.data).toMatchObject({ organizationId: guest.id, status: 'ACTIVE' });
    expect((await owner.members(group)).map(({ status }) => status)).not.toContain('INVITED');
  });
});

// contract: federation/enterprise-plan-403
test('without the Enterprise plan the endpoints of members return 403 FORBIDDEN to members and others', async () => {
  for (const plan of ['free', 'pro'] as const) {
    const poor = new FederationClient(app, await app.org({ plan }));
    await owner.invite(group, poor, plan === 'free' ? 'FR' : 'PRO');
    for (const [method, path] of [
      ['POST', '/members'],
      ['POST', '/members/accept'],
      ['DELETE', '/members'],
    ] as const)
      expect(outcomeOf(await poor.call(method, `/${group}${path}`))).toBe('403 FORBIDDEN');
    expect(outcomeOf(await poor.call('GET', `/${group}`))).toBe('403 FEDERATION_NOT_ALLOWED');
  }
});

// contract: federation/events-organizations-concerned
test('events go to the owner and to the member that they are about, and name no third organization', async () => {
  const about = (who: FederationClient, prefix: string, more: object = {}) => ({
    groupId: group,
    membershipId: expect.stringMatching(/^fedmember_/),
    organizationId: who.id,
    prefix,
    ...more,
  });
  await guest.removing(group, guest.id);
  await member.removing(group, member.id);
  await owner.invite(group, outsider, 'OUT');
  await owner.removing(group, outsider.id);
  const invited = (who: FederationClient, prefix: string) => ({
    type: 'federation.invited',
    data: about(who, prefix),
  });
  const removed = (who: FederationClient, prefix: string, reason: string) => ({
    type: 'federation.removed',
    data: about(who, prefix, { reason }),
  });
  const accepted = { type: 'federation.accepted', data: about(member, 'MEM') };
  const ofMember = [invited(member, 'MEM'), accepted, removed(member, 'MEM', 'left')];
  const ofGuest = [invited(guest, 'GST'), removed(guest, 'GST', 'declined')];
  const ofOutsider = [invited(outsider, 'OUT'), removed(outsider, 'OUT', 'removed')];
  expect(await member.events()).toEqual(ofMember);
  expect(await guest.events()).toEqual(ofGuest);
  expect(await outsider.events()).toEqual(ofOutsider);
  const all = await owner.events();
  expect(all).toHaveLength(7);
  expect(all).toEqual(expect.arrayContaining([...ofMember, ...ofGuest, ...ofOutsider]));
});
