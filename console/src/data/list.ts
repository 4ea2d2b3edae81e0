import { useInfiniteQuery } from '@tanstack/react-query';

/** A list is read again so often while something in it is under way. */
const POLL_MS = 2000;

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
 * @param isUnderWay rows for which the list is read again every few seconds
 */
export function useList<Row>(
  key: readonly unknown[],
  keyOf: (row: Row) => string,
  read: (place: Place, signal: AbortSignal) => Promise<Part<Row>>,
  isUnderWay?: (row: Row) => boolean,
): RowsRead<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: {} as Place,
    getNextPageParam: ({ nextCursor: cursor }) => (cursor === null ? undefined : { cursor }),
    refetchInterval: ({ state }) =>
      isUnderWay && state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? POLL_MS : false,
  });
  const parts = query.data?.pages ?? [];
  const rows = new Map(parts.flatMap(({ items }) => items).map((row) => [keyOf(row), row]));
  const { total = 0, totalIsExact = true } = parts.at(-1) ?? {};
  return { rows: [...rows.values()], total, totalIsExact, keyOf, query };
}
