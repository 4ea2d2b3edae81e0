/** The way that an operation's list is paged. */
export type Paging =
  | {
      /** The property that holds the rows. */
      items: string;
      by: 'page';
      /** The properties that tell a row from others, whatever else of it changes: their paths. */
      key: readonly string[];
    }
  | { items: string; by: 'sequence' };
type Page = Record<string, unknown>;

/** The most that any list gives at once is 100; a list with a lower cap answers with its own. */
const PAGE_SIZE = 100;
/** Rows that are remembered to notice one that was pushed to a later page. */
const REMEMBERED = 10 * PAGE_SIZE;

function valueAt(row: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Page)[name], row);
}

/** The rows of all pages from `page` of the input, or the first. */
async function* byPage<Row>(
  ask: (input: Page) => Promise<Page>,
  { items, key }: Extract<Paging, { by: 'page' }>,
  input: Page,
): AsyncGenerator<Row, void, undefined> {
  const seen = new Set<string>();
  // The defaults of the first page, such as the newest version, hold for all.
  let applied: Page = {};
  for (let page = Number(input['page'] ?? 1); ; page += 1) {
    const answer = await ask({ limit: PAGE_SIZE, ...applied, ...input, page });
    const {
      [items]: found,
      total,
      limit,
      ...rest
    } = answer as Page & { total: number; limit: number };
    applied = rest;
    const rows = found as Row[];
    for (const row of rows) {
      const name = JSON.stringify(key.map((path) => valueAt(row, path)));
      if (seen.has(name)) continue;
      seen.add(name);
      if (seen.size > REMEMBERED) seen.delete(seen.values().next().value!);
      yield row;
    }
    if (rows.length < limit || page * limit >= total) return;
  }
}

/** The rows after the sequence `after`, oldest first; with `before`, those before it, newest page first. */
async function* bySequence<Row extends { sequence: number }>(
  ask: (input: Page) => Promise<Page>,
  { items }: Paging,
  input: Page,
): AsyncGenerator<Row, void, undefined> {
  const backwards = input['before'] !== undefined && input['after'] === undefined;
  let bound = backwards ? { before: input['before'] } : { after: input['after'] ?? 0 };
  for (;;) {
    const answer = await ask({ limit: PAGE_SIZE, ...input, ...bound });
    const rows = answer[items] as Row[];
    yield* rows;
    const last = backwards ? rows[0] : rows.at(-1);
    if (answer['hasMore'] !== true || !last) return;
    bound = backwards ? { before: last.sequence } : { after: last.sequence };
  }
}

/** Every row, asking for the next page when the rows of the one before are used up. */
export function eachRow(
  ask: (input: Page) => Promise<Page>,
  paging: Paging,
  input: Page,
): AsyncGenerator<never, void, undefined> {
  return paging.by === 'page' ? byPage(ask, paging, input) : bySequence(ask, paging, input);
}
