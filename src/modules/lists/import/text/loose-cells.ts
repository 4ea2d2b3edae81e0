/** Cells of a row that is not valid CSV, because quotes inside its cells are not doubled: Ali "Abu" Hassan. */

const QUOTE = '"';

/**
 * Returns the place of the quote that ends a quoted cell: the first one before a separator or the end; -1 if there is
 * none.
 * @param from place after the opening quote
 */
function endOfQuoted(text: string, from: number, separator: string): number {
  for (let at = text.indexOf(QUOTE, from); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
    let next = at + 1;
    while (text[next] === ' ') next += 1;
    if (next === text.length || text[next] === separator) return at;
    if (text[at + 1] === QUOTE) at += 1;
  }
  return -1;
}

/** Matches a cell whose last quote ends a cell that a line above has begun: Hassan". A sign for inches follows a digit. */
const TAIL = /^[^"]*\p{L}"\s*$/u;

/** Returns the cell without the quotes around it. */
function bare(cell: string): string {
  const trimmed = cell.trim();
  const isQuoted = trimmed.length > 1 && trimmed.startsWith(QUOTE) && trimmed.endsWith(QUOTE);
  return isQuoted ? trimmed.slice(1, -1).replaceAll('""', QUOTE) : trimmed;
}

/** Splits at separators outside quoted cells. A quote that does not begin a cell is text. */
function byOpening(text: string, separator: string, width: number): string[] | undefined {
  const cells: string[] = [];
  for (let from = 0; from <= text.length && cells.length <= width;) {
    const rest = text.slice(from).search(/\S/);
    const start = rest < 0 ? from : from + rest;
    const last = text[start] === QUOTE ? endOfQuoted(text, start + 1, separator) : start;
    if (last < 0) return undefined;
    const next = text.indexOf(separator, last);
    const end = next < 0 ? text.length : next;
    cells.push(bare(text.slice(from, end)));
    from = end + 1;
  }
  return cells;
}

/** Splits at separators after an even number of quotes. */
function byPairs(text: string, separator: string): string[] | undefined {
  const cells: string[] = [];
  let [start, isOpen] = [0, false];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === QUOTE) isOpen = !isOpen;
    else if (text[at] === separator && !isOpen) {
      cells.push(bare(text.slice(start, at)));
      start = at + 1;
    }
  }
  return isOpen ? undefined : [...cells, bare(text.slice(start))];
}

/** Returns the cells of the row if it has `width` of them; quotes inside cells are text. */
export function looseCells(text: string, separator: string, width: number): string[] | undefined {
  for (const split of [byOpening, byPairs]) {
    const cells = split(text, separator, width);
    if (cells?.length === width && !cells.some((cell) => TAIL.test(cell))) return cells;
  }
  return undefined;
}
