import { expect, test } from 'vitest';
import { workbookOf, zipOf } from '../../../../../test/support/workbook.ts';
import { genericCsv } from '../generic-csv.ts';
import { csvOfWorkbook, unpacked } from './workbook.ts';
import { isZip } from './zip.ts';

test('the first sheet is read as CSV, with texts, dates, long numbers and the values of formulas', async () => {
  const file = workbookOf([
    ['ref', 'name', 'dob', 'id_passport'],
    [
      '1',
      'Bout, "Viktor"',
      { xml: '<c s="1"><v>24485</v></c>' },
      { xml: '<c><v>12345678901234567</v></c>' },
    ],
    ['2', { xml: '<c t="str"><f>A1&amp;B1</f><v>Ada Obi</v></c>' }],
  ]);
  expect(isZip(file)).toBe(true);
  expect((await csvOfWorkbook(file)).toString()).toBe(
    'ref,name,dob,id_passport\n1,"Bout, ""Viktor""",1967-01-13,12345678901234567\n2,Ada Obi,,\n',
  );
});

test.each([
  [
    'parts that refer to other files',
    workbookOf([['name']], { 'xl/externalLinks/externalLink1.xml': 'x' }),
    /externalLink1/,
  ],
  ['macros', workbookOf([['name']], { 'xl/vbaProject.bin': 'x' }), /vbaProject/],
  [
    'a part that unpacks to far more than it has',
    workbookOf([['name']], { 'xl/a.xml': Buffer.alloc(2 ** 22) }),
    /100 times/,
  ],
  ['no sheets', zipOf({ 'a.txt': 'x' }), /not a readable workbook/],
  ['half of its bytes', workbookOf([['name']]).subarray(0, 900), /broken/],
])('a workbook with %s is refused', async (_, file, message) => {
  await expect(csvOfWorkbook(file)).rejects.toThrow(message);
});

test('a workbook that unpacks to too much is refused before it is read', async () => {
  const noise = Buffer.from(
    Array.from({ length: 2 ** 20 }, (_, i) => (i * 7919 * (i % 251)) & 255),
  );
  const part = Buffer.concat(Array.from({ length: 51 }, () => noise));
  await expect(csvOfWorkbook(zipOf({ 'xl/a.xml': part }))).rejects.toThrow(/50 MiB|100 times/);
});

test('a list may be a workbook, and every other file stays unchanged', async () => {
  const source = async function* (content: string | Buffer) {
    yield content;
  };
  const names = async (content: string | Buffer): Promise<string[]> => {
    const main = unpacked(source(content));
    const entries = await Array.fromAsync(
      genericCsv.parse(
        { main },
        () => {},
        () => {},
      ),
    );
    return entries.map(({ name }) => name);
  };
  expect(await names(workbookOf([['name'], ['Viktor Bout']]))).toEqual(['Viktor Bout']);
  expect(await names('name;dob\nAda Obi;1967\n')).toEqual(['Ada Obi']);
});
