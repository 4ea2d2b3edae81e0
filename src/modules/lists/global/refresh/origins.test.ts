import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { testApp } from '../../../../../test/support/test-app.ts';
import { type Answer } from '../../../../../test/support/app.ts';

const LISTS = '/api/v1/admin/lists';
const DAY = 86_400;

const app = testApp({ role: 'api' });
let key: string;
beforeAll(async () => {
  key = await app.platformKey();
});

function call(method: string, path: string, body: unknown): Promise<Answer> {
  return app.call(method, `${LISTS}/${path}`, { key, body });
}

const CSV_MAPPING = { format: 'csv', fields: { name: ['Name'] } };

async function importCsv() {
  const body = {
    kind: 'pep',
    source: 'test:origins',
    format: 'csv',
    content: 'name\nObinna Ada\n',
  };
  return (await app.call('POST', LISTS, { key, body })).body.data;
}

test('an origin is set, refreshed on request, and removed', async () => {
  const { list } = await importCsv();
  const url = 'https://lists.example.com/sdn.csv?token=hush';
  const set = await call('PATCH', list.id, { origin: { url, refreshEverySeconds: DAY } });
  expect(set.body.data.origin).toMatchObject({
    location: 'https://lists.example.com/sdn.csv',
    refreshEverySeconds: DAY,
    checkedAt: null,
  });
  const { rows } = await app.db.pool.query('SELECT * FROM global_list_origins');
  expect(JSON.stringify(rows)).toContain(set.body.data.origin.location);
  expect(JSON.stringify([rows, set.body, app.logs])).not.toContain('hush');
  expect(Date.parse(set.body.data.origin.dueAt)).toBeLessThanOrEqual(Date.now() + 60_000);
  const unscheduled = await call('PATCH', list.id, { origin: { url } });
  expect(unscheduled.body.data.origin.dueAt).toBeNull();
  const asked = await call('POST', `${list.id}/refresh`, {});
  expect([asked.status, asked.body.data.origin.dueAt]).toEqual([202, expect.any(String)]);
  const shrunk = await call('POST', `${list.id}/refresh`, { allowShrink: true });
  expect([shrunk.status, shrunk.body.error.message]).toEqual([
    409,
    expect.stringContaining('no rejected file of this list'),
  ]);
  expect((await call('PATCH', list.id, {})).body.data).toEqual(asked.body.data);
  expect((await call('PATCH', list.id, { origin: null })).body.data.origin).toBeNull();
  expect((await call('POST', `${list.id}/refresh`, {})).status).toBe(409);
});

test('an origin keeps the mapping of its list, and requires a format for a list without one', async () => {
  const { list } = await importCsv();
  const url = 'https://lists.example.com/a.csv';
  await call('PATCH', list.id, { origin: { url, format: 'csv' } });
  await app.db.pool.query("UPDATE shared.global_lists SET format = 'mapped' WHERE id = $1", [
    list.id,
  ]);
  const refused = await call('PATCH', list.id, { origin: { url } });
  expect([refused.status, refused.body.error.details?.[0].path]).toEqual([400, 'origin.format']);
  const mapping = { format: 'csv', fields: { name: 'Name' } };
  await app.db.pool.query(
    "UPDATE shared.global_list_origins SET format = 'mapped', mapping = $2 WHERE list_id = $1",
    [list.id, JSON.stringify(mapping)],
  );
  const moved = await call('PATCH', list.id, { origin: { url: `${url}2` } });
  expect(moved.body.data?.origin, moved.text).toMatchObject({
    location: `${url}2`,
    format: 'mapped',
  });
  const { rows } = await app.db.pool.query(
    'SELECT mapping FROM shared.global_list_origins WHERE list_id = $1',
    [list.id],
  );
  expect(rows).toEqual([{ mapping }]);
  await app.db.pool.query("UPDATE shared.global_lists SET format = 'csv' WHERE id = $1", [list.id]);
  await call('PATCH', list.id, { origin: null });
});

test('reads the list with the mapping that its origin gets', async () => {
  const { list } = await importCsv();
  const url = 'https://lists.example.com/a.csv';
  const set = await call('PATCH', list.id, { origin: { url, mapping: CSV_MAPPING } });
  expect(set.body.data?.origin, set.text).toMatchObject({ location: url, format: 'mapped' });
  const kept = async () => {
    const sql = 'SELECT mapping FROM shared.global_list_origins WHERE list_id = $1';
    return (await app.db.pool.query(sql, [list.id])).rows;
  };
  expect(await kept()).toEqual([{ mapping: CSV_MAPPING }]);
  await call('PATCH', list.id, { origin: { url, format: 'csv' } });
  expect(await kept()).toEqual([{ mapping: null }]);
  await call('PATCH', list.id, { origin: null });
});

test('an origin with a forbidden address returns 400', async () => {
  const { list } = await importCsv();
  const good = 'https://a.example.com/';
  for (const [origin, path] of [
    [{ url: 'http://lists.example.com/a.csv' }, 'origin.url'],
    [{ url: 'https://127.0.0.1/a.csv' }, 'origin.url'],
    [{ url: 'file:///etc/passwd' }, 'origin.url'],
    [{ url: '/etc/passwd' }, 'origin.url'],
    [{ url: 'https://user:pass@lists.example.com/a.csv' }, 'origin.url'],
    [{ url: good, aliasesUrl: 'https://10.0.0.1/' }, 'origin.aliasesUrl'],
    [{ url: good, refreshEverySeconds: 60 }, 'origin.refreshEverySeconds'],
    [{ url: good, format: 'exe' }, 'origin.format'],
    [{ url: good, format: 'csv', mapping: CSV_MAPPING }, 'origin.mapping'],
    [{ url: good, mapping: { ...CSV_MAPPING, format: 'xml' } }, 'origin.mapping.root'],
    [{ url: good, mapping: { format: 'csv', fields: {} } }, 'origin.mapping.fields.name'],
    [{}, 'origin.url'],
  ] as const) {
    const answer = await call('PATCH', list.id, { origin });
    expect([answer.status, answer.body.error.details?.[0].path]).toEqual([400, path]);
  }
  expect((await call('PATCH', list.id, {})).body.data).toEqual(list);
  const unknown = await call('PATCH', newId('glist'), { origin: { url: `${good}?token=hush` } });
  expect([unknown.status, unknown.body.error.message]).toEqual([404, 'list not found']);
});
