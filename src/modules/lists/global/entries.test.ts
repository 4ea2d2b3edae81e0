import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const app = testApp({ rateLimits: undefined });

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

test('operators find entries by words of names and aliases, in any order, without case and accents', async () => {
  const key = await app.platformKey();
  const content =
    'id,name,aliases\nb1,Zubéiru Kwatamara,Old Lion\nb2,Кватамара Ольга,\nb3,Kwatamara Trading,\n';
  const imported = await app.call('POST', '/api/v1/admin/lists', {
    key,
    body: { kind: 'sanctions', source: 'test:names', format: 'csv', content },
  });
  expect(imported.status, imported.text).toBeLessThan(300);
  const path = `/api/v1/admin/lists/${imported.body.data.list.id}/entries`;
  const found = async (name: string) => {
    const answer = await app.call('GET', `${path}?name=${encodeURIComponent(name)}`, { key });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.items.map(({ externalId }: { externalId: string }) => externalId);
  };
  for (const [name, ids] of [
    ['kwatamara', ['b1', 'b3']],
    ['KWATAMARA Zubeiru', ['b1']],
    ['zubéiru', ['b1']],
    ['lion', ['b1']],
    ['ольга', ['b2']],
    ['trading zubeiru', []],
    ['%', []],
  ] as const)
    expect([name, await found(name)]).toEqual([name, ids]);
});
