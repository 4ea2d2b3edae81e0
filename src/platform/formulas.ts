/** Texts that spreadsheets would calculate. */

/**
 * Character codes of first characters that make a spreadsheet read a text as a formula: `= + - @`, tab, line feed, carriage
 * return (ASVS 5.0 1.2.10; NUL cannot be stored) and the full-width forms of the first four, which some spreadsheets
 * read the same way.
 */
export const FORMULA_STARTS = [0x3d, 0x2b, 0x2d, 0x40, 9, 10, 13, 0xff1d, 0xff0b, 0xff0d, 0xff20];
/**
 * Matches where a cell begins for programs that separate by semicolon or tab, as Excel does in many countries. They
 * do not see that our cells are quoted, so line ends begin a row for them too.
 */
export const CELL_STARTS = '([;\\t\\r\\n])(?="*[-=+@\uff1d\uff0b\uff0d\uff20])';
const ALL_CELL_STARTS = new RegExp(CELL_STARTS, 'g');

/** Returns a text in which no formula begins, equal to what the database makes of the cells that it sends. */
export function withoutFormulas(text: string): string {
  const inside = text.replace(ALL_CELL_STARTS, "$1'");
  return FORMULA_STARTS.includes(text.codePointAt(0) ?? 0) ? `'${inside}` : inside;
}
