import type { Paging } from './pages.ts';

/** One operation of the API, as the client calls it. */
export type Row = {
  /** The `operationId`. */
  id: string;
  method: string;
  /** Below the API's prefix. */
  path: string;
  query?: readonly string[];
  /** True if the operation writes nothing. */
  safe?: true;
  /** True if the operation accepts an idempotency key, and a repetition with the same key has no second effect. */
  keyed?: boolean;
  /** True if the answer is a stream of events. */
  stream?: true;
  list?: Paging;
};

/**
 * The text of a row: method and mark, path, names of the query, rows of a list, and the `operationId` unless it is the
 * name of the method. A GET is safe and every other method is keyed, unless a mark differs: `!` safe, `-` neither, `~`
 * a stream.
 */
const TEXT = /^([A-Z]+)([!~-]?) ([^ ?]+)(?:\?(\S+))?(?: \[(\w+)\])?(?: =(\w+))?$/;

/** Reads the text that `textOf` in scripts/client-library.ts writes. */
function rowOf(name: string, text: string): Row {
  const [, method = '', mark, path = '', query, items, id = name] = TEXT.exec(text)!;
  const isSafe = mark === '!' || method === 'GET';
  return {
    id,
    method,
    path,
    ...(query && { query: query.split(',') }),
    ...(isSafe ? { safe: true } : { keyed: mark !== '-' }),
    ...(mark === '~' && { stream: true }),
    ...(items && { list: { items } }),
  };
}

/** The rows of the generated table, by group and method. */
export function rowsOf(
  table: Record<string, Record<string, string>>,
): Record<string, Record<string, Row>> {
  const groups = Object.entries(table).map(([group, texts]) => [
    group,
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, rowOf(name, text)])),
  ]);
  return Object.fromEntries(groups) as Record<string, Record<string, Row>>;
}
