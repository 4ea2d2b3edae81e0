import { useInfiniteQuery } from '@tanstack/react-query';

/** A list is read again after so long at least, and at most, while something in it is under way. */
const POLL_MS = 2000;
const LONGEST_POLL_MS = 3_600_000;
/** The time that the service has for what is due. */
const GRACE_MS = 1000;

/** A part of a list of the API. */
type Part<Row> = {
  items: Row[];
  total: number;
  totalIsExact: boolean;
  nextCursor: string | null;
};
/** The place at which a part begins. */
export type Place = { cursor?: string };

/** The rows that were read so far, and the way to more. */
export type RowsRead<Row> = {
  rows: Row[];
  total: number;
  totalIsExact: boolean;
  keyOf: (row: Row) => string;
  query: {
    isPending: boolean;
    isError: boolean;
    isSuccess: boolean;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
};

/**
 * A list of the API, part by part. A row that has changed its place between two readings is there once.
 * @param key what makes it another list, filters included
 * @param dueAt the moment (ms) from which a row stands otherwise, when the list is read again; 0 for one that is under way
 */
export function useList<Row>(
  key: readonly unknown[],
  keyOf: (row: Row) => string,
  read: (place: Place, signal: AbortSignal) => Promise<Part<Row>>,
  dueAt?: (row: Row) => number | undefined,
): RowsRead<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: {} as Place,
    getNextPageParam: ({ nextCursor: cursor }) => (cursor === null ? undefined : { cursor }),
    refetchInterval: ({ state }) => {
      const parts = state.data?.pages ?? [];
      const rows = parts.flatMap(({ items }) => items);
      const next = rows.reduce((least, row) => Math.min(least, dueAt?.(row) ?? Infinity), Infinity);
      if (next === Infinity) return false;
      // All parts are read again: more of them are more seldom.
      const least = POLL_MS * parts.length;
      return Math.min(LONGEST_POLL_MS, Math.max(least, next - Date.now() + GRACE_MS));
    },
  });
  const parts = query.data?.pages ?? [];
  const rows = new Map(parts.flatMap(({ items }) => items).map((row) => [keyOf(row), row]));
  const { total = 0, totalIsExact = true } = parts.at(-1) ?? {};
  return { rows: [...rows.values()], total, totalIsExact, keyOf, query };
}
