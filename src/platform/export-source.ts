import type { RawBuilder } from 'kysely';
import type { Envelopes } from './crypto/envelopes.ts';
import type { Zones } from './calendar/zoned-months.ts';

/**
 * The form of a module's rows in an exported file. The module says which columns there are and gives the query;
 * whoever writes the file runs it, formats the values and neutralises formulas.
 */

/**
 * The SQL type that a column of the query must have, and with it how it is written: `text` text (in CSV neutralised if
 * a spreadsheet could take it for a formula), `code` text of Oriki's own in which no formula can begin (ids and words
 * of a fixed set), `integer` int2, int4 or int8, `decimal` numeric (a text in JSON, so that no reader loses digits),
 * `boolean` boolean, `date` date (YYYY-MM-DD), `timestamp` timestamptz (ISO 8601, UTC, milliseconds).
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
  /** The source opens its cells, which are texts. */
  sealed?: true;
};

/** The rows that are wanted. The range is half-open: `from` <= time < `to`; undefined means without that bound. */
export type ExportFilter = {
  orgId: string;
  from: Date | undefined;
  to: Date | undefined;
  /** The service to filter by; the source says what that is for its data. Free text of a caller's. */
  service: string | undefined;
  /** The time zones of the organization's months; by default UTC. */
  zones?: Zones;
};

export type ExportSource = {
  /** One sentence: what a row is, which time the range is about, and what `service` selects. */
  description: string;
  /** The columns, in the order of the file. */
  columns: readonly ExportColumn[];
  /**
   * Names of the columns that the rows are ordered by, the oldest first: together they differ in every row, none is
   * null, and an index has them, after `org_id`, in this order.
   */
  order: readonly string[];
  /**
   * One SELECT with exactly these columns under these names (quoted: "createdAt") and of these types, raw: not cast to
   * text, not rounded, not escaped. Without ORDER BY and LIMIT. Only rows of the organization, with `org_id = …` on
   * every table. Every value of the filter as a parameter (`${…}` of a `sql` template). Lives in the module's
   * `store.ts`.
   */
  query: (filter: ExportFilter) => RawBuilder<unknown>;
  /**
   * The content of a cell in a sealed column; null for none, and for one that no key opens.
   * @throws the key provider's error
   */
  open?: (
    envelopes: Envelopes,
    orgId: string,
    cell: { column: string; text: string },
  ) => Promise<string | null>;
};
