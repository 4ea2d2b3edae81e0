/** The way that an operation's list is paged: the property that holds the rows. */
export type Paging = { items: string };
type Page = Record<string, unknown>;

/** The most that any list gives at once is 100; a list with a lower cap answers with its own. */
const PAGE_SIZE = 100;

type Ask = (input: Page) => Promise<Page>;

/** Every row from the page of the input, or the first, asking for the next one when the rows of the one before are used up. */
export function eachRow(
  ask: Ask,
  paging: Paging,
  input: Page,
): AsyncGenerator<never, void, undefined> {
  return rowsFrom(async () => ask({ limit: PAGE_SIZE, ...input }), ask, paging, input);
}

/** The same after a page that was asked for already. */
export async function* rowsFrom(
  first: () => Promise<Page>,
  ask: Ask,
  { items }: Paging,
  input: Page,
): AsyncGenerator<never, void, undefined> {
  const { page: _page, ...question } = input;
  let answer = await first();
  for (;;) {
    yield* answer[items] as never[];
    const cursor = answer['nextCursor'];
    if (typeof cursor !== 'string') return;
    answer = await ask({ limit: PAGE_SIZE, ...question, cursor });
  }
}
