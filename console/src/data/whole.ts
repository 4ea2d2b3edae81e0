import type { UseQueryResult } from '@tanstack/react-query';
import type { RowsRead } from './list.ts';

/** Returns known rows as a list for the table. */
export function rowsOf<Row>(rows: Row[], keyOf: (row: Row) => string): RowsRead<Row> {
  const query = {
    isPending: false,
    isError: false,
    isSuccess: true,
    error: null,
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => undefined,
    refetch: () => undefined,
  };
  return { rows, total: rows.length, totalIsExact: true, keyOf, query };
}

/** Returns the rows of one answer as a list for the table. */
export function wholeList<Row, Data>(
  query: UseQueryResult<Data>,
  pick: (data: Data) => Row[],
  keyOf: (row: Row) => string,
): RowsRead<Row> {
  const whole = rowsOf(query.data === undefined ? [] : pick(query.data), keyOf);
  const { isPending, isError, isSuccess, error } = query;
  const refetch = () => void query.refetch();
  return { ...whole, query: { ...whole.query, isPending, isError, isSuccess, error, refetch } };
}
