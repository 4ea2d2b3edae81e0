import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { workbookOf } from '../../../../test/support/workbook.ts';
import type { Reading } from '../../lists/import/csv-file.ts';
import { openFile, openStream } from './input.ts';
import type { Row } from '../file/rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dialects-'));
});

let files = 0;
async function read(content: string | Buffer, reading: Reading = {}) {
  const path = join(folder, `${++files}.csv`);
  await writeFile(path, content);
  const input = await openFile(path, reading);
  const rows: Row[] = [];
  for await (const block of input.blocks(0)) rows.push(...block.rows);
  const { readAs, share } = input;
  await input.close();
  return { rows, readAs, share };
}

const BOUT = { name: 'Viktor Bout', dob: '1967-01-13' };

describe('a file of names', () => {
  test.each([
    ['commas', 'name,dob\nViktor Bout,1967-01-13\n', 'comma'],
    [
      'semicolons and a byte order mark',
      '\uFEFFname;dob\r\nViktor Bout;1967-01-13\r\n',
      'semicolon',
    ],
    ['tabs', 'name\tdob\nViktor Bout\t1967-01-13\n', 'tab'],
    ['a line that names its separator', 'sep=;\nname;dob\nViktor Bout;1967-01-13\n', 'semicolon'],
    ['a line that names another one', 'sep=|\nname|dob\nViktor Bout|1967-01-13\n', '|'],
    ['UTF-16', Buffer.from('\uFEFFname;dob\nViktor Bout;1967-01-13\n', 'utf16le'), 'semicolon'],
  ])('with %s is read', async (_, content, delimiter) => {
    const { rows, readAs, share } = await read(content);
    expect(rows).toMatchObject([{ subject: BOUT }]);
    expect(readAs).toMatchObject({ delimiter, warnings: [] });
    expect(share(null)).toBe(1);
  });

  test('reports that its code page is uncertain', async () => {
    const { rows, readAs } = await read(Buffer.from('name\nJosé Peña\n', 'latin1'));
    expect(rows).toMatchObject([{ subject: { name: 'José Peña' } }]);
    expect(readAs).toMatchObject({ encoding: 'windows-1252', warnings: [expect.any(String)] });
  });

  test('gives the same results when it is read from any line as from the first, whatever its encoding', async () => {
    const content = Buffer.from(`sep=;\nname\n${'Josefa Nuñez\n'.repeat(5)}`, 'utf16le');
    const path = join(folder, 'again.csv');
    await writeFile(path, Buffer.concat([Buffer.from([0xff, 0xfe]), content]));
    const input = await openFile(path);
    const [first] = await Array.fromAsync(input.blocks(0, 2));
    const rest = await Array.fromAsync(input.blocks(first!.nextLine!, 10));
    await input.close();
    expect(rest.flatMap(({ rows }) => rows).map(({ line }) => line)).toEqual([5, 6, 7]);
  });

  test('has its first and last names joined if it has no full name', async () => {
    const content = 'First Name,Middle Name,Last Name\nViktor,,Bout\n,A.,Obi\n';
    const { rows } = await read(content);
    expect(rows).toMatchObject([
      { subject: { name: 'Viktor Bout' } },
      { subject: { name: 'A. Obi' } },
    ]);
    const named = await read('name,last_name\nViktor Bout,x\n,Obi\n');
    expect(named.rows).toMatchObject([
      { subject: { name: 'Viktor Bout' } },
      { subject: { name: 'Obi' } },
    ]);
  });

  test('joins a name of one word with the first or last name, and compares longer names with both', async () => {
    const names = async (content: string) =>
      (await read(content)).rows.map(
        (row) => 'subject' in row && [row.subject.name, ...(row.subject.aliases ?? [])],
      );
    expect(await names('Name;Surname;DOB\nMirjana;Markovic;1942-07-10\n')).toEqual([
      ['Mirjana Markovic'],
    ]);
    expect(await names('name,first_name\nMarkovic,Mirjana\n')).toEqual([['Mirjana Markovic']]);
    const all = 'Name,First Name,Last Name,Alias\nJohn Brown,Mirjana,Markovic,Mira\n';
    expect(await names(all)).toEqual([['John Brown', 'Mirjana Markovic', 'Mira']]);
  });

  test('is read by the named columns', async () => {
    const content = 'Kunde;Geboren;Nr\nViktor Bout;13.01.1967;7\n';
    const columns = { name: 'Kunde', dob: 'Geboren', ref: 'Nr' };
    expect((await read(content, { columns })).rows).toMatchObject([{ ref: '7', subject: BOUT }]);
    await expect(read(content, { columns: { name: 'Customer' } })).rejects.toThrow(
      /no column "customer"/,
    );
    await expect(read(content)).rejects.toThrow(/no column "name"/);
  });

  test('is read with the date order of its country', async () => {
    const dates = [
      '13/01/1967',
      '05/07/1967',
      '23-Nov-1962',
      '13 January 1967',
      '1967-01-13 00:00:00',
      '24485',
      '1957',
      '16-07-68',
    ];
    const { rows } = await read(`name,dob\n${dates.map((date) => `Ada,${date}\n`).join('')}`);
    const found = rows.map((row) => 'subject' in row && (row.subject.dob ?? row.subject.birthDate));
    expect(found).toEqual([
      '1967-01-13',
      '1967-07-05',
      '1962-11-23',
      '1967-01-13',
      '1967-01-13',
      '1967-01-13',
      '1957',
      undefined,
    ]);
    expect(rows.at(-1)).toMatchObject({ omitted: expect.stringContaining('dob: cannot be read') });
  });

  test('whose dates all have two readings is rejected unless their order is given', async () => {
    const content = 'name,dob\nAda,05/07/1967\nEze,01/02/1970\n';
    await expect(read(content)).rejects.toMatchObject({ details: [{ path: 'dateFormat' }] });
    const { rows } = await read(content, { dateFormat: 'MDY' });
    expect(rows[0]).toMatchObject({ subject: { dob: '1967-05-07' } });
    const stream = Readable.from([Buffer.from(content)]);
    await expect(openStream(stream, new AbortController().signal)).rejects.toMatchObject({
      details: [{ path: 'dateFormat' }],
    });
  });

  test('has an invalid date omitted and reported', async () => {
    const { rows } = await read('name,dob\nAda,2092-01-01\nEze,1700-01-01\n');
    expect(rows).toMatchObject([
      { subject: { name: 'Ada' }, omitted: 'dob: is in the future' },
      { subject: { name: 'Eze' }, omitted: 'dob: is before 1850' },
    ]);
    for (const row of rows) expect(row).not.toHaveProperty('subject.dob');
  });

  test('may be a workbook', async () => {
    const { rows, readAs } = await read(
      workbookOf([
        ['name', 'dob'],
        ['Viktor Bout', { xml: '<c s="1"><v>24485</v></c>' }],
      ]),
    );
    expect(rows).toMatchObject([{ subject: BOUT }]);
    expect(readAs.warnings).toEqual([]);
    await expect(read(Buffer.from('PK\x03\x04 and nothing else'))).rejects.toThrow(/workbook/);
  });
});
