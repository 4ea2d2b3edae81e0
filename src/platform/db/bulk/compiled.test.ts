import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '../../../../test/support/database.ts';
import type { Database } from '../database.ts';
import { compiled, type Given } from './compiled.ts';
import { givenRows } from './rows.ts';

type Row = { id: string; score: number };
type Input = { rows: Row[]; least: number };

let db: Database;
beforeAll(async () => {
  db = await openPool(1);
});
afterAll(() => db.close());

test('compiles its text once, and takes every parameter from the input of the call', async () => {
  const build = vi.fn<(given: Given<Input>) => ReturnType<typeof sql<Row>>>((given) => {
    const { from, names } = givenRows(given, (input) => input.rows, {
      id: 'text',
      score: 'float8',
    });
    return sql<Row>`
      SELECT ${names} FROM ${from}
      WHERE score >= ${given(({ least }) => least)}::float8 AND id <> ${'constant'} ORDER BY id`;
  });
  const statement = compiled(build);
  const rows = [
    { id: 'a', score: 1 },
    { id: 'b', score: 2 },
    { id: 'constant', score: 3 },
  ];
  const ask = async (input: Input) => (await db.read.executeQuery(statement(input))).rows;
  expect(await ask({ rows, least: 2 })).toEqual([{ id: 'b', score: 2 }]);
  expect(await ask({ rows: rows.slice(0, 1), least: 0 })).toEqual([{ id: 'a', score: 1 }]);
  expect(build).toHaveBeenCalledTimes(1);
});
