import { expect, test } from 'vitest';
import type { TableRow } from './csv-table.ts';
import { ImportFormatError } from '../types.ts';
import { groupRows } from './row-groups.ts';

async function* rows(...ids: string[]): AsyncGenerator<TableRow> {
  for (const [index, id] of ids.entries()) yield { line: index + 1, row: { id } };
}

test('groups come in the order of their first rows, each with all its rows in order', async () => {
  const groups = groupRows(rows('b', 'a', 'b', 'c', 'a'), (row) => row['id'], expect.fail);
  const lines = (await Array.fromAsync(groups)).map((group) => [
    group.id,
    ...group.rows.map(({ line }) => line),
  ]);
  expect(lines).toEqual([
    ['b', 1, 3],
    ['a', 2, 5],
    ['c', 4],
  ]);
});

test('a file larger than any such list is refused and not kept in memory', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<TableRow> {
    for (;;) yield { line: (sent += 1), row: { id: 'a', note: 'x'.repeat(1000) } };
  }
  const groups = groupRows(endless(), (row) => row['id'], expect.fail, 100_000);
  await expect(Array.fromAsync(groups)).rejects.toThrow(ImportFormatError);
  expect(sent).toBeLessThan(110);
});
