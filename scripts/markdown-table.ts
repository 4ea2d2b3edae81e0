function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}

/** A table of Markdown with padded columns, as the formatter writes it; the first row is the head. */
export function markdownTable(texts: string[][]): string {
  const rows = texts.map((row) => row.map(cell));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]): string =>
    `| ${cells.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
