import { queryOptions } from '@tanstack/react-query';
import type { Key, Name } from './keys.ts';

// Makes a key with an unknown name a compile error everywhere.
declare module '@tanstack/react-query' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface Register {
    queryKey: Key;
  }
}

/** A part of a list of the API. */
type Part<Row> = {
  items: Row[];
  total: number;
  totalIsExact: boolean;
  nextCursor: string | null;
};
/** The place at which a part begins. */
export type Place = { cursor?: string };
type Options = { signal: AbortSignal };

/** A list of the API that is read part by part. */
export type ListQuery<Row> = {
  queryKey: Key;
  /** Returns what identifies a row. */
  keyOf: (row: Row) => string;
  read: (place: Place, options: Options) => Promise<Part<Row>>;
  /** Returns the time (ms) from which a row can have changed by itself, when the list is read again; 0 for a row in progress. */
  dueAt?: ((row: Row) => number | undefined) | undefined;
  /** True if the rows of the previous query stay until the first new rows arrive. */
  keepsRows?: boolean | undefined;
};

/** Returns the id of an object of the API. */
export function idOf({ id }: { id: string }): string {
  return id;
}

/** Defines a query of one answer. Its key contains the whole input, so that another input is another query. */
export function answerOf<const Input extends object, Data>(
  name: Name,
  read: (input: NoInfer<Input>, options: Options) => Promise<Data>,
  input: Input,
) {
  return queryOptions({
    queryKey: [name, input],
    queryFn: async ({ signal }) => read(input, { signal }),
  });
}

/** Defines a query of a list. Its key contains the whole input, filters included. */
export function listOf<const Input extends object, Row>(
  name: Name,
  read: (input: NoInfer<Input> & Place & { limit: number }, options: Options) => Promise<Part<Row>>,
  input: Input,
  keyOf: (row: NoInfer<Row>) => string,
  more: { limit?: number } & Pick<ListQuery<NoInfer<Row>>, 'dueAt' | 'keepsRows'> = {},
): ListQuery<Row> {
  const { limit = 100, dueAt, keepsRows } = more;
  return {
    queryKey: [name, input, 'rows'],
    keyOf,
    read: (place, options) => read({ limit, ...input, ...place }, options),
    dueAt,
    keepsRows,
  };
}
