import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer, type TestPerson } from '../../../../test/support/app.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';

const NAME = 'Chinedu Okafor';
const SENTENCE = 'Our customer was born in 1985.';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
let ada: TestPerson;
let bayo: TestPerson;
beforeEach(async () => {
  client = await ScreeningClient.of(app);
  await client.add(await client.newList(), NAME);
  await client.enrol('customer-1', NAME);
  ada = await app.person(client.org.id, ['admin']);
  bayo = await app.person(client.org.id, ['admin']);
});

type Caller = { key: string } | { session: string };
function call(by: Caller, method: string, path: string, body?: object): Promise<Answer> {
  return app.call(method, `/api/v1${path}`, { ...by, ...(body && { body }) });
}
async function send(by: Caller, method: string, path: string, body?: object) {
  const answer = await call(by, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}
function expectField(answer: Answer, path: string): void {
  expect([answer.status, answer.body.error?.details?.[0]?.path], answer.text).toEqual([400, path]);
}
function set(body: object) {
  return send(ada, 'PATCH', '/approvals/reasons', body);
}
function guard() {
  return send(ada, 'PATCH', '/approvals/settings', { actions: ['hit.false_positive'] });
}
async function auditOf(object: string, action: string) {
  const { items } = await send(ada, 'GET', `/audit?object=${object}&action=${action}`);
  return items[0].after;
}
async function caseOf(hitId: string) {
  const { id } = await send(ada, 'POST', '/cases', { subjectId: 'customer-1', itemIds: [hitId] });
  return send(ada, 'GET', `/cases/${id}`);
}
/** Calls each operation that takes the reason of a false positive; `objectId` is its hit. */
async function ways(objectId: string): Promise<((given: object) => Promise<Answer>)[]> {
  const { id, revision } = await caseOf(objectId);
  const decision = 'false_positive';
  const action = 'hit.false_positive';
  const inCase = { expectedRevision: revision, decisions: [{ hitId: objectId, decision }] };
  return [
    (given) => call(ada, 'POST', `/fraud/hits/${objectId}/decision`, { decision, ...given }),
    (given) => call(ada, 'POST', `/cases/${id}/decide`, { ...inCase, ...given }),
    (given) => call(ada, 'POST', '/approvals', { action, objectId, ...given }),
  ];
}

describe('the codes of reasons', () => {
  test('have defaults, and require nothing until the organization chooses that', async () => {
    const found = await send(client.org, 'GET', '/approvals/reasons');
    expect(found).toMatchObject({ required: false, textFrom: 95 });
    const names = found.codes.map(({ reasonCode }: { reasonCode: string }) => reasonCode);
    expect(names).toContain('date_of_birth_differs');
    const { id } = await client.onlyHit();
    expect(await client.decide(id, 'false_positive', '')).toMatchObject({ reasonCode: null });
  });

  test('can be changed only by a caller who has seen the current ones, and the audit row omits the texts', async () => {
    const path = '/api/v1/approvals/reasons';
    const seen = await app.call('GET', path, ada);
    const codes = [{ reasonCode: 'twin', text: 'Amaka’s twin' }];
    const change = (body: object) =>
      app.call('PATCH', path, { ...ada, body, headers: { 'if-match': seen.headers.get('etag')! } });
    const changed = await change({ codes });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body.data).toMatchObject({ codes, required: false, textFrom: 95 });
    expect((await change({ required: true })).status).toBe(412);
    const { items } = await send(ada, 'GET', '/audit?action=reason_settings.update');
    expect(items).toMatchObject([{ after: { required: false, textFrom: 95, changed: ['codes'] } }]);
    expect(JSON.stringify(items)).not.toContain('Amaka');
  });

  test('are unique, and only members with the right can change them', async () => {
    const codes = [1, 2].map((n) => ({ reasonCode: 'twin', text: `Twin ${n}` }));
    expectField(await call(ada, 'PATCH', '/approvals/reasons', { codes }), 'codes[1].reasonCode');
    expectField(await call(ada, 'PATCH', '/approvals/reasons', { codes: [] }), 'codes');
    const analyst = await app.person(client.org.id, ['analyst']);
    expect((await call(analyst, 'PATCH', '/approvals/reasons', { textFrom: 1 })).status).toBe(403);
    await send(analyst, 'GET', '/approvals/reasons');
  });

  test('are all stored when two people change different ones at the same time', async () => {
    await Promise.all([set({ textFrom: 80 }), set({ required: true })]);
    const found = await send(ada, 'GET', '/approvals/reasons');
    expect(found).toMatchObject({ textFrom: 80, required: true });
  });
});

describe('the code of a reason', () => {
  test('must be a code of the organization, in each operation that takes one', async () => {
    const { id } = await client.onlyHit();
    for (const way of await ways(id))
      expectField(await way({ reason: SENTENCE, reasonCode: 'unknown' }), 'reasonCode');
    const stranger = await ScreeningClient.of(app);
    await app.call('PATCH', '/api/v1/approvals/reasons', {
      ...(await app.person(stranger.org.id, ['admin'])),
      body: { codes: [{ reasonCode: 'unknown', text: 'Theirs' }] },
    });
    expectField(await (await ways(id))[0]!({ reason: '', reasonCode: 'unknown' }), 'reasonCode');
    expect((await client.hit(id)).status).toBe('open');
  });

  test('is required for a false positive if the organization requires it, and a sentence is required from a certain score on', async () => {
    await set({ required: true });
    const { id } = await client.onlyHit();
    const given = { reasonCode: 'known_customer' };
    for (const way of await ways(id)) {
      expectField(await way({ reason: SENTENCE }), 'reasonCode');
      expectField(await way({ ...given, reason: 'x' }), 'reason');
    }
    expectField(
      await call(ada, 'POST', '/approvals', {
        action: 'hit.false_positive',
        objectId: id,
        ...given,
      }),
      'reason',
    );
    const path = `/fraud/hits/${id}/decision`;
    await send(ada, 'POST', path, { decision: 'true_match', reason: '' });
    await send(ada, 'POST', path, { decision: 'false_positive', reason: SENTENCE, ...given });
  });

  test('needs no sentence below the score', async () => {
    const { id } = await client.onlyHit();
    const db = await app.dbOf(client.org.id);
    await db.query('UPDATE screening_hits SET score = 94.9 WHERE org_id = $1', [client.org.id]);
    await set({ required: true });
    const given = { reason: '', reasonCode: 'known_customer' };
    const path = `/fraud/hits/${id}/decision`;
    const decided = await send(ada, 'POST', path, { decision: 'false_positive', ...given });
    expect(decided).toMatchObject({ status: 'false_positive', reasonCode: 'known_customer' });
  });

  test('is shown in the hit, the case and the audit log, even after the list has changed', async () => {
    const { id } = await client.onlyHit();
    const found = await caseOf(id);
    await send(ada, 'POST', `/cases/${found.id}/decide`, {
      expectedRevision: found.revision,
      decisions: [{ hitId: id, decision: 'false_positive' }],
      reason: SENTENCE,
      reasonCode: 'deceased',
    });
    await set({ codes: [{ reasonCode: 'other', text: 'Other' }] });
    const made = { reasonCode: 'deceased', reason: SENTENCE };
    expect((await client.hit(id)).decisions).toMatchObject([made]);
    const { items } = await send(ada, 'GET', `/cases/${found.id}`);
    expect(items).toMatchObject([{ hit: { decision: made } }]);
    expect(await auditOf(id, 'hit.decide')).toMatchObject({ reasonCode: 'deceased' });
  });

  test('is stored for both people of a decision', async () => {
    await guard();
    const { id } = await client.onlyHit();
    const asked = await send(ada, 'POST', '/approvals', {
      action: 'hit.false_positive',
      objectId: id,
      reason: SENTENCE,
      reasonCode: 'date_of_birth_differs',
    });
    expect(asked.reasonCode).toBe('date_of_birth_differs');
    expect(await send(bayo, 'GET', `/approvals/${asked.id}`)).toMatchObject({
      reason: SENTENCE,
      reasonCode: 'date_of_birth_differs',
    });
    const decision = { decision: 'false_positive', reason: 'I agree.', reasonCode: 'deceased' };
    await send(bayo, 'POST', `/fraud/hits/${id}/decision`, decision);
    const approval = { askedBy: { id: ada.id }, reason: SENTENCE, reasonCode: asked.reasonCode };
    expect((await client.hit(id)).decisions).toMatchObject([{ ...decision, approval }]);
    expect(await auditOf(asked.id, 'approval.ask')).toMatchObject({
      reasonCode: 'date_of_birth_differs',
    });
  });

  test('stays on a request that a second person rejects, and the rejection has no code', async () => {
    await guard();
    const { id } = await client.onlyHit();
    const body = { action: 'hit.false_positive', objectId: id, reasonCode: 'deceased' };
    const asked = await send(ada, 'POST', '/approvals', body);
    const refused = await send(bayo, 'POST', `/approvals/${asked.id}/reject`, {
      reason: 'He lives.',
    });
    expect(refused.reasonCode).toBe(null);
    expect(await auditOf(asked.id, 'approval.reject')).toMatchObject({ reasonCode: null });
    const { items } = await send(ada, 'GET', `/approvals?status=rejected&objectId=${id}`);
    expect(items).toMatchObject([{ id: asked.id, answerReason: 'He lives.' }]);
    expect((await send(ada, 'GET', '/approvals?objectId=another')).items).toEqual([]);
    expect(await send(ada, 'GET', `/approvals/${asked.id}`)).toMatchObject({
      reasonCode: 'deceased',
      answerReason: 'He lives.',
    });
  });
});
