/** The gap between columns on a terminal. */
const GAP = '  ';
/** Matches ids and times, which are useless when cut. */
const WHOLE = /^[a-z]+_[a-z0-9]{26}$|^\d{4}-\d\d-\d\dT/;
/** Columns of text are cut to no less than this width. */
const LEAST_WIDTH = 10;

type TextOptions = {
  /** The width of the terminal; undefined without one. */
  width: number | undefined;
  /** The columns of a list that a terminal shows; all by default. */
  columns?: readonly string[] | undefined;
};

/** Returns a value as text, with a space for each control character. */
function plain(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (Array.isArray(value))
    return value
      .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
      .join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string);
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

/** Returns a time to the minute, for a table on a terminal. */
function shortTime(cell: string): string {
  return cell.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d\.\d{3}Z$/, '$1Z');
}

/**
 * Returns the widths of columns. If the terminal is too narrow, columns of text without ids or times become narrower.
 */
function widthsOf(cells: string[][], width: number): number[] {
  const columns = cells[0]!.map((_, column) => cells.map((row) => row[column]!));
  const widths = columns.map((column) => Math.max(...column.map((cell) => cell.length)));
  const least = columns.map(([name, ...values], column) =>
    values.some((value) => WHOLE.test(value))
      ? widths[column]!
      : Math.min(widths[column]!, Math.max(name!.length, LEAST_WIDTH)),
  );
  let excess = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
  for (; excess > 0; excess -= 1) {
    const spare = widths.map((one, column) => (one > least[column]! ? one : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (spare[widest] === 0) break;
    widths[widest]! -= 1;
  }
  return widths;
}

function cut(cell: string, width: number): string {
  return cell.length <= width ? cell.padEnd(width) : `${cell.slice(0, width - 1)}…`;
}

/**
 * Returns a heading and a row for each object. On a terminal the columns are aligned and fit it where possible;
 * otherwise tabs separate them.
 */
function tableLines(rows: object[], { width, columns }: TextOptions): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const names = width === undefined || !columns ? all : columns;
  const cells = [
    names,
    ...rows.map((row) => names.map((name) => plain((row as Record<string, unknown>)[name]))),
  ];
  if (width === undefined) return cells.map((row) => row.join('\t'));
  const short = cells.map((row) => row.map(shortTime));
  const widths = widthsOf(short, width);
  return short.map((row) =>
    row
      .map((cell, column) => cut(cell, widths[column]!))
      .join(GAP)
      .trimEnd(),
  );
}

function isTable(value: unknown): value is object[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  );
}

function fieldLines(fields: object, width: number | undefined): string[] {
  const indented = (lines: string[]): string[] => lines.map((line) => `  ${line}`);
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    if (isTable(value))
      return [`${name}:`, ...indented(tableLines(value, { width: width && width - 2 }))];
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return [`${name}:`, ...indented(fieldLines(value, width && width - 2))];
    return [`${name}: ${plain(value)}`];
  });
}

/**
 * Returns a command's answer for people. A list becomes a table with the total, or with the other fields if there is no
 * total. Any other answer has one `name: value` line for each field. This output is the only place that shows a new
 * key.
 */
export function textOfResult(result: object, options: TextOptions): string {
  type Shown = { items?: object[]; total?: number; totalIsExact?: boolean };
  const { items, total, totalIsExact, ...others } = result as Shown;
  if (!items) return fieldLines(result, options.width).join('\n');
  const lines = items.length > 0 ? tableLines(items, options) : [];
  if (total === undefined)
    return [...lines, `items: ${items.length}`, ...fieldLines(others, options.width)].join('\n');
  const all = totalIsExact === false ? `more than ${total}` : total;
  return [...lines, `${items.length} of ${all}`].join('\n');
}
