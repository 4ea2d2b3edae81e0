import { expect, test } from 'vitest';
import type { Queryable } from '../database.ts';
import { cutPage, totalOf, type Page } from '../lists/keyset.ts';
import { mergedPage } from './merged-page.ts';

/** Creates buckets with these ids, and counts how often each is read. */
function bucketsOf(...ids: string[][]) {
  let reads = 0;
  const read = async (db: Queryable, { limit, after, offset }: Page) => {
    reads += 1;
    const all = ids[db as unknown as number]!.map((id) => ({ id, place: [id] }));
    const later = all.filter(({ id }) => after === undefined || id > after[0]!);
    const part = later.slice(offset, offset + limit + 1);
    return { ...cutPage(part, { page: 1, limit, offset }), ...totalOf(all.length) };
  };
  const page = (number: number, limit: number) =>
    mergedPage(
      ids.map((_, i) => i) as unknown as Queryable[],
      {
        page: number,
        limit,
        offset: (number - 1) * limit,
      },
      read,
    );
  return { page, reads: () => reads };
}

test('reads a page over several buckets in parts, not row by row', async () => {
  const numbers = Array.from({ length: 100 }, (_, i) => String(i).padStart(3, '0'));
  const { page, reads } = bucketsOf(
    numbers.filter((_, i) => i % 2 === 0),
    numbers.filter((_, i) => i % 2 === 1),
  );
  const { rows, total } = await page(4, 20);
  expect([rows.map(({ id }) => id), total]).toEqual([numbers.slice(60, 80), 100]);
  // Each bucket returns forty rows and one more, twenty rows per read.
  expect(reads()).toBeLessThanOrEqual(6);
});
