/** The pages of an operation's list: `items` names the property with the rows. */
export type Paging = { items: string };
type Page = Record<string, unknown>;

/** The maximum of all lists; a list with a lower maximum applies its own. */
const PAGE_SIZE = 100;

type Ask = (input: Page) => Promise<Page>;

/**
 * Returns every row from the requested or first page on. Requests a page when the rows of the previous one are used.
 */
export function eachRow(
  ask: Ask,
  paging: Paging,
  input: Page,
): AsyncGenerator<never, void, undefined> {
  return rowsFrom(async () => ask({ limit: PAGE_SIZE, ...input }), ask, paging, input);
}

/** Does the same as `eachRow`, after a page that was already requested. */
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
