import { beforeEach, expect, test } from 'vitest';
import { rateLimits } from '../../../config/rate-limits.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';
import { newId } from '../../../platform/ids.ts';

const app = testApp({ rateLimits: rateLimits('federation-invitations=3'), role: 'api' });

let owner: FederationClient;
let target: FederationClient;
let group: string;
beforeEach(async () => {
  owner = await FederationClient.of(app);
  target = await FederationClient.of(app);
  group = await owner.newGroup();
});

/** Invites the organization and withdraws the invitation. */
async function round(by = owner, to = group): Promise<void> {
  await by.invite(to, target, 'TGT');
  await by.removing(to, target.id);
}
async function deliveriesUsed(org: FederationClient): Promise<number> {
  const { rows } = await app.db.pool.query(
    `SELECT coalesce(sum(quantity), 0)::int AS n FROM usage_by_day
     WHERE org_id = $1 AND service = 'webhooks' AND metric = 'deliveries'`,
    [org.id],
  );
  return rows[0].n;
}

test('an owner can invite the same organization ten times a day by default', () => {
  const limit = { points: 10, windowSeconds: 86_400 };
  expect(rateLimits('on')!['federation-invitations']).toEqual(limit);
});

test('one more invitation, counted over all groups of the owner, returns 429 with Retry-After until the window ends', async () => {
  for (let i = 0; i < 3; i += 1) await round();
  const other = await owner.newGroup();
  for (const to of [group, other]) {
    const refused = await owner.inviting(to, target.id, 'TGT');
    expect(outcomeOf(refused)).toBe('429 RATE_LIMITED');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(86_300);
    expect(seconds).toBeLessThanOrEqual(86_400);
  }
  await app.db.pool.query(
    `UPDATE federation_invitations SET since = since - interval '1 day' WHERE org_id = $1`,
    [owner.id],
  );
  for (let i = 0; i < 3; i += 1) await round();
  expect(outcomeOf(await owner.inviting(group, target.id, 'TGT'))).toBe('429 RATE_LIMITED');
});

test('an owner that has used up its invitations does not affect those of other owners, and can invite others', async () => {
  for (let i = 0; i < 3; i += 1) await round();
  expect(outcomeOf(await owner.inviting(group, target.id, 'TGT'))).toBe('429 RATE_LIMITED');
  await owner.invite(group, await FederationClient.of(app), 'OTH');
  const honest = await FederationClient.of(app);
  await honest.invite(await honest.newGroup(), target, 'TGT');
});

test('exactly as many concurrent invitations succeed as the limit allows', async () => {
  const groups = await Promise.all(Array.from({ length: 6 }, () => owner.newGroup()));
  const answers = await Promise.all(groups.map((to) => owner.inviting(to, target.id, 'TGT')));
  expect(answers.map(outcomeOf).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => '201'),
    ...Array.from({ length: 3 }, () => '429 RATE_LIMITED'),
  ]);
});

test('a rejected invitation is not counted, and an invitation of an unknown organization returns 404 as before', async () => {
  for (let i = 0; i < 5; i += 1) {
    expect(outcomeOf(await owner.inviting(group, target.id, 'OWN'))).toBe('409 CONFLICT');
    expect(outcomeOf(await owner.inviting(group, newId('org'), 'TGT'))).toBe('404 NOT_FOUND');
  }
  for (let i = 0; i < 3; i += 1) await round();
});

test('deliveries that another organization causes in a federation are sent and not charged', async () => {
  for (const org of [owner, target]) {
    const body = { name: 'n', url: 'https://example.com/hook', events: ['federation.*'] };
    const made = await app.call('POST', '/api/v1/webhooks', { key: org.org.key, body });
    expect(made.status, made.text).toBe(201);
  }
  // The target is invited and removed, then invited again by the owner, and leaves.
  await round();
  await owner.invite(group, target, 'TGT');
  await target.removing(group, target.id);
  for (const org of [owner, target]) {
    const { rows } = await app.db.pool.query(
      'SELECT count(*)::int AS n FROM deliveries WHERE org_id = $1',
      [org.id],
    );
    expect(rows[0].n).toBe(4);
  }
  expect([await deliveriesUsed(owner), await deliveriesUsed(target)]).toEqual([3, 1]);
  // The members also get an event of the group's deletion.
  await owner.join(group, target, 'TGT');
  await owner.ask(200, 'DELETE', `/${group}`);
  expect([await deliveriesUsed(owner), await deliveriesUsed(target)]).toEqual([5, 2]);
});
