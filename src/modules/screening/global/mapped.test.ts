import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Answer, type TestApp } from '../../../../test/support/app.ts';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  key = await app.platformKey();
});
afterAll(() => app.stop());

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
])('a file of %s is imported by a mapping over HTTP, and found', async (_, mapping, content) => {
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
])('a fault of %s is told by its name', async (path, more) => {
  const answer = await importMapped(more);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.error.details[0].path).toBe(path);
});

test('a file that has no column of the mapping is refused, and nothing is made', async () => {
  const mapping = { format: 'csv', fields: { name: ['Nombre'] } };
  const answer = await importMapped({ source: 'test:no-column', mapping, content: 'name\nAda\n' });
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.error.details[0].path).toBe('content');
  const lists = await app.call('GET', '/api/v1/admin/lists', { key });
  expect(lists.text).not.toContain('test:no-column');
});
