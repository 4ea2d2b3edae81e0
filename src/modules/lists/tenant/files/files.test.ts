import { beforeEach, describe, expect, test } from 'vitest';
import { type ScreeningOrg, screeningPlace } from '../../../../../test/support/screening-place.ts';
import { listEntries } from '../entries.ts';
import { getList } from '../lists.ts';
import { checkEntryFile, importEntryFile } from './import-file.ts';
import { previewEntries } from './preview.ts';
import type { ImportEntries } from './schemas.ts';

const place = screeningPlace();
let org: ScreeningOrg;
let id: string;
beforeEach(async () => {
  org = await place.org();
  id = await org.newList();
});

const NOT_FOUND = { code: 'NOT_FOUND' };

function preview(content: string) {
  return previewEntries(org.db.read, org.id, id, { content });
}
async function add(content: string, more: Partial<ImportEntries> = {}) {
  const asked = { content, ...more };
  const file = await checkEntryFile(asked);
  return org.db.transaction((tx) => importEntryFile(tx, org.id, id, asked, file));
}
function list() {
  return getList(org.db.read, org.id, id);
}
async function names(): Promise<string[]> {
  const { items } = await listEntries(org.db.read, org.id, id, { limit: 100 });
  return items.map(({ name }) => name);
}

function people(count: number): string {
  return Array.from({ length: count }, (_, i) => `Ada Obi ${i}\n`).join('');
}

describe('the preview of a file', () => {
  test('counts rows and entries, names problems by line and field, and stores nothing', async () => {
    const answer = await preview(
      'Name,aliases,DOB,Country\r\n' +
        '"Okafor, Chidi",C. Okafor,1980-02-29,Nigeria\r\n\r\n' +
        'Musa Bello,,1957,Atlantis\r\n' +
        'Too,many,cells,in,it\r\n',
    );
    expect(answer).toEqual({
      rows: 3,
      entries: 2,
      invalidRows: 2,
      problems: [
        { line: 4, field: 'dob', message: expect.any(String) },
        { line: 4, field: 'country', message: expect.any(String) },
        { line: 5, field: null, message: 'the row has 5 columns, the header 4' },
      ],
      duplicateEntries: 0,
      duplicates: [],
      sample: [
        { line: 2, name: 'Okafor, Chidi', dob: '1980-02-29', country: 'NG' },
        { line: 2, name: 'C. Okafor', dob: '1980-02-29', country: 'NG' },
      ],
      sharedIds: [],
      readAs: { encoding: 'utf-8', delimiter: 'comma', dateFormat: null, warnings: [] },
      columns: ['Name', 'aliases', 'DOB', 'Country'],
    });
    expect(JSON.stringify(answer)).not.toMatch(/1957|Atlantis/);
    expect(await list()).toMatchObject({ entryCount: 0 });
  });

  test('marks duplicates of the file or the list: canonical name, date, country and identifiers', async () => {
    const header = 'name,dob,country,id_passport,id_bvn\n';
    await add(`${header}Ada Obi,1980-01-02,NG,A1,2\nUnknown,,,,7\n`);
    const { duplicateEntries, duplicates } = await preview(
      `${header}ÁDA  obi,1980-01-02,ng,A1,2\n` +
        'Ada Obi,1980-01-03,NG,A1,2\nAda Obi,1980-01-02,GH,A1,2\nAda Obi,1980-01-02,NG,A2,2\n' +
        'Ada Obi,1980-01-02,NG,,\nUnknown,,,,8\nunknown,,,,8\nUnknown,,,,7\n',
    );
    expect(duplicateEntries).toBe(3);
    expect(duplicates).toEqual([
      { line: 2, name: 'ÁDA  obi', ofLine: null },
      { line: 8, name: 'unknown', ofLine: 7 },
      { line: 9, name: 'Unknown', ofLine: null },
    ]);
    const other = 'name,id_bvn,id_passport,country,dob\nAda Obi,2,A1,NG,1980-01-02\n';
    expect((await preview(other)).duplicateEntries, 'columns in another order').toBe(1);
  });

  test('counts all problems and duplicates, and names the first 1,000 of each', async () => {
    const rows = `${'x,1957\n'.repeat(1200)}${'Ada Obi,\n'.repeat(1201)}`;
    const { problems, duplicates, ...counts } = await preview(`name,dob\n${rows}`);
    expect(counts).toMatchObject({ rows: 2401, invalidRows: 1200, duplicateEntries: 1200 });
    expect([problems.length, duplicates.length]).toEqual([1000, 1000]);
    expect(duplicates[0]).toEqual({ line: 1203, name: 'Ada Obi', ofLine: 1202 });
  });
});

describe('a file of blank lines', () => {
  test('is rejected at the 100,001st blank line, wherever the lines are, after little work', async () => {
    const blank = '\n'.repeat(7_800_000);
    for (const content of [`name\n${blank}`, `${blank}name\na\n`]) {
      const before = process.cpuUsage().user;
      const message = 'must have at most 100000 rows; blank lines count';
      await expect(preview(content)).rejects.toMatchObject({ details: [{ message }] });
      const seconds = (process.cpuUsage().user - before) / 1e6;
      expect(seconds, 'timing: seconds of the processor').toBeLessThan(4);
    }
  });

  test('within the limit is read, and blank lines are not counted as rows', async () => {
    expect((await preview(`name\n${'\n'.repeat(99_999)}Ada Obi\n`)).rows).toBe(1);
  });
});

test('two people with one id become two entries, and the answers report it', async () => {
  const content = 'id,name\n7,Ada Obi\n7,Musa Bello\n';
  const sharedIds = [{ line: 3, ofLine: 2 }];
  expect(await preview(content)).toMatchObject({ entries: 2, sharedIds });
  expect(await add(content)).toMatchObject({ added: 2, sharedIds });
  expect(await names()).toEqual(['Ada Obi', 'Musa Bello']);
});

describe('adding a file', () => {
  test('adds all entries in order, counts them once, and makes screenings find them', async () => {
    const answer = await add(`name,dob\n${people(1200)}`.replaceAll(/(\d)\n/g, '$1,\n'));
    expect(answer).toEqual({ added: 1200, leftOut: 0, sharedIds: [] });
    expect(await list()).toMatchObject({ entryCount: 1200 });
    expect((await names()).slice(0, 2)).toEqual(['Ada Obi 0', 'Ada Obi 1']);
    expect((await org.screen({ name: 'Ada Obi 1199' })).outcome).toBe('block');
  });

  test('rejects a file with one invalid row, and the answer names line and field but no value', async () => {
    const rows = people(700).replaceAll('\n', ',\n');
    const error = await add(`name,dob\n${rows}Musa,1957\n`).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ path: 'content', message: expect.stringMatching(/^line 702: dob: /) }],
    });
    expect(JSON.stringify(error)).not.toMatch(/Musa|1957/);
    expect(await list()).toMatchObject({ entryCount: 0 });
  });

  test.each([
    ['nothing below the header', 'name\n'],
    ['no header', 'Ada Obi\n'],
    ['an empty file', ' '],
    ['a column twice', 'name,name\nAda,Obi\n'],
    ['100,001 rows', `name\n${'a\n'.repeat(100_001)}`],
    ['100,001 blank lines', `name\na\n${'\n'.repeat(100_001)}`],
    ['100,100 entries of aliases', `name,aliases${manyAliases()}`],
    ['rows that its aliases would multiply', `name,note,aliases\n${longRows()}`],
  ])('%s is rejected, and the error names the field content', async (_, content) => {
    await expect(add(content)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ path: 'content' }],
    });
    expect(await list()).toMatchObject({ entryCount: 0 });
  });

  test('adds duplicates, or omits them by the current state of the list', async () => {
    const file = 'name,dob\nAda Obi,\nada obi,\nBen Eze,1980-01-02\n';
    expect(await add(file, { leaveOutDuplicates: true })).toEqual({
      added: 2,
      leftOut: 1,
      sharedIds: [],
    });
    const { updatedAt } = await list();
    expect(await add(file, { leaveOutDuplicates: true })).toEqual({
      added: 0,
      leftOut: 3,
      sharedIds: [],
    });
    expect(await list()).toMatchObject({ entryCount: 2, updatedAt });
    expect(await add(file)).toEqual({
      added: 3,
      leftOut: 0,
      sharedIds: [],
    });
    expect(await names()).toEqual(['Ada Obi', 'Ben Eze', 'Ada Obi', 'ada obi', 'Ben Eze']);
  });

  test("two concurrent files omit each other's duplicates", async () => {
    const file = `name\n${people(800)}`;
    const answers = await Promise.all([1, 2].map(() => add(file, { leaveOutDuplicates: true })));
    expect(answers.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 800]);
    expect(await list()).toMatchObject({ entryCount: 800 });
  });

  test('leaves nothing if the list is deleted during the upload', async () => {
    const [added, deleted] = await Promise.allSettled([add(`name\n${people(3000)}`), org.drop(id)]);
    expect(deleted.status).toBe('fulfilled');
    if (added.status === 'rejected') expect(added.reason).toMatchObject(NOT_FOUND);
    const { rows } = await org.db.query('SELECT FROM screening_entries WHERE list_id = $1', [id]);
    expect(rows).toHaveLength(0);
    await expect(add('name\nAda\n')).rejects.toMatchObject(NOT_FOUND);
    await expect(preview('name\nAda\n')).rejects.toMatchObject(NOT_FOUND);
  });
});

/** More entries than a file may have, in few rows. */
function manyAliases(): string {
  const aliases = Array.from({ length: 910 }, (_, i) => `a${i}`).join(';');
  return `\n${`x,${aliases}\n`.repeat(110)}`;
}

/** Each of its entries would store the whole row. */
function longRows(): string {
  const aliases = Array.from({ length: 900 }, (_, i) => `b${i}`).join(';');
  return `x,${'n'.repeat(9000)},${aliases}\n`.repeat(9);
}
