/** Classes of records that end after a period, as the modules declare them. */
import type { Database, Queryable, Tx } from '../../database.ts';

/** The records of an organization that legal holds keep. */
export type Held = {
  /** Ids of subjects, in NFC. */
  subjects: readonly string[];
  /** Ids of records. */
  ids: readonly string[];
};

/** The records of an organization that were created before a time and are not held. */
export type Due = { orgId: string; before: Date; held: Held };

/** A part of the due records, in the order of their ids. */
export type Part = Due & {
  /** The part begins after this id; empty for the first one. */
  after: string;
  /** The maximum number of records to read. */
  limit: number;
};

export type Removed = {
  /** The ids of the removed records, or of their remaining parts. */
  ids: string[];
  /** The id after which the next part begins; null after the last one. */
  next: string | null;
};

/** The services of a class outside of transactions. */
export type Tools = {
  /** The bucket of the organization. */
  db: Database;
  /** Signs a document with the key of the installation. */
  sign: (document: { format: string }) => Promise<{ signature: string }>;
};

/** The number of due records, and the time of the oldest one. */
export type DueCount = { count: number; oldestAt: Date | null };

/** One class of records. */
export type RecordClass = {
  /** The name of the class for people. */
  title: string;
  /** The proposed period. */
  days: number;
  /** The reason to keep the records for this period, as a sentence. */
  reason: string;
  /** The part of a record that remains, as a sentence. */
  remains: string;
} & (
  | {
      /** True if the period is in force and does not change. */
      isFixed: true;
    }
  | {
      isFixed?: never;
      /** True if every legal hold of the organization keeps all records of the class. */
      isHeldByAny?: true;
      /** True if rows of the audit log name the records, so that a removal leaves tombstones. */
      leavesTombstones?: true;
      count: (db: Queryable, due: Due) => Promise<DueCount>;
      /** Does work outside of transactions before the first part. */
      begin?: (tools: Tools, due: Due) => Promise<void>;
      /** Removes a part. Skips rows that another transaction has locked. */
      remove: (tx: Tx, part: Part) => Promise<Removed>;
    }
);
export type RecordClasses = Readonly<Record<string, RecordClass>>;

/** A class whose records retention removes. */
export type RemovableClass = Exclude<RecordClass, { isFixed: true }>;

export function isRemovable(one: RecordClass): one is RemovableClass {
  return one.isFixed === undefined;
}
