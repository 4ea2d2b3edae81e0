import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  startTestApp,
  type Answer,
  type TestApp,
  type TestOrg,
  type TestPerson,
} from '../../../../test/support/app.ts';
import { MAX_VIEWS } from './views.ts';

const FILTERS = { status: 'open', assignee: 'me', sort: 'highest_score', minScore: 90 };

let app: TestApp;
let org: TestOrg;
let ada: TestPerson;
let bayo: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.org({ addons: ['detection_pack'] });
  ada = await app.person(org.id, ['analyst']);
  bayo = await app.person(org.id, ['analyst']);
});

function save({ session }: TestPerson, body: object): Promise<Answer> {
  return app.call('POST', '/api/v1/fraud/hit-views', {
    session,
    body: { isShared: false, filters: FILTERS, ...body },
  });
}
async function seenBy({ session }: TestPerson): Promise<string[]> {
  const { body } = await app.call('GET', '/api/v1/fraud/hit-views', { session });
  return body.data.views.map(({ name }: { name: string }) => name);
}
function remove({ session }: TestPerson, id: string): Promise<Answer> {
  return app.call('DELETE', `/api/v1/fraud/hit-views/${id}`, { session });
}

test('a view is visible to its maker alone, or to the whole organization', async () => {
  const own = await save(ada, { name: 'My own' });
  expect(own.status, own.text).toBe(201);
  expect(own.body.data).toMatchObject({ name: 'My own', isShared: false, filters: FILTERS });
  const shared = await save(ada, { name: 'For all', isShared: true });
  expect(await seenBy(ada)).toEqual(['For all', 'My own']);
  expect(await seenBy(bayo)).toEqual(['For all']);
  const stranger = await app.person((await app.org({ addons: ['detection_pack'] })).id, [
    'analyst',
  ]);
  expect(await seenBy(stranger)).toEqual([]);
  for (const [who, id] of [
    [bayo, own.body.data.id],
    [stranger, shared.body.data.id],
    [ada, 'hitview_x'],
  ] as const)
    expect((await remove(who, id)).status).toBe(404);
  expect((await remove(bayo, shared.body.data.id)).status).toBe(200);
  expect((await remove(ada, own.body.data.id)).status).toBe(200);
  expect(await seenBy(ada)).toEqual([]);
});

test('a view is rejected with a taken name, an unknown filter, or when there are too many', async () => {
  await save(ada, { name: 'Same' });
  expect((await save(ada, { name: 'Same' })).body.error.code).toBe('CONFLICT');
  expect((await save(bayo, { name: 'Same' })).status).toBe(201);
  for (const [body, path] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 'A', filters: { colour: 'red' } }, 'filters.colour'],
    [{ name: 'A', filters: { minScore: 101 } }, 'filters.minScore'],
  ] as const) {
    const { status, body: answer } = await save(ada, body);
    expect([status, answer.error?.details?.[0]?.path]).toEqual([400, path]);
  }
  const made = await Promise.all(
    Array.from({ length: MAX_VIEWS + 5 }, (_, i) => save(ada, { name: `View ${i}` })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_VIEWS - 1);
  expect(await seenBy(ada)).toHaveLength(MAX_VIEWS);
});
