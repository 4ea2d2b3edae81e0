/** The erasure of a subject, part by part. */
import type { Tx } from '../database.ts';

/** A column with the organization's id of the subject, or one that names a row of another table, by a column of that table. */
export type SubjectPath = string | { column: string; table: string; key: string };

/** A part of an erasure. */
export type Erasing = {
  orgId: string;
  /** In NFC. */
  subjectId: string;
  /** The ids of the records about the subject, with its own. */
  ids: readonly string[];
  /** The maximum number of rows. */
  limit: number;
};

export type Erased = {
  /** The number of changed rows; 0 once nothing is left. */
  count: number;
  /** Ids that rows of the audit chain name, which leave tombstones, and their class of records. */
  tombstones?: { class: string; ids: string[] };
};

/** Deletes or empties a part of the rows of one or several tables. */
export type Eraser = (tx: Tx, part: Erasing) => Promise<Erased>;
