/** The erasure of a subject, one part after the other. */
import type { Tx } from '../database.ts';

/**
 * The columns by which rows name their subject. Either a column with the organization's id of the subject, in all rows
 * or only in those with the values `only` of another column. Or a column that names a row of another table, by a column
 * of that table.
 */
export type SubjectPath =
  | string
  | { column: string; only: { column: string; values: readonly string[] } }
  | { column: string; table: string; key: string };

/** A part of an erasure. */
export type Erasing = {
  orgId: string;
  /** In NFC. */
  subjectId: string;
  /** The ids of the records about the subject, and the subject's own id. */
  ids: readonly string[];
  /** Other subjects whose records a legal hold keeps. */
  heldSubjects: readonly string[];
  /** The result of `ids` in the table's declaration, in the order of the texts. */
  own: readonly string[];
  /** The `next` of the previous part; 0 at first. */
  from: number;
  /** The maximum number of rows. */
  limit: number;
};

export type Erased = {
  /** The number of changed rows; 0 once no row is left. */
  count: number;
  /** The position in `own` at which the next part begins. */
  next?: number;
  /** True if a legal hold on another subject keeps a row of the part. */
  isHeld?: boolean;
  /** Ids that rows of the audit chain name, which leave tombstones, and the class of these records. */
  tombstones?: { class: string; ids: string[] };
};

/** Deletes or empties a part of the rows of one or several tables. */
export type Eraser = (tx: Tx, part: Erasing) => Promise<Erased>;
