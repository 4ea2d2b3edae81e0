import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(() => app.stop());

test('operators page through the entries of a global list, and find one by its id of the publisher', async () => {
  const key = await app.platformKey();
  const content = 'id,name,dob,country\na2,Ottoline Vandermark,,NL\na1,Zubeiru Kwatamara,1970,NG\n';
  const imported = await app.call('POST', '/api/v1/admin/lists', {
    key,
    body: { kind: 'sanctions', source: 'test:entries', format: 'csv', content },
  });
  const path = `/api/v1/admin/lists/${imported.body.data.list.id}/entries`;
  const first = (await app.call('GET', `${path}?limit=1`, { key })).body.data;
  expect([first.total, first.items]).toEqual([
    2,
    [
      {
        id: expect.stringMatching(/^entry_/),
        externalId: 'a1',
        entityType: expect.any(String),
        name: 'Zubeiru Kwatamara',
        dobs: ['1970'],
        countries: ['NG'],
      },
    ],
  ]);
  const next = await app.call('GET', `${path}?limit=1&cursor=${first.nextCursor}`, { key });
  expect(next.body.data.items).toMatchObject([{ externalId: 'a2' }]);
  const one = await app.call('GET', `${path}?externalId=a2`, { key });
  expect(one.body.data.items).toMatchObject([{ name: 'Ottoline Vandermark' }]);
  const { key: tenant } = await app.org();
  expect((await app.call('GET', path, { key: tenant })).status).toBe(403);
});
