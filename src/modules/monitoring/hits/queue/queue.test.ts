import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  startTestApp,
  type Answer,
  type TestApp,
  type TestPerson,
} from '../../../../../test/support/app.ts';
import { ScreeningClient } from '../../../../../test/support/screening-client.ts';

const NAME = 'Adewale Ogunbanjo';
const NEAR = 'Adewale Ogunbanjoo';
const PAST = '2026-01-05T00:00:00.000Z';

let app: TestApp;
let client: ScreeningClient;
let ada: TestPerson;
/** The ids of the hits of two subjects, oldest first: the first is of customer-2. */
let ids: [string, string];
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await ScreeningClient.of(app);
  ada = await app.person(client.org.id, ['admin']);
  await client.add(await client.newList(), NAME);
  await client.enrol('customer-2', NAME, { dob: '1980-02-29', country: 'NG' });
  await client.enrol('customer-1', NEAR);
  ids = (await list('sort=oldest')) as [string, string];
});

async function read(query: string): Promise<Record<string, unknown>[]> {
  const answer = await app.call('GET', `/api/v1/fraud/hits?${query}`, { key: client.org.key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.items;
}
async function list(query: string): Promise<unknown[]> {
  return (await read(query)).map(({ id }) => id);
}
function assign(body: object): Promise<Answer> {
  return app.call('POST', '/api/v1/fraud/hits/assign', { key: client.org.key, body });
}

describe('the list of hits', () => {
  test('sorts by time, score and subject in both directions, with and without a cursor', async () => {
    const [exact, near] = ids;
    for (const [sort, order] of [
      ['newest', [near, exact]],
      ['oldest', [exact, near]],
      ['highest_score', [exact, near]],
      ['lowest_score', [near, exact]],
      ['subject', [near, exact]],
      ['subject_reverse', [exact, near]],
    ] as const) {
      expect([sort, await list(`sort=${sort}`)]).toEqual([sort, order]);
      const query = { key: client.org.key };
      const first = await app.call('GET', `/api/v1/fraud/hits?sort=${sort}&limit=1`, query);
      const { nextCursor, total } = first.body.data;
      expect(total).toBe(2);
      expect(await list(`sort=${sort}&limit=1&cursor=${nextCursor}`)).toEqual([order[1]]);
    }
  });

  test('filters by range of score, assignee, due date and open request for a second person', async () => {
    const [exact, near] = ids;
    expect(await list('maxScore=99.9')).toEqual([near]);
    await assign({ ids: [exact], assignee: ada.id, dueAt: PAST });
    expect(await list(`assignee=${ada.id}`)).toEqual([exact]);
    expect(await list('isAssigned=true')).toEqual([exact]);
    expect(await list('isAssigned=false')).toEqual([near]);
    expect(await list(`assignee=${ada.id}&isAssigned=false`)).toEqual([]);
    expect(await list('isOverdue=true')).toEqual([exact]);
    expect(await list('isOverdue=false')).toEqual([near]);
    const settings = { session: ada.session, body: { actions: ['hit.false_positive'] } };
    await app.call('PATCH', '/api/v1/approvals/settings', settings);
    const request = { action: 'hit.false_positive', objectId: near };
    await app.call('POST', '/api/v1/approvals', { session: ada.session, body: request });
    expect(await list('isWaiting=true')).toEqual([near]);
    expect(await list('isWaiting=false')).toEqual([exact]);
    await client.decide(exact, 'true_match');
    expect(await list('isOverdue=true')).toEqual([]);
  });

  test('returns the subject of each hit only on request', async () => {
    const [near, exact] = await read('withSubject=true');
    expect(exact!['subject']).toEqual({ name: NAME, dob: '1980-02-29', country: 'NG' });
    expect(near!['subject']).toEqual({ name: NEAR, dob: null, country: null });
    expect((await read(''))[0]).not.toHaveProperty('subject');
    await app.call('DELETE', '/api/v1/fraud/subjects/customer-1', { key: client.org.key });
    expect((await read('withSubject=true&status=closed'))[0]!['subject']).toBeNull();
  });
});

describe('the assignment of hits', () => {
  test('changes only the given fields, and no revision', async () => {
    const [id] = ids;
    await assign({ ids, assignee: ada.id });
    const answer = await assign({ ids: [id], dueAt: PAST });
    expect(answer.body.data).toEqual({ ids: [id], dueAt: PAST });
    const [, hit] = await read('');
    expect(hit).toMatchObject({ assignee: ada.id, dueAt: PAST, revision: 1 });
    await assign({ ids: [id], assignee: null, dueAt: null });
    expect((await read(''))[1]).toMatchObject({ assignee: null, dueAt: null });
  });

  test('has an audit row for each hit, and none if it is rejected', async () => {
    await assign({ ids: [...ids, 'hit_x'], assignee: ada.id });
    await assign({ ids, assignee: ada.id, dueAt: PAST });
    for (const id of ids) {
      const query = { key: client.org.key };
      const log = await app.call('GET', `/api/v1/audit?object=${id}&action=hit.assign`, query);
      expect(log.body.data.items).toMatchObject([
        { objectId: id, actor: { kind: 'key' }, after: { assignee: ada.id, dueAt: PAST } },
      ]);
    }
  });

  test('keeps the person but no due date when a decided hit reopens', async () => {
    const [id] = ids;
    await assign({ ids: [id], assignee: ada.id, dueAt: PAST });
    await client.decide(id, 'false_positive');
    expect((await read('status=false_positive'))[0]).toMatchObject({ dueAt: PAST });
    await client.enrol('customer-2', NAME, { dob: '1981-02-28', country: 'NG' });
    expect(await list('isOverdue=true')).toEqual([]);
    const [, hit] = await read('status=open');
    expect(hit).toMatchObject({ id, status: 'open', assignee: ada.id, dueAt: null });
  });

  test('is rejected for unknown ids, for ids of other organizations, and for people who are not members', async () => {
    const [id] = ids;
    const other = await ScreeningClient.of(app);
    await other.add(await other.newList(), NAME);
    await other.enrol('customer-1', NAME);
    const [theirs] = await other.hits();
    const stranger = await app.person(other.org.id, ['analyst']);
    for (const [body, path] of [
      [{ ids: [id, 'hit_x'], dueAt: PAST }, 'ids[1]'],
      [{ ids: [theirs!.id, id], assignee: ada.id }, 'ids[0]'],
      [{ ids: [id], assignee: stranger.id }, 'assignee'],
      [{ ids: [id] }, 'assignee'],
      [{ ids: [], assignee: ada.id }, 'ids'],
      [{ ids: [id], dueAt: 'tomorrow' }, 'dueAt'],
    ] as const) {
      const answer = await assign(body);
      expect([answer.status, answer.body.error?.details?.[0]?.path]).toEqual([400, path]);
    }
    expect(await list('isAssigned=true')).toEqual([]);
    expect(await list('isOverdue=true')).toEqual([]);
  });
});
