/** Between columns on a terminal. */
const GAP = '  ';

/** A cell or a line of its own: what would break either is a space. */
function plain(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (Array.isArray(value))
    return value
      .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
      .join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string);
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

/** A heading and a row for each object: columns of equal width on a terminal, else separated by tabs. */
function tableLines(rows: object[], aligned: boolean): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [
    names,
    ...rows.map((row) => names.map((name) => plain((row as Record<string, unknown>)[name]))),
  ];
  if (!aligned) return cells.map((row) => row.join('\t'));
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
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

function fieldLines(fields: object, aligned: boolean): string[] {
  const indented = (lines: string[]): string[] => lines.map((line) => `  ${line}`);
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    if (isTable(value)) return [`${name}:`, ...indented(tableLines(value, aligned))];
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return [`${name}:`, ...indented(fieldLines(value, aligned))];
    return [`${name}: ${plain(value)}`];
  });
}

/**
 * A command's answer for people: a table of what is listed, otherwise one `name: value` line a field. Keys are printed
 * once and nowhere else.
 * @param aligned for a terminal
 */
export function textOfResult(result: object, aligned: boolean): string {
  type Shown = { items?: object[]; total?: number; totalIsExact?: boolean };
  const { items, total, totalIsExact } = result as Shown;
  if (!items) return fieldLines(result, aligned).join('\n');
  const lines = items.length > 0 ? tableLines(items, aligned) : [];
  const all = totalIsExact === false ? `more than ${total}` : total;
  return [...lines, `${items.length} of ${all}`].join('\n');
}
