import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer } from '../../../../test/support/app.ts';

const app = testApp({ rateLimits: undefined });
let key: string;
beforeAll(async () => {
  key = await app.platformKey();
});

function importMapped(more: object): Promise<Answer> {
  const body = { kind: 'pep', source: 'test:mapped', content: 'x', ...more };
  return app.call('POST', '/api/v1/admin/lists', { key, body });
}

test.each([
  [
    'CSV',
    { format: 'csv', delimiter: ';', fields: { id: 'Ref', name: ['First', 'Last'] } },
    'Ref;First;Last\n7;Zubeiru;Kwatamara\n',
  ],
  [
    'JSON lines',
    { format: 'json-lines', fields: { id: 'ref', name: ['who/name'] } },
    '{"ref":"7","who":{"name":"Zubeiru Kwatamara"}}\n',
  ],
  [
    'XML',
    { format: 'xml', root: 'list', entry: 'one', fields: { id: 'ref', name: ['name'] } },
    '<list><one ref="7"><name>Zubeiru Kwatamara</name></one></list>',
  ],
])('a file of %s is imported with a mapping over HTTP, and found', async (_, mapping, content) => {
  const answer = await importMapped({ source: `test:mapped-${mapping.format}`, mapping, content });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.data).toMatchObject({
    added: 1,
    rejected: 0,
    list: { format: 'mapped', origin: null },
  });
  const { key: tenant } = await app.org();
  const screened = await app.call('POST', '/api/v1/fraud/screen', {
    key: tenant,
    body: { name: 'Zubeiru Kwatamara' },
  });
  const lists = screened.body.data.hits.flatMap(({ listId }: { listId: string }) => listId);
  expect(lists).toContain(answer.body.data.list.id);
  const again = await importMapped({ source: `test:mapped-${mapping.format}`, mapping, content });
  expect(again.body.data).toMatchObject({ unchanged: 1 });
});

const FIELDS = { name: ['Name'] };
test.each([
  ['format', {}],
  ['mapping', { format: 'csv', mapping: { format: 'csv', fields: FIELDS } }],
  ['mapping.format', { mapping: { format: 'xls', fields: FIELDS } }],
  ['mapping.fields', { mapping: { format: 'csv' } }],
  ['mapping.fields.name', { mapping: { format: 'csv', fields: {} } }],
  ['mapping.fields.surname', { mapping: { format: 'csv', fields: { ...FIELDS, surname: 'x' } } }],
  ['mapping.root', { mapping: { format: 'xml', entry: 'one', fields: FIELDS } }],
  ['mapping.entry', { mapping: { format: 'xml', root: 'list', fields: FIELDS } }],
])('a fault of %s is reported by its name', async (path, more) => {
  const answer = await importMapped(more);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.error.details[0].path).toBe(path);
});

test('a file without a column of the mapping is refused, and nothing is stored', async () => {
  const mapping = { format: 'csv', fields: { name: ['Nombre'] } };
  const answer = await importMapped({ source: 'test:no-column', mapping, content: 'name\nAda\n' });
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.error.details[0].path).toBe('content');
  const lists = await app.call('GET', '/api/v1/admin/lists', { key });
  expect(lists.text).not.toContain('test:no-column');
});

describe('dates in which day and month could be swapped', () => {
  const mapping = { format: 'csv', fields: { id: 'Id', name: ['Name'], dobs: ['Born'] } };
  const readers = [
    ['csv', { format: 'csv' }, 'id,name,dob'],
    ['a mapping', { mapping }, 'Id,Name,Born'],
  ] as const;
  const OPEN = '1,Zubeiru Kwatamara,03/04/1970\n2,Obi Nwakaego,05/06/1971\n';

  async function datesOf(source: string): Promise<string[][]> {
    const { rows } = await app.db.pool.query(
      `SELECT e.dobs FROM global_entries e JOIN global_lists l ON l.id = e.list_id WHERE l.source = $1 ORDER BY e.external_id`,
      [source],
    );
    return rows.map(({ dobs }) => dobs as string[]);
  }

  test.each(readers)('ask for an order if no day is above 12: %s', async (name, reader, header) => {
    const source = `test:open-${name.length}`;
    const content = `${header}\n${OPEN}`;
    const answer = await importMapped({ source, ...reader, content });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.error.details[0].path).toBe('dateFormat');
    expect(await datesOf(source)).toEqual([]);
    const said = await importMapped({ source, ...reader, content, dateFormat: 'MDY' });
    expect(said.status, said.text).toBe(201);
    expect(said.body.data).toMatchObject({ omitted: 0, readAs: { dateFormat: 'MDY' } });
    expect(await datesOf(source)).toEqual([['1970-03-04'], ['1971-05-06']]);
    const turned = await importMapped({ source, ...reader, content, dateFormat: 'DMY' });
    expect(turned.body.data).toMatchObject({ skipped: false, changed: 2 });
  });

  test.each(readers)(
    'are read in the order that the other dates show: %s',
    async (name, reader, header) => {
      const source = `test:shown-${name.length}`;
      const content = `${header}\n${OPEN}3,Ada Eze,12/31/1980\n`;
      const answer = await importMapped({ source, ...reader, content });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body.data).toMatchObject({
        added: 3,
        omitted: 0,
        readAs: { dateFormat: 'MDY' },
      });
      expect(await datesOf(source)).toEqual([['1970-03-04'], ['1971-05-06'], ['1980-12-31']]);
    },
  );
});
