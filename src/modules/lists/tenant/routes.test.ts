import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const LISTS = '/api/v1/fraud/lists';
const GOOD = { source: 'internal:fraud', name: 'Known fraudsters', kind: 'tenant_blocklist' };

const app = testApp({ rateLimits: undefined, role: 'api' });
let key: string;
beforeEach(async () => {
  ({ key } = await app.org());
});

/** @param path below a list or all lists */
function call(method: string, path = '', body?: object, headers: Record<string, string> = {}) {
  return app.call(method, LISTS + path, { key, headers, ...(body && { body }) });
}
async function newList(): Promise<string> {
  return (await call('POST', '', GOOD)).body.data.id;
}

// contract: POST /fraud/lists, GET /fraud/lists/:id, GET /fraud/lists, envelope/409-conflict-duplicate
test('creating a list returns 201, and fetching and listing show the same; creating it again returns 409', async () => {
  const created = await call('POST', '', GOOD);
  expect([created.status, created.body.data]).toEqual([201, { ...GOOD, ...created.body.data }]);
  expect((await call('GET', `/${created.body.data.id}`)).body.data).toEqual(created.body.data);
  expect((await call('GET')).body.data).toEqual({ lists: [created.body.data] });
  const again = await call('POST', '', GOOD);
  expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
});

// contract: PATCH /fraud/lists/:id
test('a change without a name returns 200 and the unchanged list', async () => {
  const id = await newList();
  const before = (await call('GET', `/${id}`)).body.data;
  for (const body of [{}, { name: null }]) {
    const answer = await call('PATCH', `/${id}`, body);
    expect([answer.status, answer.body.data]).toEqual([200, before]);
  }
  const renamed = await call('PATCH', `/${id}`, { name: 'Renamed' });
  expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Renamed']);
});

// contract: POST /fraud/lists/:id/entries, lists/bulk-add-all, lists/name-empty-after
test('one bad entry among many rejects all with 400, and the error names its index', async () => {
  const id = await newList();
  const answer = await call('POST', `/${id}/entries`, {
    entries: [{ name: 'Ada' }, { name: '…' }],
  });
  expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
  expect(answer.body.error.message).toMatch(/^entries\[1\]\.name: /);
  expect((await call('GET', `/${id}`)).body.data.entryCount).toBe(0);
});

// contract: POST /fraud/lists/:id/entries, GET /fraud/lists/:id/entries, lists/identifiers-map-string
test('adding entries returns 201 and their ids, and pages return their raw fields in the order sent', async () => {
  const id = await newList();
  const raw = { any: [1, { deep: null }], z: 1, a: 2 };
  const entry = {
    name: 'Ada Obi',
    dob: null,
    country: 'ng',
    identifiers: { '': 'empty key' },
    raw,
  };
  const added = await call('POST', `/${id}/entries`, { entries: [entry, { name: 'Ben Eze' }] });
  expect([added.status, added.body.data.added]).toEqual([201, 2]);
  const page = await call('GET', `/${id}/entries?limit=1&page=1`);
  const shown = { ...entry, country: 'NG', id: added.body.data.entryIds[0] };
  expect(page.body.data).toMatchObject({ items: [shown], total: 2, page: 1, limit: 1 });
  expect(page.text).toContain('{"any":[1,{"deep":null}],"z":1,"a":2}');
});

// contract: lists/raw-kept-default
test('a field that is null counts as omitted, even in the default of raw', async () => {
  const id = await newList();
  const entry = { name: 'Di Eke', dob: null, country: 'ng', identifiers: null, raw: null };
  await call('POST', `/${id}/entries`, { entries: [entry] });
  const { items } = (await call('GET', `/${id}/entries`)).body.data;
  expect(items).toMatchObject([{ raw: { name: 'Di Eke', country: 'NG' } }]);
});

// contract: DELETE /fraud/lists/:id, DELETE /fraud/lists/:id/entries/:entryId
test('deleting an entry or a list returns 200, and 404 the second time', async () => {
  const id = await newList();
  const { entryIds } = (await call('POST', `/${id}/entries`, { entries: [{ name: 'Ada Obi' }] }))
    .body.data;
  for (const [path, deleted] of [
    [`/${id}/entries/${entryIds[0]}`, entryIds[0]],
    [`/${id}`, id],
  ]) {
    const answer = await call('DELETE', path);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { id: deleted, deleted: true } },
    ]);
    expect((await call('DELETE', path)).status).toBe(404);
  }
});

// contract: lists/bulk-add-all
test('a repeated bulk add with one idempotency key adds once', async () => {
  const id = await newList();
  const send = () =>
    call(
      'POST',
      `/${id}/entries`,
      { entries: [{ name: 'Ada Obi' }] },
      { 'idempotency-key': 'b-1' },
    );
  const first = await send();
  expect((await send()).text).toBe(first.text);
  expect((await call('GET', `/${id}/entries`)).body.data.total).toBe(1);
});

test('a repeated file with one idempotency key gets the first answer, and adds nothing', async () => {
  const id = await newList();
  const send = () =>
    call(
      'POST',
      `/${id}/entries/import`,
      { content: 'name\nAda Obi\n' },
      { 'idempotency-key': 'file-1' },
    );
  const answers = await Promise.all([1, 2, 3].map(send));
  const done = answers.filter(({ status }) => status === 201);
  expect(done.length).toBeGreaterThan(0);
  for (const { status, body } of answers)
    expect(status === 201 || body.error.code === 'IDEMPOTENCY_UNAVAILABLE').toBe(true);
  const again = await send();
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([done[0]!.text, 'true']);
  expect((await call('GET', `/${id}`)).body.data.entryCount).toBe(1);
});

test('previewing and adding a file return their counts, and the audit log has the counts and no name', async () => {
  const id = await newList();
  const content = 'name\nAda Obi\nada obi\n';
  const preview = await call('POST', `/${id}/entries/preview`, { content });
  expect([preview.status, preview.body.data.entries]).toEqual([200, 2]);
  const added = await call('POST', `/${id}/entries/import`, { content, leaveOutDuplicates: true });
  expect([added.status, added.body.data]).toEqual([201, { added: 1, leftOut: 1, sharedIds: [] }]);
  const { rows } = await app.db.pool.query(
    `SELECT * FROM audit_actions WHERE object_id = $1 AND action = 'list.import_entries'`,
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/ada/i);
});

test('one invalid row rejects a file with 400, its line and its field, and no value', async () => {
  const id = await newList();
  const content = 'name,dob\nAda Obi,\nMusa,1957\n';
  const answer = await call('POST', `/${id}/entries/import`, { content });
  expect([answer.status, answer.body.error.details]).toEqual([
    400,
    [{ path: 'content', message: expect.stringMatching(/^line 3: dob: /) }],
  ]);
  expect(answer.text).not.toMatch(/Musa|1957/);
});
