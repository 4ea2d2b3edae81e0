import type pg from 'pg';
import { expect, test } from 'vitest';
import { moveSchema } from './citus.ts';

const NODE = '127.0.0.1:9701';

/** A coordinator whose moves fail with these messages, one after the other, and then succeed. */
function coordinator(failures: string[]): { client: pg.Client; moves: unknown[] } {
  const moves: unknown[] = [];
  const query = (text: string, values?: unknown[]) => {
    if (text.includes('citus_schema_move')) {
      moves.push(values);
      const failure = failures.shift();
      if (failure !== undefined) return Promise.reject(new Error(failure));
    }
    const isNode = text.includes('pg_dist_node') && !text.includes('pg_dist_schema');
    const rows = isNode ? [{ name: NODE, host: '127.0.0.1', port: 9701 }] : [];
    return Promise.resolve({ rows, rowCount: text.includes('pg_extension') ? 1 : rows.length });
  };
  return { client: { query } as unknown as pg.Client, moves };
}

test('a move is retried when Citus is still cleaning up after the last one', async () => {
  const leftOver =
    'shard move failed as the orphaned shard bucket_001.cases_1 leftover from the previous move could not be cleaned up';
  const { client, moves } = coordinator([leftOver, leftOver]);
  await moveSchema(client, 'bucket_001', NODE);
  expect(moves).toEqual(Array.from({ length: 3 }, () => ['bucket_001', '127.0.0.1', 9701]));
});

test('does not retry a move that fails for another reason', async () => {
  const { client, moves } = coordinator(['disk full']);
  await expect(moveSchema(client, 'bucket_001', NODE)).rejects.toThrow('disk full');
  expect(moves).toHaveLength(1);
});
