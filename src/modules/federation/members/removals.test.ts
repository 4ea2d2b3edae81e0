import { describe, expect, test } from 'vitest';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';
import {
  group,
  guest,
  member,
  outsider,
  owner,
  useSmallGroup,
} from '../../../../test/support/federation-site.ts';
import { newId } from '../../../platform/ids.ts';

useSmallGroup();

const NO_GROUP = { code: 'NOT_FOUND', message: 'federation group not found' };

describe('a removal', () => {
  const by = async (who: FederationClient, target: FederationClient) =>
    outcomeOf(await who.removing(group, target.id));

  // contract: DELETE /permissions/federation/groups/:id/members, federation/invited-active-removed
  test('is allowed or rejected depending on caller and target', async () => {
    const forbidden = '403 FORBIDDEN';
    const unknown = '404 NOT_FOUND';
    for (const [who, target, outcome] of [
      [owner, owner, forbidden],
      [owner, outsider, unknown],
      [member, guest, forbidden],
      [member, owner, forbidden],
      [member, outsider, forbidden],
      [guest, member, forbidden],
      [outsider, outsider, unknown],
      [outsider, member, unknown],
    ] as const)
      expect(await by(who, target)).toBe(outcome);
    expect(await owner.members(group)).toHaveLength(3);
  });

  // contract: DELETE /permissions/federation/groups/:id/members, federation/invited-active-removed
  test('by the member itself or by the owner removes active and invited members', async () => {
    for (const isSelf of [true, false]) {
      for (const who of [member, guest]) expect(await by(isSelf ? who : owner, who)).toBe('200');
      expect(await owner.members(group)).toHaveLength(1);
      await owner.join(group, member, 'MEM');
      await owner.invite(group, guest, 'GST');
    }
  });

  // contract: DELETE /permissions/federation/groups/:id/members
  test('returns id, organizationId and removed, whether query, body or both name the member', async () => {
    for (const [query, body] of [
      [`?organizationId=${member.id}`, undefined],
      ['', { organizationId: member.id }],
      [`?organizationId=${member.id}`, { organizationId: member.id }],
      [`?organizationId=${member.id}`, {}],
    ] as const) {
      const { id } = (await owner.members(group)).find((one) => one.organizationId === member.id)!;
      const data = await owner.ask(200, 'DELETE', `/${group}/members${query}`, body);
      expect(data).toEqual({ id, organizationId: member.id, removed: true });
      await owner.join(group, member, 'MEM');
    }
  });

  // contract: federation/organizationid-query-body
  test('returns 400 VALIDATION_ERROR if the request names no member or two, even to outsiders', async () => {
    for (const who of [owner, outsider])
      for (const [query, body] of [
        ['', undefined],
        ['', {}],
        ['', { organizationId: '' }],
        ['?organizationId=', undefined],
        [`?organizationId=${member.id}&organizationId=${guest.id}`, undefined],
        [`?organizationId=${member.id}`, { organizationId: guest.id }],
      ] as const) {
        const options = body === undefined ? {} : { body };
        const answer = await who.call('DELETE', `/${group}/members${query}`, options);
        expect(outcomeOf(answer), query).toBe('400 VALIDATION_ERROR');
        expect(answer.body.error.details[0].path).toBe('organizationId');
      }
  });

  // contract: DELETE /permissions/federation/groups/:id/members
  test('returns different errors for a missing member and a missing group', async () => {
    const unknown = (await owner.removing(group, outsider.id)).body.error.message;
    expect(unknown).toBe('the organization is not a member of the group');
    expect((await owner.removing(group, newId('org'))).body.error.message).toBe(unknown);
    expect((await owner.removing(group, 'x')).body.error.message).toBe(unknown);
    expect((await outsider.removing(group, member.id)).body.error).toEqual(NO_GROUP);
  });

  // contract: federation/prefix-2-4
  test('frees the prefix, and the organization can be invited again under another', async () => {
    await owner.removing(group, member.id);
    expect(outcomeOf(await member.accepting(group))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await member.call('GET', `/${group}`))).toBe('404 NOT_FOUND');
    await owner.join(group, outsider, 'MEM');
    await owner.join(group, member, 'NEW');
  });
});
