import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type Answer, type TestApp } from '../../../../../test/support/app.ts';

const LISTS = '/api/v1/fraud/lists';

let app: TestApp;
let key: string;
let id: string;

beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ key } = await app.org());
  const body = { source: 's', name: 'S', kind: 'tenant_blocklist' };
  id = (await app.call('POST', LISTS, { key, body })).body.data.id;
});

function preview(content: string): Promise<Answer> {
  return app.call('POST', `${LISTS}/${id}/entries/preview`, { key, body: { content } });
}
function add(content: string, more: object = {}, headers: Record<string, string> = {}) {
  const body = { content, ...more };
  return app.call('POST', `${LISTS}/${id}/entries/import`, { key, headers, body });
}
async function list() {
  return (await app.call('GET', `${LISTS}/${id}`, { key })).body.data;
}
async function names(): Promise<string[]> {
  const page = (await app.call('GET', `${LISTS}/${id}/entries?limit=100`, { key })).body.data;
  return page.items.map(({ name }: { name: string }) => name);
}

function people(count: number): string {
  return Array.from({ length: count }, (_, i) => `Ada Obi ${i}\n`).join('');
}

describe('the preview of a file', () => {
  test('counts rows and entries, names problems by line and field, and writes nothing', async () => {
    const answer = await preview(
      'Name,aliases,DOB,Country\r\n' +
        '"Okafor, Chidi",C. Okafor,1980-02-29,Nigeria\r\n\r\n' +
        'Musa Bello,,1957,Atlantis\r\n' +
        'Too,many,cells,in,it\r\n',
    );
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toEqual({
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
    expect(answer.text).not.toMatch(/1957|Atlantis/);
    expect(await list()).toMatchObject({ entryCount: 0 });
  });

  test('marks what the file or the list says already: canonical name, date, country and identifiers', async () => {
    const header = 'name,dob,country,id_passport,id_bvn\n';
    await add(`${header}Ada Obi,1980-01-02,NG,A1,2\nUnknown,,,,7\n`);
    const { duplicateEntries, duplicates } = (
      await preview(
        `${header}ÁDA  obi,1980-01-02,ng,A1,2\n` +
          'Ada Obi,1980-01-03,NG,A1,2\nAda Obi,1980-01-02,GH,A1,2\nAda Obi,1980-01-02,NG,A2,2\n' +
          'Ada Obi,1980-01-02,NG,,\nUnknown,,,,8\nunknown,,,,8\nUnknown,,,,7\n',
      )
    ).body.data;
    expect(duplicateEntries).toBe(3);
    expect(duplicates).toEqual([
      { line: 2, name: 'ÁDA  obi', ofLine: null },
      { line: 8, name: 'unknown', ofLine: 7 },
      { line: 9, name: 'Unknown', ofLine: null },
    ]);
    const other = 'name,id_bvn,id_passport,country,dob\nAda Obi,2,A1,NG,1980-01-02\n';
    expect((await preview(other)).body.data.duplicateEntries, 'columns in another order').toBe(1);
  });

  test('counts all problems and duplicates, and names the first 1,000 of each', async () => {
    const rows = `${'x,1957\n'.repeat(1200)}${'Ada Obi,\n'.repeat(1201)}`;
    const { problems, duplicates, ...counts } = (await preview(`name,dob\n${rows}`)).body.data;
    expect(counts).toMatchObject({ rows: 2401, invalidRows: 1200, duplicateEntries: 1200 });
    expect([problems.length, duplicates.length]).toEqual([1000, 1000]);
    expect(duplicates[0]).toEqual({ line: 1203, name: 'Ada Obi', ofLine: 1202 });
  });
});

describe('a file of blank lines', () => {
  test('is refused at line 100,001 of them, wherever they stand, after little work', async () => {
    const blank = '\n'.repeat(7_800_000);
    for (const content of [`name\n${blank}`, `${blank}name\na\n`]) {
      const before = process.cpuUsage().user;
      const answer = await preview(content);
      expect([answer.status, answer.body.error.details[0].message]).toEqual([
        400,
        'must have at most 100000 rows; blank lines count',
      ]);
      const seconds = (process.cpuUsage().user - before) / 1e6;
      expect(seconds, 'timing: seconds of the processor').toBeLessThan(4);
    }
  });

  test('that is within the limit is read, and its rows are counted without them', async () => {
    const answer = await preview(`name\n${'\n'.repeat(99_999)}Ada Obi\n`);
    expect([answer.status, answer.body.data.rows]).toEqual([200, 1]);
  });
});

test('two people under one id are two entries, and the answers say so', async () => {
  const content = 'id,name\n7,Ada Obi\n7,Musa Bello\n';
  const sharedIds = [{ line: 3, ofLine: 2 }];
  expect((await preview(content)).body.data).toMatchObject({ entries: 2, sharedIds });
  expect((await add(content)).body.data).toMatchObject({ added: 2, sharedIds });
  expect(await names()).toEqual(['Ada Obi', 'Musa Bello']);
});

describe('adding a file', () => {
  test('adds all entries in their order, counted once, and a screening sees them', async () => {
    const answer = await add(`name,dob\n${people(1200)}`.replaceAll(/(\d)\n/g, '$1,\n'));
    expect([answer.status, answer.body.data]).toEqual([
      201,
      { added: 1200, leftOut: 0, sharedIds: [] },
    ]);
    expect(await list()).toMatchObject({ entryCount: 1200 });
    expect((await names()).slice(0, 2)).toEqual(['Ada Obi 0', 'Ada Obi 1']);
    const screened = await app.call('POST', '/api/v1/fraud/screen', {
      key,
      body: { name: 'Ada Obi 1199' },
    });
    expect(screened.body.data.outcome).toBe('block');
  });

  test('one invalid row refuses the file, with line and field and no value', async () => {
    const answer = await add(`name,dob\n${people(700).replaceAll('\n', ',\n')}Musa,1957\n`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual([
      { path: 'content', message: expect.stringMatching(/^line 702: dob: /) },
    ]);
    expect(answer.text).not.toMatch(/Musa|1957/);
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
  ])('%s is 400, and names the content', async (_, content) => {
    const answer = await add(content);
    expect([answer.status, answer.body.error.details?.[0].path], answer.text).toEqual([
      400,
      'content',
    ]);
    expect(await list()).toMatchObject({ entryCount: 0 });
  });

  test('duplicates are added, or left out as they are when the file is added', async () => {
    const file = 'name,dob\nAda Obi,\nada obi,\nBen Eze,1980-01-02\n';
    expect((await add(file, { leaveOutDuplicates: true })).body.data).toEqual({
      added: 2,
      leftOut: 1,
      sharedIds: [],
    });
    const { updatedAt } = await list();
    expect((await add(file, { leaveOutDuplicates: true })).body.data).toEqual({
      added: 0,
      leftOut: 3,
      sharedIds: [],
    });
    expect(await list()).toMatchObject({ entryCount: 2, updatedAt });
    expect((await add(file)).body.data).toEqual({
      added: 3,
      leftOut: 0,
      sharedIds: [],
    });
    expect(await names()).toEqual(['Ada Obi', 'Ben Eze', 'Ada Obi', 'ada obi', 'Ben Eze']);
  });

  test('a repeat with the key is answered as the first, and adds nothing', async () => {
    const once = { 'idempotency-key': 'file-1' };
    const answers = await Promise.all([1, 2, 3].map(() => add('name\nAda Obi\n', {}, once)));
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    for (const { status, body } of answers)
      expect(status === 201 || body.error.code === 'IDEMPOTENCY_UNAVAILABLE').toBe(true);
    const again = await add('name\nAda Obi\n', {}, once);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([
      done[0]!.text,
      'true',
    ]);
    expect(await list()).toMatchObject({ entryCount: 1 });
  });

  test('two files at once leave out what the other has added', async () => {
    const file = `name\n${people(800)}`;
    const answers = await Promise.all([1, 2].map(() => add(file, { leaveOutDuplicates: true })));
    expect(answers.map(({ body }) => body.data.added).toSorted((a, b) => a - b)).toEqual([0, 800]);
    expect(await list()).toMatchObject({ entryCount: 800 });
  });

  test('a list that is deleted meanwhile takes all of it along, or is not found', async () => {
    const [added, deleted] = await Promise.all([
      add(`name\n${people(3000)}`),
      app.call('DELETE', `${LISTS}/${id}`, { key }),
    ]);
    expect(deleted.status).toBe(200);
    expect([201, 404]).toContain(added.status);
    const { rows } = await app.db.pool.query('SELECT FROM screening_entries WHERE list_id = $1', [
      id,
    ]);
    expect(rows).toHaveLength(0);
    expect((await add('name\nAda\n')).status).toBe(404);
    expect((await preview('name\nAda\n')).status).toBe(404);
  });

  test('the audit log says how many were added, and no name', async () => {
    await add('name\nAda Obi\nada obi\n', { leaveOutDuplicates: true });
    const { rows } = await app.db.pool.query(
      `SELECT * FROM audit_actions WHERE object_id = $1 AND action = 'list.import_entries'`,
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/ada/i);
  });
});

/** More entries than a file may have, in few rows. */
function manyAliases(): string {
  const aliases = Array.from({ length: 910 }, (_, i) => `a${i}`).join(';');
  return `\n${`x,${aliases}\n`.repeat(110)}`;
}

/** Each of its entries would keep the whole row. */
function longRows(): string {
  const aliases = Array.from({ length: 900 }, (_, i) => `b${i}`).join(';');
  return `x,${'n'.repeat(9000)},${aliases}\n`.repeat(9);
}
