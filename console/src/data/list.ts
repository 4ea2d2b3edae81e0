import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ListQuery, Place } from '../queries/define.ts';

/** The minimum and maximum time between two reads of a list with a row in progress. */
const POLL_MS = 2000;
const LONGEST_POLL_MS = 3_600_000;
/** The time that the service may take to change a row after it is due. */
const GRACE_MS = 1000;

/** The rows that were read so far, and the function to read more. */
export type RowsRead<Row> = {
  rows: Row[];
  total: number;
  totalIsExact: boolean;
  keyOf: (row: Row) => string;
  query: {
    isPending: boolean;
    /** True while the rows belong to the previous query. */
    isPlaceholderData?: boolean;
    isError: boolean;
    isSuccess: boolean;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
};

/** Reads a list part by part. A row that moves between two reads appears once. */
export function useList<Row>({
  queryKey,
  keyOf,
  read,
  dueAt,
  keepsRows,
}: ListQuery<Row>): RowsRead<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: {} as Place,
    ...(keepsRows && { placeholderData: keepPreviousData }),
    getNextPageParam: ({ nextCursor: cursor }) => (cursor === null ? undefined : { cursor }),
    refetchInterval: ({ state }) => {
      const parts = state.data?.pages ?? [];
      const rows = parts.flatMap(({ items }) => items);
      const next = rows.reduce((least, row) => Math.min(least, dueAt?.(row) ?? Infinity), Infinity);
      if (next === Infinity) return false;
      // Each read includes all parts, so a longer list is read less often.
      const least = POLL_MS * parts.length;
      return Math.min(LONGEST_POLL_MS, Math.max(least, next - Date.now() + GRACE_MS));
    },
  });
  const parts = query.data?.pages ?? [];
  const rows = new Map(parts.flatMap(({ items }) => items).map((row) => [keyOf(row), row]));
  const { total = 0, totalIsExact = true } = parts.at(-1) ?? {};
  return {
    rows: [...rows.values()],
    total,
    totalIsExact,
    keyOf,
    query,
  };
}
