import { beforeEach, expect, test } from 'vitest';
import { type ScreeningOrg, screeningPlace } from '../../../../../test/support/screening-place.ts';
import { workbookOf } from '../../../../../test/support/workbook.ts';
import { listEntries } from '../entries.ts';
import { checkEntryFile, importEntryFile } from './import-file.ts';
import { previewEntries } from './preview.ts';
import type { EntryFile, ImportEntries } from './schemas.ts';

const place = screeningPlace();
let org: ScreeningOrg;
let id: string;
beforeEach(async () => {
  org = await place.org();
  id = await org.newList();
});

function preview(file: EntryFile) {
  return previewEntries(org.db.read, org.id, id, file);
}
async function add(asked: ImportEntries) {
  const file = await checkEntryFile(asked);
  return org.db.transaction((tx) => importEntryFile(tx, org.id, id, asked, file));
}

function inBase64(bytes: Buffer): { content: string; contentEncoding: 'base64' } {
  return { content: bytes.toString('base64'), contentEncoding: 'base64' };
}

async function entries() {
  const { items } = await listEntries(org.db.read, org.id, id, {});
  return items.map(({ name, dob }) => [name, dob]);
}

test('a workbook with First Name and Last Name columns is previewed and added', async () => {
  const file = workbookOf([
    ['First Name', 'Last Name', 'Date of birth'],
    ['Viktor', 'Bout', { xml: '<c s="1"><v>24485</v></c>' }],
  ]);
  expect(await preview(inBase64(file))).toMatchObject({
    entries: 1,
    columns: ['First Name', 'Last Name', 'Date of birth'],
    sample: [{ name: 'Viktor Bout', dob: '1967-01-13' }],
  });
  expect(await add(inBase64(file))).toEqual({ added: 1, leftOut: 0, sharedIds: [] });
  expect(await entries()).toEqual([['Viktor Bout', '1967-01-13']]);
});

test('a name column next to a surname column is previewed and added whole', async () => {
  const file = { content: 'name,surname\nSurnamia,Lostlistova\nJohn Brown,Markovic\n' };
  const names = ['Surnamia Lostlistova', 'John Brown', 'John Brown Markovic'];
  const { entries: count, sample } = await preview(file);
  expect([count, sample!.map(({ name }) => name)]).toEqual([3, names]);
  expect((await add(file)).added).toBe(3);
  expect((await entries()).map(([name]) => name).toSorted()).toEqual(names.toSorted());
});

test('encoding and separator are detected, reported, and marked as uncertain if too little shows them', async () => {
  const file = Buffer.from('name;dob\nG\xfcl\xfe\xfeen \xddld\xfdz;1980-02-29\n', 'latin1');
  expect((await preview(inBase64(file))).readAs).toMatchObject({
    encoding: 'windows-1254',
    delimiter: 'semicolon',
    dateFormat: null,
  });
  const doubted = Buffer.from('name\nJos\xe9\n', 'latin1');
  const { readAs } = await preview(inBase64(doubted));
  expect(readAs.warnings).toEqual([expect.stringContaining('not in UTF-8')]);
  const utf16 = Buffer.from('\uFEFFname\tdob\nAda Obi\t13/01/1967\n', 'utf16le');
  expect(await preview(inBase64(utf16))).toMatchObject({
    readAs: { encoding: 'utf-16le', delimiter: 'tab', dateFormat: 'DMY', warnings: [] },
    sample: [{ name: 'Ada Obi', dob: '1967-01-13' }],
  });
});

test('columns may be named, and ambiguous dates ask for their order', async () => {
  const file = {
    content: 'sep=;\nKunde;Geburtsdatum\nAda Obi;05/07/1967\n',
    columns: { name: 'Kunde', dob: 'Geburtsdatum' },
  };
  for (const read of [preview, add])
    await expect(read(file)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ path: 'dateFormat' }],
    });
  await add({ ...file, dateFormat: 'MDY' });
  await add({ ...file, dateFormat: 'DMY' });
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
] as const)('%s is rejected under the field content', async (_, file) => {
  await expect(preview(file)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ path: 'content' }],
  });
});
