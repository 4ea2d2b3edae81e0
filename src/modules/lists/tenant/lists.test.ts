import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type Answer, type TestApp } from '../../../../test/support/app.ts';

const LISTS = '/api/v1/fraud/lists';

let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ key } = await app.org());
});

type Body = Record<string, unknown>;
const GOOD = { source: 'internal:fraud', name: 'Known fraudsters', kind: 'tenant_blocklist' };
function create(change: Body = {}): Promise<Answer> {
  return app.call('POST', LISTS, { key, body: { ...GOOD, ...change } });
}

async function newList(change: Body = {}): Promise<string> {
  const answer = await create(change);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}
function add(listId: string, entries: unknown): Promise<Answer> {
  return app.call('POST', `${LISTS}/${listId}/entries`, { key, body: { entries } });
}
async function get(path: string) {
  return (await app.call('GET', path, { key })).body.data;
}

function expect400(answer: Answer, path: string): void {
  expect([answer.status, answer.body.error?.code], answer.text.slice(0, 300)).toEqual([
    400,
    'BAD_REQUEST',
  ]);
  expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
}

describe('creating a list', () => {
  // contract: POST /fraud/lists, GET /fraud/lists/:id
  test('answers 201 with the summary, which is also what fetching and listing give', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    const list = answer.body.data;
    expect(list).toEqual({
      ...GOOD,
      id: expect.stringMatching(/^list_[0-9a-hjkmnp-tv-z]{26}$/),
      entryCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: list.createdAt,
    });
    expect(await get(`${LISTS}/${list.id}`)).toEqual(list);
    expect(await get(LISTS)).toEqual({ lists: [list] });
  });

  // contract: lists/kind-two-tenant, lists/global-lists-cannot
  test('both kinds are accepted and no other', async () => {
    expect((await create({ source: 'a', kind: 'tenant_allowlist' })).status).toBe(201);
    const { status, body } = await create({ source: 'b', kind: 'TENANT_Blocklist' });
    expect([status, body.data?.kind]).toEqual([201, 'tenant_blocklist']);
    for (const kind of [
      'sanctions',
      'pep',
      'adverse_media',
      'blocklist',
      '',
      null,
      1,
      ['tenant_blocklist'],
    ])
      expect400(await create({ kind }), 'kind');
  });

  // contract: limits/source-most-200, lists/source-required-alphanumerics
  test.each(['a', 'A-z_0.9:x', '-', '::', 'x'.repeat(200), '0'])(
    'source %s is accepted',
    async (source) => {
      expect((await create({ source })).body.data.source).toBe(source);
    },
  );

  // contract: limits/source-most-200, lists/source-required-alphanumerics
  test.each(['', 'x'.repeat(201), 'a b', 'a/b', 'é', 'a\n', 'a@b', 'ａ', 'a,b', '%20', ' a'])(
    'source %j is 400',
    async (source) => {
      expect400(await create({ source }), 'source');
    },
  );

  // contract: limits/name-most-200
  test('a name has 1 to 200 characters that can be seen', async () => {
    for (const [i, name] of [
      'x',
      'x'.repeat(200),
      '🙂'.repeat(200),
      'Ọbásanjọ́ 名簿',
      "'; DROP TABLE screening_lists; --",
    ].entries())
      expect((await create({ source: `s${i}`, name })).body.data.name).toBe(name);
    const blank = ['', ' ', '\t\n', '\u200b', '\u3164'];
    const deceiving = ['Known\u0007', 'Known\u200b', 'nwonK\u202e'];
    const long = ['x'.repeat(201), '🙂'.repeat(201)];
    for (const name of [...blank, ...deceiving, ...long, null, 1, {}])
      expect400(await create({ name }), 'name');
  });

  // contract: lists/name-required-mutable
  test.each(['source', 'name', 'kind'])('without %s is 400', async (field) => {
    const { [field as 'name']: _omitted, ...body } = GOOD;
    expect400(await app.call('POST', LISTS, { key, body }), field);
  });

  // contract: POST /fraud/lists, envelope/409-conflict-duplicate, lists/source-required-alphanumerics
  test('a duplicate source is 409 and changes nothing; another organization may use it', async () => {
    const id = await newList();
    const again = await create({ name: 'Other', kind: 'tenant_allowlist' });
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await get(LISTS)).lists).toMatchObject([{ id, name: GOOD.name, kind: GOOD.kind }]);
    const stranger = await app.org();
    expect((await app.call('POST', LISTS, { key: stranger.key, body: GOOD })).status).toBe(201);
    // Sources are compared as they are.
    expect((await create({ source: GOOD.source.toUpperCase() })).status).toBe(201);
  });

  // contract: lists/source-required-alphanumerics
  test('exactly one of 10 concurrent creations with one source succeeds', async () => {
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => create()))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect((await get(LISTS)).lists).toHaveLength(1);
  });
});

describe('renaming a list', () => {
  // contract: PATCH /fraud/lists/:id, lists/name-required-mutable
  test('changes the name and nothing else', async () => {
    const id = await newList();
    const before = await get(`${LISTS}/${id}`);
    const answer = await app.call('PATCH', `${LISTS}/${id}`, { key, body: { name: 'Renamed' } });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      ...before,
      name: 'Renamed',
      updatedAt: answer.body.data.updatedAt,
    });
    expect(answer.body.data.updatedAt >= before.updatedAt).toBe(true);
    expect(await get(`${LISTS}/${id}`)).toEqual(answer.body.data);
  });

  // contract: PATCH /fraud/lists/:id
  test.each([{}, { name: null }])('PATCH %j is 200 and changes nothing', async (body) => {
    const id = await newList();
    const before = await get(`${LISTS}/${id}`);
    const answer = await app.call('PATCH', `${LISTS}/${id}`, { key, body });
    expect([answer.status, answer.body.data]).toEqual([200, before]);
  });

  // contract: lists/name-required-mutable
  test.each([
    { source: 'x' },
    { kind: 'tenant_allowlist' },
    { id: 'x' },
    { entryCount: 5 },
    { createdAt: 'x' },
  ])('the immutable %j is refused, also beside a name', async (field) => {
    const id = await newList();
    for (const body of [field, { name: 'x', ...field }])
      expect400(await app.call('PATCH', `${LISTS}/${id}`, { key, body }), Object.keys(field)[0]!);
    expect(await get(`${LISTS}/${id}`)).toMatchObject(GOOD);
  });

  test.each(['', ' ', 'x'.repeat(201), 1])('the name %j is 400', async (name) => {
    expect400(
      await app.call('PATCH', `${LISTS}/${await newList()}`, { key, body: { name } }),
      'name',
    );
  });
});

describe('deleting', () => {
  // contract: DELETE /fraud/lists/:id, lists/hard-delete-cascading
  test('a list takes its entries with it, for good, and frees its source', async () => {
    const id = await newList();
    await add(id, [{ name: 'Ada Obi' }, { name: 'Ben Eze' }]);
    const answer = await app.call('DELETE', `${LISTS}/${id}`, { key });
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { id, deleted: true } },
    ]);
    for (const path of [`${LISTS}/${id}`, `${LISTS}/${id}/entries`])
      expect((await app.call('GET', path, { key })).status).toBe(404);
    expect((await app.call('DELETE', `${LISTS}/${id}`, { key })).status).toBe(404);
    expect((await get(LISTS)).lists).toEqual([]);
    const { rows } = await app.db.pool.query('SELECT FROM screening_entries WHERE list_id = $1', [
      id,
    ]);
    expect(rows).toHaveLength(0);
    expect(await newList()).not.toBe(id);
  });

  // contract: DELETE /fraud/lists/:id/entries/:entryId
  test('an entry is gone at once, once, and only from its own list', async () => {
    const id = await newList();
    const other = await newList({ source: 'other' });
    const { entryIds } = (await add(id, [{ name: 'Ada Obi' }, { name: 'Ben Eze' }])).body.data;
    expect(
      (await app.call('DELETE', `${LISTS}/${other}/entries/${entryIds[0]}`, { key })).status,
    ).toBe(404);
    const answer = await app.call('DELETE', `${LISTS}/${id}/entries/${entryIds[0]}`, { key });
    expect([answer.status, answer.body.data]).toEqual([200, { id: entryIds[0], deleted: true }]);
    expect(
      (await app.call('DELETE', `${LISTS}/${id}/entries/${entryIds[0]}`, { key })).status,
    ).toBe(404);
    const page = await get(`${LISTS}/${id}/entries`);
    expect([page.total, page.items.map((entry: { id: string }) => entry.id)]).toEqual([
      1,
      [entryIds[1]],
    ]);
    expect((await get(`${LISTS}/${id}`)).entryCount).toBe(1);
  });

  test('10 concurrent deletions of one entry count it out once', async () => {
    const id = await newList();
    const { entryIds } = (await add(id, [{ name: 'Ada Obi' }, { name: 'Ben Eze' }])).body.data;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        app.call('DELETE', `${LISTS}/${id}/entries/${entryIds[0]}`, { key }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array<number>(9).fill(404),
    ]);
    expect((await get(`${LISTS}/${id}`)).entryCount).toBe(1);
  });
});

describe('adding entries', () => {
  const stored = async (listId: string) =>
    (await get(`${LISTS}/${listId}/entries?limit=100`)).items;

  // contract: POST /fraud/lists/:id/entries, lists/identifiers-map-string
  test('stores every field, with the name as sent and canonicalised', async () => {
    const id = await newList();
    const entry = {
      name: "Dr. Seán O'Brien-Smith Jr.",
      dob: '1980-02-29',
      country: 'ie',
      identifiers: { passport: 'X1', '': 'empty key' },
      raw: { any: [1, { deep: null }], z: 1, a: 2 },
    };
    const answer = await add(id, [entry]);
    expect([answer.status, answer.body.data]).toEqual([
      201,
      { added: 1, entryIds: [expect.stringMatching(/^entry_[0-9a-hjkmnp-tv-z]{26}$/)] },
    ]);
    expect(await stored(id)).toEqual([
      {
        ...entry,
        id: answer.body.data.entryIds[0],
        canonicalName: 'sean o brien smith',
        country: 'IE',
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    const text = (await app.call('GET', `${LISTS}/${id}/entries`, { key })).text;
    expect(text, 'raw keeps the order of its members').toContain(
      '{"any":[1,{"deep":null}],"z":1,"a":2}',
    );
  });

  // contract: lists/entry-name-canonicalised
  test.each([
    ["Dr. Seán O'Brien-Smith Jr.", 'sean o brien smith'],
    ['Dr. Seán O’Brien-Smith Jr.', 'sean o brien smith'],
    ['SEAN  O.BRIEN,SMITH', 'sean o brien smith'],
    ['Ọláyínká Adébáyọ̀', 'olayinka adebayo'],
    ['Jöhn Müller', 'john muller'],
    ['Mrs. Jane   Doe', 'jane doe'],
  ])('the name %j becomes %j', async (name, canonicalName) => {
    const id = await newList();
    await add(id, [{ name }]);
    expect(await stored(id)).toMatchObject([{ name, canonicalName }]);
  });

  // contract: lists/raw-kept-default
  test('raw defaults to the fields that were sent', async () => {
    const id = await newList();
    await add(id, [
      { name: 'Ada Obi' },
      { name: 'Ben Eze', dob: '1990-01-02', country: 'ng', identifiers: { a: 'b' } },
      { name: 'Cy Dan', raw: {} },
      { name: 'Di Eke', dob: null, country: 'ng', identifiers: null, raw: null },
      { name: 'Ed Ojo', raw: { dob: null } },
    ]);
    const [ada, ben, cy, di, ed] = await stored(id);
    expect(ada).toMatchObject({ dob: null, country: null, identifiers: null });
    expect(ada.raw).toEqual({ name: 'Ada Obi' });
    expect(ben.raw).toEqual({
      name: 'Ben Eze',
      dob: '1990-01-02',
      country: 'NG',
      identifiers: { a: 'b' },
    });
    expect(cy.raw).toEqual({});
    expect(di.raw, 'null is as if it were left out').toEqual({ name: 'Di Eke', country: 'NG' });
    expect(ed.raw, 'what is sent as raw is kept').toEqual({ dob: null });
  });

  test('what is kept beside a name is bounded, so that a page of entries is', async () => {
    const id = await newList();
    const text = (length: number) => 'x'.repeat(length - '{"a":""}'.length);
    const two = (more: object) => add(id, [{ name: 'Ada Obi' }, { name: 'Ben Eze', ...more }]);
    expect((await two({ raw: { a: text(65_536) } })).status).toBe(201);
    expect400(await two({ raw: { a: text(65_537) } }), 'entries[1].raw');
    expect400(await two({ identifiers: { [text(65_537)]: 'b' } }), 'entries[1].identifiers');
    expect((await get(`${LISTS}/${id}/entries`)).total).toBe(2);
  });

  // contract: lists/country-iso-3166
  test.each(['NG', 'ng', 'Ng', 'gb', 'SS', 'cw'])(
    'country %s is accepted and upper-cased',
    async (country) => {
      const id = await newList();
      expect((await add(id, [{ name: 'Ada Obi', country }])).status).toBe(201);
      expect(await stored(id)).toMatchObject([{ country: country.toUpperCase() }]);
    },
  );

  // contract: lists/country-iso-3166
  test.each([
    'UK',
    'EU',
    'ZZ',
    'XX',
    'AA',
    'NGA',
    'N',
    '',
    '566',
    'AC',
    'N\u0261',
    'ß',
    'ﬁ',
    'ﬀ',
    'ı\u0307',
    ' NG',
  ])('country %j is 400', async (country) => {
    expect400(await add(await newList(), [{ name: 'Ada Obi', country }]), 'entries[0].country');
  });

  // contract: lists/dob-iso-date
  test.each(['2000-02-29', '2024-02-29', '1900-12-31', '0001-01-01', '9999-12-31', '1582-10-10'])(
    'dob %s is accepted and kept',
    async (dob) => {
      const id = await newList();
      expect((await add(id, [{ name: 'Ada Obi', dob }])).status).toBe(201);
      expect(await stored(id)).toMatchObject([{ dob }]);
    },
  );

  // contract: lists/dob-iso-date
  test.each([
    '1900-02-29',
    '2023-02-29',
    '2023-02-30',
    '2023-04-31',
    '2023-13-01',
    '2023-00-10',
    '2023-01-00',
    '0000-01-01',
    '23-01-01',
    '2023-1-1',
    '2023/01/01',
    '01-02-2023',
    '2023-01-01T00:00:00Z',
    '',
    '1980',
    '+02023-01-01',
    ' 2023-01-01',
    '２０２３-01-01',
  ])('dob %j is 400', async (dob) => {
    expect400(await add(await newList(), [{ name: 'Ada Obi', dob }]), 'entries[0].dob');
  });

  // contract: POST /fraud/lists/:id/entries, limits/most-1-000
  test('1,000 entries are added in order; 1,001 and none are 400', async () => {
    const id = await newList();
    const names = Array.from({ length: 1000 }, (_, i) => ({
      name: `Person Number ${i}`,
      raw: { i },
    }));
    const answer = await add(id, names);
    expect(answer.status).toBe(201);
    expect(answer.body.data.added).toBe(1000);
    const { entryIds } = answer.body.data as { entryIds: string[] };
    expect(new Set(entryIds).size).toBe(1000);
    expect(entryIds).toEqual(entryIds.toSorted());
    const page = await get(`${LISTS}/${id}/entries?limit=100&page=10`);
    expect(page.total).toBe(1000);
    expect(page.items.map((entry: { raw: { i: number } }) => entry.raw.i)).toEqual(
      Array.from({ length: 100 }, (_, i) => 900 + i),
    );
    expect(page.items[99].id).toBe(entryIds[999]);
    expect400(await add(id, [...names, { name: 'One More' }]), 'entries');
    expect400(await add(id, []), 'entries');
    for (const wrong of [undefined, null, {}, 'x', { 0: { name: 'x' } }])
      expect400(await add(id, wrong), 'entries');
    expect((await get(`${LISTS}/${id}`)).entryCount).toBe(1000);
  });

  // contract: lists/bulk-add-all
  test('one bad entry among many refuses all, and is named by its index', async () => {
    const id = await newList();
    const entries: object[] = Array.from({ length: 50 }, (_, i) => ({ name: `Person ${i}` }));
    for (const bad of [
      { name: '' },
      { name: 'x', country: 'UK' },
      { name: 'x', dob: '2023-02-30' },
      {},
      { name: 'x', extra: 1 },
    ]) {
      const answer = await add(id, entries.with(17, bad));
      expect(answer.status).toBe(400);
      expect(answer.body.error.details[0].path).toMatch(/^entries\[17\]/);
    }
    expect(await get(`${LISTS}/${id}`)).toMatchObject({ entryCount: 0 });
    expect(await stored(id)).toEqual([]);
  });

  // contract: lists/name-empty-after
  test.each(['...', '---', '🙂', '\u0301', '“”', ' ', '\u200b', '()'])(
    'the name %j is empty after canonicalisation: 400 naming its index',
    async (name) => {
      const answer = await add(await newList(), [{ name: 'Ada Obi' }, { name }]);
      expect400(answer, 'entries[1].name');
      expect(answer.body.error.message).toMatch(/^entries\[1\]\.name: /);
    },
  );

  test('a name has at most 500 characters', async () => {
    const id = await newList();
    expect((await add(id, [{ name: 'ab '.repeat(166) }])).status).toBe(201);
    expect400(await add(id, [{ name: 'x'.repeat(501) }]), 'entries[0].name');
  });

  test('equal entries are separate entries', async () => {
    const id = await newList();
    await add(id, [{ name: 'Ada Obi' }, { name: 'Ada Obi' }]);
    await add(id, [{ name: 'Ada Obi' }]);
    expect(await stored(id)).toHaveLength(3);
  });

  test('concurrent adds all count', async () => {
    const id = await newList();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => add(id, [{ name: `A ${i}` }, { name: `B ${i}` }])),
    );
    expect(await get(`${LISTS}/${id}`)).toMatchObject({ entryCount: 20 });
    expect(await stored(id)).toHaveLength(20);
  });

  // contract: lists/bulk-add-all
  test('a repeated bulk add with one idempotency key adds once', async () => {
    const id = await newList();
    const options = {
      key,
      body: { entries: [{ name: 'Ada Obi' }] },
      headers: { 'idempotency-key': 'bulk-1' },
    };
    const first = await app.call('POST', `${LISTS}/${id}/entries`, options);
    const second = await app.call('POST', `${LISTS}/${id}/entries`, options);
    expect(second.text).toBe(first.text);
    expect(await stored(id)).toHaveLength(1);
  });
});

describe('reading entries', () => {
  // contract: GET /fraud/lists/:id/entries, lists/pagination
  test('pages in the order of adding, with total, and an empty page past the end', async () => {
    const id = await newList();
    const { entryIds } = (
      await add(
        id,
        Array.from({ length: 25 }, (_, i) => ({ name: `N ${i}` })),
      )
    ).body.data;
    const ids = async (query: string) => {
      const page = await get(`${LISTS}/${id}/entries${query}`);
      expect(page.total).toBe(25);
      return page.items.map((entry: { id: string }) => entry.id);
    };
    expect(await ids('')).toEqual(entryIds.slice(0, 20));
    expect(await ids('?page=2')).toEqual(entryIds.slice(20));
    expect(await ids('?page=3&limit=7')).toEqual(entryIds.slice(14, 21));
    expect(await ids('?limit=1000')).toEqual(entryIds);
    expect(await ids('?page=4&limit=10')).toEqual([]);
  });

  // contract: GET /fraud/lists
  test('lists are in the order of creation and belong to one organization', async () => {
    const a = await newList({ source: 'z' });
    const b = await newList({ source: 'a' });
    expect((await get(LISTS)).lists.map((list: { id: string }) => list.id)).toEqual([a, b]);
    expect((await app.call('GET', LISTS, { key: (await app.org()).key })).body.data).toEqual({
      lists: [],
    });
  });
});

// contract: lists/global-lists-cannot
test('global lists cannot be reached through the tenant endpoints', async () => {
  const platform = await app.platformKey();
  const body = { kind: 'pep', source: 'global-1', format: 'csv', content: 'name\nAda Obi\n' };
  const { id } = (await app.call('POST', '/api/v1/admin/lists', { key: platform, body })).body.data
    .list;
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PATCH', ''],
    ['GET', '/entries'],
    ['POST', '/entries'],
  ] as const) {
    const payload =
      method === 'PATCH'
        ? { name: 'x' }
        : path && method === 'POST'
          ? { entries: [{ name: 'x' }] }
          : undefined;
    const answer = await app.call(method, `${LISTS}/${id}${path}`, {
      key,
      ...(payload ? { body: payload } : {}),
    });
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
  expect((await get(LISTS)).lists).toEqual([]);
});
