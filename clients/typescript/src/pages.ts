/** How an operation's list is paged. */
export type Paging = {
  /** The property that holds the rows. */
  items: string;
  by: 'page' | 'sequence';
};
type Page = Record<string, unknown>;

/** The most that any list gives at once is 100; a list with a lower cap answers with its own. */
const PAGE_SIZE = 100;
/** Rows that are remembered to notice one that was pushed to a later page. */
const REMEMBERED = 10 * PAGE_SIZE;

/** What tells a row from others: its id, or where it has none all that it holds. */
function identity(row: unknown): string {
  const { id } = row as { id?: unknown };
  return typeof id === 'string' ? id : JSON.stringify(row);
}

/** The rows of all pages from `page` of the input, or the first. */
async function* byPage<Row>(
  ask: (input: Page) => Promise<Page>,
  { items }: Paging,
  input: Page,
): AsyncGenerator<Row, void, undefined> {
  const seen = new Set<string>();
  for (let page = Number(input['page'] ?? 1); ; page += 1) {
    const answer = await ask({ limit: PAGE_SIZE, ...input, page });
    const rows = answer[items] as Row[];
    for (const row of rows) {
      const name = identity(row);
      if (seen.has(name)) continue;
      seen.add(name);
      if (seen.size > REMEMBERED) seen.delete(seen.values().next().value!);
      yield row;
    }
    const { total, limit } = answer as { total: number; limit: number };
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
  const rows = paging.by === 'page' ? byPage : bySequence;
  return rows(ask, paging, input) as AsyncGenerator<never, void, undefined>;
}
