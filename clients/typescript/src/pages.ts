/** The way that an operation's list is paged: the property that holds the rows. */
export type Paging = { items: string };
type Page = Record<string, unknown>;

/** The most that any list gives at once is 100; a list with a lower cap answers with its own. */
const PAGE_SIZE = 100;

/** Every row from the page of the input, or the first, asking for the next one when the rows of the one before are used up. */
export async function* eachRow(
  ask: (input: Page) => Promise<Page>,
  { items }: Paging,
  input: Page,
): AsyncGenerator<never, void, undefined> {
  const { page: _page, ...question } = input;
  let answer = await ask({ limit: PAGE_SIZE, ...input });
  for (;;) {
    yield* answer[items] as never[];
    const cursor = answer['nextCursor'];
    if (typeof cursor !== 'string') return;
    answer = await ask({ limit: PAGE_SIZE, ...question, cursor });
  }
}
