/** Texts that spreadsheets would calculate. */

/**
 * First characters that make a spreadsheet take a text for a formula: `= + - @`, tab, line feed, carriage return (ASVS
 * 5.0 1.2.10; NUL cannot be stored) and the full-width forms of the first four, which some spreadsheets read alike.
 */
export const FORMULA_STARTS = [0x3d, 0x2b, 0x2d, 0x40, 9, 10, 13, 0xff1d, 0xff0b, 0xff0d, 0xff20];
/**
 * The places in a text where a cell begins for programs that separate by semicolon or tab, as Excel does in many
 * countries: those do not see that a cell of ours is quoted, so that line ends begin a row, too.
 */
export const CELL_STARTS = '([;\\t\\r\\n])(?="*[-=+@\uff1d\uff0b\uff0d\uff20])';
const ALL_CELL_STARTS = new RegExp(CELL_STARTS, 'g');

/** A text in which no formula begins: the same as the database makes of the cells that it sends. */
export function withoutFormulas(text: string): string {
  const inside = text.replace(ALL_CELL_STARTS, "$1'");
  return FORMULA_STARTS.includes(text.codePointAt(0) ?? 0) ? `'${inside}` : inside;
}
