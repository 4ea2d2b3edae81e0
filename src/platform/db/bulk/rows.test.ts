import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../test/support/database.ts';
import type { Database } from '../database.ts';
import { rowsOf } from './rows.ts';
import { anyCharacter } from '../../../../test/support/any-character.ts';

let db: Database;
beforeAll(async () => {
  db = await openPool(2);
});
afterAll(() => db.close());

const text = fc
  .string({ unit: anyCharacter })
  .filter((value) => !value.includes('\0') && value.isWellFormed());
const row = fc.record({
  orgId: text,
  note: fc.option(text),
  score: fc.double({ noNaN: true, noDefaultInfinity: true }).map((score) => score + 0),
  isOpen: fc.boolean(),
  seenAt: fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  }),
  hash: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  facts: fc.json({ maxDepth: 1 }).filter((json) => !json.includes('\\u') && json.isWellFormed()),
});
const TYPES = {
  orgId: 'text',
  note: 'text',
  score: 'float8',
  isOpen: 'boolean',
  seenAt: 'timestamptz',
  hash: 'bytea',
  facts: 'json',
} as const;

test('a statement reads every row as it was given, each column by its name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
      const { names, from, joined, numbered } = rowsOf(rows, TYPES, 'r');
      const expected = rows.map(({ orgId, note, score, isOpen, seenAt, hash, facts }) => ({
        org_id: orgId,
        note,
        score,
        is_open: isOpen,
        seen_at: seenAt,
        hash,
        facts: JSON.parse(facts),
      }));
      for (const table of [from, joined]) {
        const read = await sql`SELECT ${names} FROM ${table}`.execute(db.read);
        expect(read.rows).toEqual(expected);
      }
      const placed = await sql`SELECT r.n, r.org_id FROM ${numbered} ORDER BY r.n DESC`.execute(
        db.read,
      );
      expect(placed.rows).toEqual(
        rows.map(({ orgId }, i) => ({ n: i + 1, org_id: orgId })).toReversed(),
      );
    }),
    { numRuns: 60 },
  );
});

test('the text of a statement is the same for any number of rows', () => {
  const textOf = (count: number) => {
    const rows = Array.from({ length: count }, (_, i) => ({ id: String(i) }));
    return sql`SELECT * FROM ${rowsOf(rows, { id: 'text' }).from}`.compile(db.read).sql;
  };
  expect(textOf(1)).toBe(textOf(100));
});
