import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, type ReactNode } from 'react';
import type { RowsRead } from '../data/list.ts';
import { numberText, t, totalText } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { Problem } from './problem.tsx';

const ROW_HEIGHT = 38;
/** The share of the window's height that a table takes at most (`.rows`). */
const MOST_HEIGHT = 0.7;
/** Rows beyond the visible ones. */
const OVERSCAN = 8;

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
};

/** The rows of a list that were read so far. Only those that can be seen are in the page, however many there are. */
export function Table<Row>({
  label,
  columns,
  list,
  empty,
  selected,
  onSelect,
}: {
  label: string;
  columns: Column<Row>[];
  list: RowsRead<Row>;
  empty: ReactNode;
  /** Index of the row that the keyboard is at. */
  selected?: number;
  /** The keyboard goes to the row that somebody presses, or whose link they follow. */
  onSelect?: (index: number) => void;
}): ReactNode {
  const { rows, query } = list;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // While it has no rows it is low, and would then show few of them, which the others would move.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height }) =>
        tell({ width, height: Math.max(height, innerHeight * MOST_HEIGHT) }),
      ),
  });
  useEffect(() => {
    if (selected !== undefined) virtual.scrollToIndex(selected);
  }, [selected, virtual]);
  if (query.isError && rows.length === 0)
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (query.isSuccess && rows.length === 0) return <div className="panel empty">{empty}</div>;
  const shown = virtual.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div className="stack-close">
      <div className="table-frame rows" ref={frame} tabIndex={0} role="region" aria-label={label}>
        <table
          className="table"
          aria-label={label}
          aria-rowcount={list.totalIsExact ? list.total : -1}
        >
          <thead>
            <tr>
              {columns.map(({ id, title, isNumber }) => (
                <th key={id} scope="col" className={isNumber ? 'number' : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {query.isPending && <Skeleton columns={columns.length} />}
            {before > 0 && <Space columns={columns.length} height={before} />}
            {shown.map(({ index }) => {
              const row = rows[index]!;
              return (
                <tr
                  key={list.keyOf(row)}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  aria-selected={selected === undefined ? undefined : selected === index}
                  onClick={onSelect && (() => onSelect(index))}
                >
                  <Cells row={row} columns={columns} />
                </tr>
              );
            })}
            {after > 0 && <Space columns={columns.length} height={after} />}
          </tbody>
        </table>
      </div>
      {query.isSuccess && <Foot list={list} />}
    </div>
  );
}

type Shown<Row> = { row: Row; columns: Column<Row>[] };

/** The cells of a row, made again only when the row has changed, and not by every key that moves or decides. */
const Cells = memo(function Cells<Row>({ row, columns }: Shown<Row>): ReactNode {
  return columns.map(({ id, cell, isNumber }) => (
    <td key={id} className={isNumber ? 'number' : undefined}>
      {cell(row)}
    </td>
  ));
}) as <Row>(props: Shown<Row>) => ReactNode;

function Foot<Row>({ list }: { list: RowsRead<Row> }): ReactNode {
  const { rows, query } = list;
  const count = numberText(rows.length);
  return (
    <div className="toolbar small quiet">
      <span>{t('app.end', { count, total: totalText(list) })}</span>
      {query.hasNextPage && (
        <PlainButton
          look="quiet"
          isDisabled={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage()}
        >
          {t('app.more')}
        </PlainButton>
      )}
      {query.isError && <Problem error={query.error} />}
    </div>
  );
}

function Space({ columns, height }: { columns: number; height: number }): ReactNode {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function Skeleton({ columns }: { columns: number }): ReactNode {
  return [0, 1, 2].map((row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_, i) => (
        <td key={i}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ));
}
