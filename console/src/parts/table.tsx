import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { RowsRead } from '../data/list.ts';
import { numberText, t, totalText } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { Problem } from './problem.tsx';

const ROW_HEIGHT = 38;
/** The share of the window's height that a table takes at most (`.rows`). */
const MOST_HEIGHT = 0.7;
/** A field keeps the focus of a person who types. */
const TYPED = 'input:not(.tick *), textarea, select';
/** Rows beyond the visible ones. */
const OVERSCAN = 8;
/** A row that is not rendered scrolls to the middle, away from the column titles. */
const FAR = { align: 'center' } as const;

export type Column<Row> = {
  id: string;
  title: string;
  /** Shown instead of the title. */
  head?: () => ReactNode;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** The width in rem instead of that of the columns with this id. */
  width?: number;
  /**
   * A cell has one line, which is cut off at the end if it is too long: data that arrives later makes no row higher.
   */
  isLine?: boolean;
  /** The orders of the list by this column. The title is a button that chooses the first, or the other one. */
  orders?: readonly (readonly [order: string, direction: 'ascending' | 'descending'])[];
};

/**
 * Widths of columns by their ids, in rem. Columns grow and shrink in proportion. They do not depend on the rows: if a
 * row that scrolls into view made a column wider, others would wrap, fewer rows would fit, and the row would be out
 * of view again.
 */
const WIDTHS: Readonly<Record<string, number>> = {
  actions: 13,
  age: 7,
  answer: 14,
  capabilities: 20,
  country: 5,
  detail: 24,
  dob: 7,
  error: 14,
  file: 14,
  issuer: 16,
  item: 18,
  kind: 9,
  line: 4,
  match: 12,
  name: 14,
  object: 12,
  organization: 17,
  person: 18,
  preview: 16,
  priority: 7,
  reason: 16,
  scopes: 18,
  score: 5,
  text: 24,
  tick: 2.5,
  url: 16,
  what: 14,
};
const WIDTH = 9.5;
const NUMBER_WIDTH = 6;
/** Smallest share of its width that a column keeps; in a narrower window the table scrolls. */
const LEAST = 0.75;

function widthOf({ id, isNumber, width }: Pick<Column<never>, 'id' | 'isNumber' | 'width'>) {
  return width ?? WIDTHS[id] ?? (isNumber ? NUMBER_WIDTH : WIDTH);
}

function classOf({ isNumber, isLine }: Pick<Column<never>, 'isLine' | 'isNumber'>) {
  return isNumber ? 'number' : isLine ? 'line' : undefined;
}

/** The rows of a list that were read so far. Only the visible rows are in the page, however many there are. */
export function Table<Row>({
  label,
  columns,
  list,
  empty,
  selected,
  onSelect,
  focusMoves,
  order,
  onOrder,
}: {
  label: string;
  columns: Column<Row>[];
  list: RowsRead<Row>;
  empty: ReactNode;
  /** Index of the row with the keyboard focus. */
  selected?: number;
  /** Selects the row that a person clicks, or whose link they follow. */
  onSelect?: (index: number) => void;
  /** If true, the next rendering gives the focus to the selected row. */
  focusMoves?: { current: boolean };
  /** The order of the list. */
  order?: string;
  onOrder?: (order: string) => void;
}): ReactNode {
  const { rows, query } = list;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // An empty table is short. Without this it would render few rows at first, and move them when more arrive.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height }) =>
        tell({ width, height: Math.max(height, innerHeight * MOST_HEIGHT) }),
      ),
  });
  const selectedRow = (): HTMLElement | null | undefined =>
    frame.current?.querySelector<HTMLElement>('[aria-selected=true]');
  useEffect(() => {
    if (selected !== undefined && !selectedRow()) virtual.scrollToIndex(selected, FAR);
  }, [selected, virtual]);
  useLayoutEffect(() => {
    if (!focusMoves?.current) return;
    if (rows.length === 0) {
      if (query.isSuccess) focusMoves.current = false;
      return;
    }
    const row = selectedRow();
    // A distant row is rendered first.
    if (!row) return virtual.scrollToIndex(selected!, FAR);
    focusMoves.current = false;
    if (document.activeElement!.matches(TYPED)) return;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });
  if (query.isError && rows.length === 0)
    return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (query.isSuccess && rows.length === 0) return <div className="panel empty">{empty}</div>;
  const shown = virtual.getVirtualItems();
  const sum = columns.reduce((total, column) => total + widthOf(column), 0);
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div className="stack-close">
      <div className="table-frame rows" ref={frame} tabIndex={0} role="region" aria-label={label}>
        <table
          className="table"
          aria-label={label}
          aria-rowcount={list.totalIsExact ? list.total : -1}
          style={{ minWidth: `${LEAST * sum}rem` }}
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} style={{ width: `${(100 * widthOf(column)) / sum}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => {
                const { id, title, head, orders } = column;
                const direction = orders?.find(([one]) => one === order)?.[1];
                // Screen readers would announce a header cell without words.
                const Cell = title ? 'th' : 'td';
                return (
                  <Cell
                    key={id}
                    scope={title ? 'col' : undefined}
                    className={classOf(column)}
                    aria-sort={direction}
                  >
                    {orders && onOrder ? (
                      <button
                        className="order"
                        onClick={() => onOrder(orders[order === orders[0]![0] ? 1 : 0]![0])}
                      >
                        {title}
                      </button>
                    ) : (
                      (head?.() ?? title)
                    )}
                  </Cell>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {query.isPending && <Skeleton columns={columns.length} />}
            {before > 0 && <Space height={before} />}
            {shown.map(({ index }) => {
              const row = rows[index]!;
              return (
                <tr
                  key={list.keyOf(row)}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  aria-selected={selected === undefined ? undefined : selected === index}
                  tabIndex={selected === undefined ? undefined : selected === index ? 0 : -1}
                  onClick={onSelect && (() => onSelect(index))}
                  onFocus={onSelect && (() => onSelect(index))}
                >
                  <Cells row={row} columns={columns} />
                </tr>
              );
            })}
            {after > 0 && <Space height={after} />}
          </tbody>
        </table>
      </div>
      {query.isSuccess && <Foot list={list} />}
    </div>
  );
}

type Shown<Row> = { row: Row; columns: Column<Row>[] };

/** The cells of a row. They render again only when the row changes, not with every key press. */
const Cells = memo(function Cells<Row>({ row, columns }: Shown<Row>): ReactNode {
  return columns.map((column) => (
    <td key={column.id} className={classOf(column)}>
      {column.cell(row)}
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

function Space({ height }: { height: number }): ReactNode {
  return (
    <tr aria-hidden="true">
      {/* A cell of several columns would give a width to those that a phone hides. */}
      <td colSpan={1} style={{ height, padding: 0, border: 0 }} />
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
