import type { Queryable } from '../database.ts';
import { cutPage, totalOf, type Listed, type Place, type Page } from '../lists/keyset.ts';

type Placed<Row> = Row & { place: Place };
/** Reads the rows after a position, or the first ones. */
type Read<Row> = (after?: Place) => Promise<Listed<Row>>;

/** The rows of one bucket after a position, in order, read in parts on demand. */
class Rows<Row> {
  readonly #read: Read<Row>;
  readonly #rows: Placed<Row>[];
  readonly total: number;
  readonly totalIsExact: boolean;
  #next: Place | null;

  private constructor(read: Read<Row>, first: Listed<Row>) {
    this.#read = read;
    this.#rows = first.rows.toReversed();
    this.#next = first.next;
    this.total = first.total;
    this.totalIsExact = first.totalIsExact;
  }

  /** @param after the position after which the rows begin */
  static async of<Row>(read: Read<Row>, after?: Place): Promise<Rows<Row>> {
    return new Rows(read, await read(after));
  }

  /** The next row, without consuming it; undefined at the end. */
  async peek(): Promise<Placed<Row> | undefined> {
    if (this.#rows.length === 0 && this.#next) {
      const { rows, next } = await this.#read(this.#next);
      this.#rows.push(...rows.toReversed());
      this.#next = next;
    }
    return this.#rows.at(-1);
  }

  take(): void {
    this.#rows.pop();
  }
}

function isBefore(a: Place, b: Place, descending: boolean): boolean {
  const at = a.findIndex((text, i) => text !== b[i]);
  return at !== -1 && a[at]! < b[at]! !== descending;
}

/**
 * One page of the merged rows of several buckets. Keeps at most one page per bucket in memory.
 * @param read reads a page of one bucket's rows
 * @param descending the direction in which every bucket orders its rows
 */
export async function mergedPage<Row>(
  buckets: readonly Queryable[],
  page: Page,
  read: (db: Queryable, page: Page) => Promise<Listed<Row>>,
  descending = false,
): Promise<Listed<Row>> {
  if (buckets.length === 1) return read(buckets[0]!, page);
  const all = await Promise.all(
    buckets.map((db) =>
      Rows.of<Row>(
        (after) => read(db, { page: 1, limit: page.limit, offset: 0, ...(after && { after }) }),
        page.after,
      ),
    ),
  );
  const found: Placed<Row>[] = [];
  // One row more than the page needs shows whether another page follows.
  for (let place = 0; place <= page.offset + page.limit; place += 1) {
    const nexts = await Promise.all(all.map((rows) => rows.peek()));
    let least: { i: number; row: Placed<Row> } | undefined;
    for (const [i, row] of nexts.entries())
      if (row && (!least || isBefore(row.place, least.row.place, descending))) least = { i, row };
    if (!least) break;
    all[least.i]!.take();
    if (place >= page.offset) found.push(least.row);
  }
  const total = totalOf(all.reduce((sum, rows) => sum + rows.total, 0));
  const totalIsExact = total.totalIsExact && all.every((rows) => rows.totalIsExact);
  return { ...cutPage(found, page), ...total, totalIsExact };
}
