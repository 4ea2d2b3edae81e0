import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  FederationClient,
  outcomeOf,
  smallGroup,
} from '../../../../test/support/federation-client.ts';
import { newId } from '../../../platform/ids.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());

let owner: FederationClient;
let member: FederationClient;
let guest: FederationClient;
let outsider: FederationClient;
let group: string;

beforeEach(async () => {
  ({ owner, member, guest, outsider, group } = await smallGroup(app));
});

const NO_GROUP = { code: 'NOT_FOUND', message: 'federation group not found' };

describe('a removal', () => {
  const by = (who: () => FederationClient, target: () => FederationClient) => async () =>
    outcomeOf(await who().removing(group, target().id));

  test.each([
    [
      'an active member, of itself',
      by(
        () => member,
        () => member,
      ),
      '200',
    ],
    [
      'an invited member, of itself',
      by(
        () => guest,
        () => guest,
      ),
      '200',
    ],
    [
      'the owner, of an active member',
      by(
        () => owner,
        () => member,
      ),
      '200',
    ],
    [
      'the owner, of an invited member',
      by(
        () => owner,
        () => guest,
      ),
      '200',
    ],
    [
      'the owner, of itself',
      by(
        () => owner,
        () => owner,
      ),
      '403 FORBIDDEN',
    ],
    [
      'the owner, of an organization outside',
      by(
        () => owner,
        () => outsider,
      ),
      '404 NOT_FOUND',
    ],
    [
      'a member, of another',
      by(
        () => member,
        () => guest,
      ),
      '403 FORBIDDEN',
    ],
    [
      'a member, of the owner',
      by(
        () => member,
        () => owner,
      ),
      '403 FORBIDDEN',
    ],
    [
      'a member, of an organization outside',
      by(
        () => member,
        () => outsider,
      ),
      '403 FORBIDDEN',
    ],
    [
      'an invited member, of another',
      by(
        () => guest,
        () => member,
      ),
      '403 FORBIDDEN',
    ],
    [
      'an outsider, of itself',
      by(
        () => outsider,
        () => outsider,
      ),
      '404 NOT_FOUND',
    ],
    [
      'an outsider, of a member',
      by(
        () => outsider,
        () => member,
      ),
      '404 NOT_FOUND',
    ],
  ])('by %s', async (_, remove, outcome) => {
    const before = await owner.members(group);
    expect(await remove()).toBe(outcome);
    expect(await owner.members(group)).toHaveLength(before.length - (outcome === '200' ? 1 : 0));
  });

  test('answers id, organizationId and removed; by query, by body, by both if the same', async () => {
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

  test('of nobody, or of two, is 400 VALIDATION_ERROR, for outsiders too', async () => {
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

  test('says why it failed: not a member of the group, or no such group', async () => {
    const unknown = (await owner.removing(group, outsider.id)).body.error.message;
    expect(unknown).toBe('the organization is not a member of the group');
    expect((await owner.removing(group, newId('org'))).body.error.message).toBe(unknown);
    expect((await owner.removing(group, 'x')).body.error.message).toBe(unknown);
    expect((await outsider.removing(group, member.id)).body.error).toEqual(NO_GROUP);
  });

  test('frees the prefix and lets the organization be invited again, under another', async () => {
    await owner.removing(group, member.id);
    expect(outcomeOf(await member.accepting(group))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await member.call('GET', `/${group}`))).toBe('404 NOT_FOUND');
    await owner.join(group, outsider, 'MEM');
    await owner.join(group, member, 'NEW');
  });
});
