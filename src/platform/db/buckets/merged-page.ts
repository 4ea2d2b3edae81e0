import type { Page } from '../../http/schema.ts';
import type { Queryable } from '../database.ts';

type Rows<Row> = { rows: Row[]; total: number };

/** The rows of one bucket, in their order, read in parts as they are needed. */
class Cursor<Row> {
  readonly #read: (page: Page) => Promise<Rows<Row>>;
  readonly #limit: number;
  #rows: Row[] = [];
  #offset = 0;
  #isOver = false;

  constructor(limit: number, read: (page: Page) => Promise<Rows<Row>>) {
    this.#limit = limit;
    this.#read = read;
  }

  /** The next row, which stays; undefined when there is none. */
  async peek(): Promise<Row | undefined> {
    if (this.#rows.length === 0 && !this.#isOver) {
      const { rows } = await this.#read({ page: 1, limit: this.#limit, offset: this.#offset });
      this.#offset += rows.length;
      this.#isOver = rows.length < this.#limit;
      this.#rows = rows.toReversed();
    }
    return this.#rows.at(-1);
  }

  take(): void {
    this.#rows.pop();
  }
}

/**
 * One page of what several buckets have together. Of each bucket at most a page is in memory.
 * @param read reads a page of one bucket's rows
 * @param compare the order in which every bucket answers
 */
export async function mergedPage<Row>(
  buckets: readonly Queryable[],
  page: Page,
  read: (db: Queryable, page: Page) => Promise<Rows<Row>>,
  compare: (a: Row, b: Row) => number,
): Promise<Rows<Row>> {
  if (buckets.length === 1) return read(buckets[0]!, page);
  const first = { ...page, page: 1, offset: 0 };
  const counts = await Promise.all(buckets.map((db) => read(db, { ...first, limit: 1 })));
  const cursors = buckets.map((db) => new Cursor<Row>(page.limit, (part) => read(db, part)));
  const rows: Row[] = [];
  for (let place = 0; place < page.offset + page.limit; place += 1) {
    const nexts = await Promise.all(cursors.map((cursor) => cursor.peek()));
    let least: { i: number; row: Row } | undefined;
    for (const [i, row] of nexts.entries())
      if (row !== undefined && (!least || compare(row, least.row) < 0)) least = { i, row };
    if (!least) break;
    cursors[least.i]!.take();
    if (place >= page.offset) rows.push(least.row);
  }
  return { rows, total: counts.reduce((sum, { total }) => sum + total, 0) };
}
