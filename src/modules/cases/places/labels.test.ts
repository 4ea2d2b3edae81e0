import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { CaseClient } from '../../../../test/support/case-client.ts';

let app: TestApp;
let client: CaseClient;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await CaseClient.of(app);
});

const HOUR_MS = 3_600_000;
function inHours(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString();
}
async function endSnooze(id: string): Promise<void> {
  const own = await app.dbOf(client.org.id);
  await own.query(
    `UPDATE cases SET snoozed_until = now() - interval '1 s' WHERE org_id = $1 AND id = $2`,
    [client.org.id, id],
  );
}
async function problemPath(body: object, path = '', method = 'POST'): Promise<string> {
  const answer = await client.call(method, path, body);
  expect(answer.status, answer.text).toBe(400);
  return answer.body.error.details[0].path;
}

describe('type and tags of a case', () => {
  test('are stored, filter the list, and are replaced or removed by a change', async () => {
    const one = await client.make({ type: 'onboarding', tags: ['branch-lagos', 'vip'] });
    const two = await client.make({ type: 'periodic', tags: ['vip'] });
    const other = await CaseClient.of(app);
    await other.make({ type: 'onboarding', tags: ['vip'] });
    expect(one).toMatchObject({ type: 'onboarding', tags: ['branch-lagos', 'vip'] });
    expect(await client.list({ tag: 'vip' })).toEqual([two.id, one.id]);
    expect(await client.list({ tag: 'branch-lagos' })).toEqual([one.id]);
    expect(await client.list({ type: 'periodic', tag: 'vip' })).toEqual([two.id]);
    const changed = await client.change(one.id, {
      expectedRevision: 1,
      type: null,
      tags: ['late'],
    });
    expect(changed).toMatchObject({ type: null, tags: ['late'], revision: 2 });
    expect(await client.list({ tag: 'branch-lagos' })).toEqual([]);
    expect(await client.list({ tag: 'late' })).toEqual([one.id]);
    expect((await client.read(one.id)).history.at(-1)!.detail).toMatchObject({ tags: ['late'] });
    const cleared = await client.change(one.id, { expectedRevision: 2, tags: [] });
    expect([cleared.tags, await client.list({ tag: 'late' })]).toEqual([[], []]);
  });

  test('are rejected with the name of the field if there are too many, or one is too long, repeated or invalid', async () => {
    const subjectId = 'customer-1';
    expect(await problemPath({ subjectId, type: 'Two Words' })).toBe('type');
    expect(await problemPath({ subjectId, type: 'x'.repeat(41) })).toBe('type');
    expect(await problemPath({ subjectId, tags: ['a', 'a'] })).toMatch(/^tags/);
    expect(await problemPath({ subjectId, tags: [''] })).toMatch(/^tags/);
    const many = Array.from({ length: 21 }, (_, i) => `t${i}`);
    expect(await problemPath({ subjectId, tags: many })).toBe('tags');
    expect((await client.call('GET', '?tag=Two%20Words')).status).toBe(400);
  });
});

describe('a snoozed case', () => {
  test('leaves the list of open work until its time, and returns without any change of the case', async () => {
    const { id } = await client.make();
    const until = inHours(2);
    const snoozed = await client.change(id, { expectedRevision: 1, snoozedUntil: until });
    expect(snoozed).toMatchObject({ snoozedUntil: until, status: 'OPEN', revision: 2 });
    expect(await client.list({ isOpen: 'true', isSnoozed: 'false' })).toEqual([]);
    expect(await client.list({ isSnoozed: 'true', sort: 'snooze' })).toEqual([id]);
    expect((await client.call('POST', '/claim-next')).status).toBe(404);
    await endSnooze(id);
    expect(await client.list({ isOpen: 'true', isSnoozed: 'false' })).toEqual([id]);
    expect(await client.list({ isSnoozed: 'true' })).toEqual([]);
    expect((await client.read(id)).snoozedUntil).toBe(null);
    expect((await client.ask(200, 'POST', '/claim-next')).id).toBe(id);
  });

  test('returns when a person ends the snooze, and when the case is closed', async () => {
    const { id } = await client.make();
    await client.change(id, { expectedRevision: 1, snoozedUntil: inHours(1) });
    const ended = await client.change(id, { expectedRevision: 2, snoozedUntil: null });
    expect(ended.snoozedUntil).toBe(null);
    await client.change(id, { expectedRevision: 3, snoozedUntil: inHours(1) });
    const close = { expectedRevision: 4, status: 'CLOSED', outcome: 'NO_ACTION' };
    expect((await client.change(id, close)).snoozedUntil).toBe(null);
  });

  test('returns immediately when a person or the rule adds a new hit', async () => {
    const [hitId] = await client.openHits('customer-2');
    const { id } = await client.make({ subjectId: 'customer-2' });
    await client.change(id, { expectedRevision: 1, snoozedUntil: inHours(1) });
    await client.ask(200, 'POST', `/${id}/items`, { ids: [hitId] });
    expect((await client.read(id)).snoozedUntil).toBe(null);
    await client.ask(200, 'PATCH', '/settings', { listKinds: ['tenant_blocklist'] });
    await client.openHits('customer-3');
    const [made] = await client.list({ subjectId: 'customer-3' });
    await client.change(made!, { expectedRevision: 1, snoozedUntil: inHours(1) });
    await client.openHits('customer-3');
    expect((await client.read(made!)).snoozedUntil).toBe(null);
  });

  test('returns immediately when one of its hits reopens, even if no rule selects the hit', async () => {
    const ids = await client.openHits('customer-4', 2);
    const { id } = await client.make({ subjectId: 'customer-4', itemIds: [ids[0]] });
    const other = await client.make({ subjectId: 'customer-4' });
    for (const hit of ids) await client.screening.decide(hit, 'false_positive');
    for (const snoozed of [id, other.id])
      await client.change(snoozed, { expectedRevision: 1, snoozedUntil: inHours(1) });
    await client.screening.enrol('customer-4', 'Adewale Ogunbanjo', { dob: '1980-02-29' });
    expect(await client.read(id)).toMatchObject({ snoozedUntil: null, revision: 3 });
    expect((await client.read(other.id)).snoozedUntil).not.toBe(null);
    const { detail, by } = (await client.read(id)).history.at(-1)!;
    expect([detail, by]).toEqual([{ snoozedUntil: null }, { kind: 'service', id: 'cases' }]);
    expect((await client.events()).at(-1)).toMatchObject({ type: 'case.updated', caseId: id });
    const log = await app.call('GET', `/api/v1/audit?object=${id}&action=case.update`, {
      key: client.org.key,
    });
    expect(log.body.data.items[0]).toMatchObject({
      action: 'case.update',
      after: { snoozedUntil: null, revision: 3 },
    });
  });

  test('must return in the future, within 366 days', async () => {
    const { id } = await client.make();
    for (const snoozedUntil of [inHours(-1), inHours(24 * 367)]) {
      const body = { expectedRevision: 1, snoozedUntil };
      expect(await problemPath(body, `/${id}`, 'PATCH')).toBe('snoozedUntil');
    }
  });
});
