import type { RawBuilder } from 'kysely';
import type { Envelopes } from './crypto/envelopes.ts';
import type { Zones } from './calendar/zoned-months.ts';

/**
 * Describes a module's rows in an exported file. The module defines the columns and the query; the writer of the file
 * runs the query, formats the values and neutralises formulas.
 */

/**
 * SQL type that a column of the query must have. It decides how the column is written: `text` is text (in CSV
 * neutralised if a spreadsheet could read it as a formula). `code` is text of Oriki's own in which no formula can begin
 * (ids and words of a fixed set). `integer` is int2, int4 or int8. `decimal` is numeric (a text in JSON, so that no
 * reader loses digits). `boolean` is boolean, `date` is date (YYYY-MM-DD), and `timestamp` is timestamptz (ISO 8601,
 * UTC, milliseconds).
 */
type ExportColumnType = 'text' | 'code' | 'integer' | 'decimal' | 'boolean' | 'date' | 'timestamp';

export type ExportColumn = {
  /**
   * Header in CSV and member in JSON: camelCase, as in the API's own responses. Also the column's name in the query.
   */
  name: string;
  type: ExportColumnType;
  /** One sentence, for `docs/exports.md` and the API description. */
  description: string;
  /**
   * True if the source decrypts its cells, which are texts; `content` if it does so only where the organization seals
   * contents.
   */
  sealed?: true | 'content';
};

/** Returns the columns with these names. `sealed` marks one whose cells the source decrypts. */
export function exportColumns(
  columns: Record<
    string,
    readonly [ExportColumnType, description: string, sealed?: 'sealed' | 'content']
  >,
): ExportColumn[] {
  return Object.entries(columns).map(([name, [type, description, sealed]]) => ({
    name,
    type,
    description,
    ...(sealed && { sealed: sealed === 'sealed' ? true : sealed }),
  }));
}

/** The requested rows. The range is half-open: `from` <= time < `to`; undefined means without that bound. */
export type ExportFilter = {
  orgId: string;
  from: Date | undefined;
  to: Date | undefined;
  /** The service to filter by, which the source interprets. Free text from a caller. */
  service: string | undefined;
  /** Time zone of the organization's months; by default UTC. */
  zones?: Zones;
  /** True if the contents of these columns may be sealed: the query then selects `sealable` cells for them. */
  isSealed?: boolean;
};

export type ExportSource = {
  /** One sentence: what a row is, which time the range applies to, and what `service` selects. */
  description: string;
  /** The columns, in the order of the file. */
  columns: readonly ExportColumn[];
  /**
   * Columns that the rows are ordered by, oldest first. Together they differ in every row, none is null, and an index
   * has them in this order after `org_id`.
   */
  order: readonly string[];
  /**
   * Returns one SELECT with exactly these columns under these names (quoted: "createdAt") and of these types, raw: not
   * cast to text, not rounded, not escaped. The SELECT has no ORDER BY or LIMIT. It selects only rows of the
   * organization, with `org_id = …` on every table, and passes every value of the filter as a parameter (`${…}` of a
   * `sql` template). It is defined in the module's `store.ts`.
   */
  query: (filter: ExportFilter) => RawBuilder<unknown>;
  /**
   * Returns the content of a cell in an encrypted column; null if it is empty or no key opens it.
   * @throws the key provider's error
   */
  open?: (
    envelopes: Envelopes,
    orgId: string,
    cell: { column: string; text: string },
  ) => Promise<string | null>;
};

/** Texts that spreadsheets would calculate. */

/**
 * Character codes of first characters that make a spreadsheet read a text as a formula: `= + - @`, tab, line feed,
 * carriage return (ASVS 5.0 1.2.10; NUL cannot be stored), and the full-width forms of the first four, which some
 * spreadsheets read in the same way.
 */
export const FORMULA_STARTS = [0x3d, 0x2b, 0x2d, 0x40, 9, 10, 13, 0xff1d, 0xff0b, 0xff0d, 0xff20];
/**
 * Matches the beginnings of cells for programs that separate by semicolon or tab, as Excel does in many countries. They
 * do not see that our cells are quoted, so line ends also begin a row for them.
 */
export const CELL_STARTS = '([;\\t\\r\\n])(?="*[-=+@\uff1d\uff0b\uff0d\uff20])';
const ALL_CELL_STARTS = new RegExp(CELL_STARTS, 'g');

/** Returns a text in which no formula begins, in the same form as the database gives to the cells that it sends. */
export function withoutFormulas(text: string): string {
  const inside = text.replace(ALL_CELL_STARTS, "$1'");
  return FORMULA_STARTS.includes(text.codePointAt(0) ?? 0) ? `'${inside}` : inside;
}
