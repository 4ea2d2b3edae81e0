import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { arrayText } from './arrays.ts';
import { Database } from '../database.ts';
import { anyCharacter } from '../../../../test/support/any-character.ts';

let db: Database;
beforeAll(async () => {
  db = new Database({
    connection: { connectionString: await cloneDatabase() },
    poolSize: 2,
    statementTimeoutMs: 10_000,
    onIdleError: () => {},
  });
});
afterAll(() => db.close());

// PostgreSQL cannot store NUL or lone surrogates.
const text = fc
  .oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('', 'null', 'NULL', '{}', '"', '\\', ',', ' ', 'a b', '{a,b}', 'id_01'),
  )
  .filter((value) => !value.includes('\0') && value.isWellFormed());

test('PostgreSQL returns the texts that were sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      const { rows } = await sql<{ a: unknown }>`
        SELECT to_json(${arrayText(values)}::text[]) AS a`.execute(db.read);
      expect(rows[0]!.a).toEqual(values);
    }),
    { numRuns: 200 },
  );
});

test('numbers, booleans and times keep their values', async () => {
  const time = new Date('2026-11-21T09:40:00.123Z');
  const { rows } = await sql<Record<string, unknown>>`
    SELECT to_json(${arrayText([1, -2.5, 1e21, null])}::float8[]) AS numbers,
      to_json(${arrayText([true, false])}::bool[]) AS booleans,
      ${arrayText([time, null])}::timestamptz[] AS times`.execute(db.read);
  expect(rows[0]).toEqual({
    numbers: [1, -2.5, 1e21, null],
    booleans: [true, false],
    times: [time, null],
  });
});
