import { spawnSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { Database } from '../../../platform/db/database.ts';
import { exportColumns, type ExportSource } from '../../../platform/export-source.ts';
import type { Format } from '../schemas.ts';
import { rowFormatter } from './rows.ts';
import { openCopy } from './copy/store.ts';
import { copyStatement } from './store.ts';
import { anyCharacter } from '../../../../test/support/any-character.ts';

type Row = { text: string | null; other: string | null; count: number | null; flag: boolean };

let db: Database;
let client: pg.Client;
beforeAll(async () => {
  const connectionString = await cloneDatabase();
  db = new Database({
    connection: { connectionString },
    poolSize: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    'CREATE TEMPORARY TABLE back ("text" text, "count" integer, "flag" boolean, "other" text)',
  );
});
afterAll(async () => {
  await client.end();
  await db.close();
});

/** A source whose rows are literals in the COPY statement. */
function source(rows: Row[]): ExportSource {
  return {
    description: '',
    columns: exportColumns({
      text: ['text', ''],
      count: ['integer', ''],
      flag: ['boolean', ''],
      other: ['text', ''],
    }),
    order: ['place'],
    query: () => sql`SELECT x.*
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS ("text" text, "count" integer, "flag" boolean, "other" text)) WITH ORDINALITY
      AS x ("text", "count", "flag", "other", "place")`,
  };
}

/** Returns the bytes of the file, written from chunks of this many bytes. */
async function exported(
  rows: Row[],
  format: Format,
  chunkBytes: number,
  maxRows = 1000,
): Promise<Buffer> {
  const filter = { orgId: 'org', from: undefined, to: undefined, service: undefined };
  const { columns } = source(rows);
  const copy = await openCopy(
    db.connection,
    copyStatement(db.read, { source: source(rows), filter, after: null }, format, maxRows + 1),
  );
  const formatter = rowFormatter(format, columns, maxRows);
  const parts = [formatter.head()];
  for await (const chunk of copy.chunks)
    for (let at = 0; at < chunk.length; at += chunkBytes)
      parts.push(Buffer.from(formatter.format(chunk.subarray(at, at + chunkBytes))));
  parts.push(Buffer.from(formatter.tail()));
  copy.close();
  expect(formatter.rows).toBe(Math.min(rows.length, maxRows));
  expect(formatter.truncated).toBe(rows.length > maxRows);
  return Buffer.concat(parts);
}

const FORMULA = /^(?=[=+\-@\t\n\r＝＋－＠])|(?<=[;\t\n\r])(?="*[=+\-@＝＋－＠])/gu;
function guarded(text: string | null): string | null {
  return text?.replace(FORMULA, "'") ?? null;
}

/** PostgreSQL stores neither NUL nor lone surrogates, and the API rejects them. */
const text = fc
  .string({ unit: anyCharacter, maxLength: 20 })
  .map((value) => value.replaceAll('\0', ''))
  .filter((value) => value.isWellFormed());
const awkward = fc.constantFrom(
  '',
  '\\N',
  '\\.',
  'NULL',
  '"',
  '""',
  ',',
  '\r\n',
  '\n',
  '\\',
  "'",
  '\\v',
  '\v\b\f',
  '\u007f',
  '=1+1',
  '+44',
  '-3',
  '@x',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  '\ufeffx',
  ' x ',
  ';',
  ';"-',
  ';\t=',
);
const cell = fc.option(
  fc.oneof(
    text,
    awkward,
    fc.tuple(awkward, text).map(([a, b]) => a + b),
  ),
);
const row: fc.Arbitrary<Row> = fc.record({
  text: cell,
  other: cell,
  count: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  flag: fc.boolean(),
});
const rows = fc.array(row, { maxLength: 8 });
const RUNS = { numRuns: 40 };
const written: { rows: Row[]; file: Buffer }[] = [];

// contract: exports/csv-rfc-4180
test('CSV of any Unicode is read back unchanged by csv-parse and COPY FROM, with formulas neutralised', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 64 }), async (given, chunkBytes) => {
      const file = await exported(given, 'CSV', chunkBytes);
      written.push({ rows: given, file });
      const [header, ...cells] = parse(file, { record_delimiter: '\r\n' }) as string[][];
      expect(header).toEqual(['text', 'count', 'flag', 'other']);
      expect(cells).toEqual(
        given.map(({ text: a, count, flag, other }) => [
          guarded(a) ?? '',
          String(count ?? ''),
          String(flag),
          guarded(other) ?? '',
        ]),
      );
      await client.query('TRUNCATE back');
      await pipeline(
        Readable.from([file]),
        client.query(copyFrom('COPY back FROM STDIN (FORMAT csv, HEADER)')),
      );
      const { rows: back } = await client.query('SELECT * FROM back');
      expect(back).toEqual(
        given.map((r) => ({ ...r, text: guarded(r.text), other: guarded(r.other) })),
      );
    }),
    RUNS,
  );
});

test("CSV of any Unicode is read back unchanged by Python's csv", (context) => {
  const script = `import csv, io, json, sys
for line in sys.stdin:
    print(json.dumps(list(csv.reader(io.StringIO(json.loads(line), newline=''), strict=True))))`;
  const input = written.map(({ file }) => JSON.stringify(file.toString('utf8'))).join('\n');
  const python = spawnSync('python3', ['-c', script], {
    input,
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    maxBuffer: 2 ** 27,
  });
  if (python.error) {
    process.stdout.write('skipped: python3 is not there\n');
    return context.skip();
  }
  expect(python.status, python.stderr).toBe(0);
  const read = python.stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as string[][]).slice(1));
  expect(read).toEqual(
    written.map((one) =>
      one.rows.map(({ text: a, count, flag, other }) => [
        guarded(a) ?? '',
        String(count ?? ''),
        flag ? 'true' : 'false',
        guarded(other) ?? '',
      ]),
    ),
  );
});

// contract: exports/csv-rfc-4180
test('JSON of any Unicode is unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 64 }), async (given, chunkBytes) => {
      const file = await exported(given, 'JSON', chunkBytes);
      expect(JSON.parse(file.toString('utf8'))).toEqual(given);
    }),
    RUNS,
  );
});

// contract: exports/csv-rfc-4180
test('every text that a spreadsheet would calculate begins with an apostrophe, and no number does', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
  ];
  const given = texts.map((value) => ({ text: value, other: value, count: -1, flag: true }));
  const file = await exported(given, 'CSV', 1 << 16);
  const [, ...cells] = parse(file, { record_delimiter: '\r\n' }) as string[][];
  const begun = (value: string): string => `'${value.replace(/(?<=\s)=/, "'=")}`;
  expect(cells).toEqual(texts.map((value) => [begun(value), '-1', 'true', begun(value)]));
});

test('programs that separate by semicolon or tab find no formula inside a text', async () => {
  const texts: [string, string][] = [
    ['a;=1', "a;'=1"],
    ['a;;""-1;b', `a;;'""-1;b`],
    ['a\t+1', "a\t'+1"],
    ['a\r\n@x\n＝1', "a\r\n'@x\n'＝1"],
    ['a; =1, a=1\n1-2', 'a; =1, a=1\n1-2'],
  ];
  const given = texts.map(([value]) => ({ text: value, other: null, count: 1, flag: true }));
  const file = await exported(given, 'CSV', 1 << 16);
  const [, ...cells] = parse(file, { record_delimiter: '\r\n' }) as string[][];
  expect(cells.map(([value]) => value)).toEqual(texts.map(([, safe]) => safe));
});

test('a file ends after the last allowed row, wherever the chunks end', async () => {
  const given = Array.from({ length: 4 }, (_, i) => ({
    text: `a\n"${i}"`,
    other: null,
    count: i,
    flag: true,
  }));
  for (const chunkBytes of [1, 7, 1 << 16])
    for (const maxRows of [1, 3]) {
      const csv = await exported(given, 'CSV', chunkBytes, maxRows);
      expect(parse(csv, { record_delimiter: '\r\n' })).toHaveLength(maxRows + 1);
      const json = await exported(given, 'JSON', chunkBytes, maxRows);
      expect(JSON.parse(json.toString('utf8'))).toEqual(given.slice(0, maxRows));
    }
});

test('without rows, CSV is a header and JSON an empty array', async () => {
  expect((await exported([], 'CSV', 64)).toString()).toBe('text,count,flag,other\r\n');
  expect((await exported([], 'JSON', 64)).toString()).toBe('[]\n');
});
