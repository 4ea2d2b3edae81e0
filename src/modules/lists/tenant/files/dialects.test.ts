import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { workbookOf } from '../../../../../test/support/workbook.ts';

const LISTS = '/api/v1/fraud/lists';

let app: TestApp;
let key: string;
let id: string;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ key } = await app.org());
  const body = { source: 's', name: 'S', kind: 'tenant_blocklist' };
  id = (await app.call('POST', LISTS, { key, body })).body.data.id;
});

function send(what: 'preview' | 'import', body: object) {
  return app.call('POST', `${LISTS}/${id}/entries/${what}`, { key, body });
}

function inBase64(bytes: Buffer): { content: string; contentEncoding: 'base64' } {
  return { content: bytes.toString('base64'), contentEncoding: 'base64' };
}

async function entries() {
  const { items } = (await app.call('GET', `${LISTS}/${id}/entries`, { key })).body.data;
  return items.map(({ name, dob }: { name: string; dob: string | null }) => [name, dob]);
}

test('a workbook with First Name and Last Name columns is previewed and added', async () => {
  const file = workbookOf([
    ['First Name', 'Last Name', 'Date of birth'],
    ['Viktor', 'Bout', { xml: '<c s="1"><v>24485</v></c>' }],
  ]);
  const { data } = (await send('preview', inBase64(file))).body;
  expect(data).toMatchObject({
    entries: 1,
    columns: ['First Name', 'Last Name', 'Date of birth'],
    sample: [{ name: 'Viktor Bout', dob: '1967-01-13' }],
  });
  const added = await send('import', inBase64(file));
  expect([added.status, added.body.data]).toEqual([201, { added: 1, leftOut: 0, sharedIds: [] }]);
  expect(await entries()).toEqual([['Viktor Bout', '1967-01-13']]);
});

test('encoding and separator are found, said, and doubted where too little tells', async () => {
  const file = Buffer.from('name;dob\nG\xfcl\xfe\xfeen \xddld\xfdz;1980-02-29\n', 'latin1');
  const { data } = (await send('preview', inBase64(file))).body;
  expect(data.readAs).toMatchObject({
    encoding: 'windows-1254',
    delimiter: 'semicolon',
    dateFormat: null,
  });
  const doubted = Buffer.from('name\nJos\xe9\n', 'latin1');
  const { readAs } = (await send('preview', inBase64(doubted))).body.data;
  expect(readAs.warnings).toEqual([expect.stringContaining('not in UTF-8')]);
  const utf16 = Buffer.from('\uFEFFname\tdob\nAda Obi\t13/01/1967\n', 'utf16le');
  expect((await send('preview', inBase64(utf16))).body.data).toMatchObject({
    readAs: { encoding: 'utf-16le', delimiter: 'tab', dateFormat: 'DMY', warnings: [] },
    sample: [{ name: 'Ada Obi', dob: '1967-01-13' }],
  });
});

test('columns may be named, and dates that can be read either way ask for their order', async () => {
  const file = {
    content: 'sep=;\nKunde;Geburtsdatum\nAda Obi;05/07/1967\n',
    columns: { name: 'Kunde', dob: 'Geburtsdatum' },
  };
  for (const what of ['preview', 'import'] as const) {
    const { status, body } = await send(what, file);
    expect([status, body.error.details[0].path]).toEqual([400, 'dateFormat']);
  }
  await send('import', { ...file, dateFormat: 'MDY' });
  await send('import', { ...file, dateFormat: 'DMY' });
  expect(await entries()).toEqual([
    ['Ada Obi', '1967-05-07'],
    ['Ada Obi', '1967-07-05'],
  ]);
});

test.each([
  ['no base64', { content: 'name\nAda', contentEncoding: 'base64' }],
  ['a workbook with macros', inBase64(workbookOf([['name']], { 'xl/vbaProject.bin': 'x' }))],
  ['half a workbook', inBase64(workbookOf([['name']]).subarray(0, 900))],
  ['a column that is not there', { content: 'Kunde\nAda Obi\n', columns: { name: 'Client' } }],
])('%s is 400 at content', async (_, body) => {
  const answer = await send('preview', body);
  expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'content']);
});

test('a global list may be a workbook, or in a code page, and is refused when it is no base64', async () => {
  const list = { kind: 'pep', source: 'files:dialects', format: 'csv' };
  const platform = await app.platformKey();
  const call = (body: object) =>
    app.call('POST', '/api/v1/admin/lists', { key: platform, body: { ...list, ...body } });
  const workbook = await call(inBase64(workbookOf([['name'], ['Viktor Bout']])));
  expect([workbook.status, workbook.body.data.added]).toEqual([201, 1]);
  const page = await call(inBase64(Buffer.from('name\nG\xfcl\xfe\xfeen \xddld\xfdz\n', 'latin1')));
  expect(page.body.data.readAs.encoding).toBe('windows-1254');
  const broken = await call({ content: 'name\nAda', contentEncoding: 'base64' });
  expect([broken.status, broken.body.error.details[0].path]).toEqual([400, 'content']);
});
