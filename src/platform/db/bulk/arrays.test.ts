import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../test/support/database.ts';
import { anyIn, arrayText } from './arrays.ts';
import type { Database } from '../database.ts';
import { anyCharacter } from '../../../../test/support/any-character.ts';

let db: Database;
beforeAll(async () => {
  db = await openPool(2);
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

test('PostgreSQL keeps one plan for any number of texts', async () => {
  const { sql: statement } =
    sql`SELECT id FROM screening_lists WHERE org_id = ${anyIn(sql.val(''))}`.compile(db.read);
  const client = await db.pool.connect();
  try {
    await client.query(`PREPARE lists AS ${statement}`);
    // PostgreSQL plans each of the first five calls, and then compares their cost with that of one plan for all.
    for (let call = 0; call < 8; call += 1)
      await client.query(`EXECUTE lists('${arrayText(['org_1', 'org_2'].slice(call % 2))}')`);
    const { rows } = await client.query(
      "SELECT generic_plans::int AS kept FROM pg_prepared_statements WHERE name = 'lists'",
    );
    expect(rows).toEqual([{ kept: 3 }]);
  } finally {
    client.release(true);
  }
});
