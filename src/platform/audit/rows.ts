import type { Tx } from '../db/database.ts';

/** Findings about one row and what belongs to it; docs/audit-log.md says what each means. */
export type RowProblem =
  | 'row_changed'
  | 'payload_changed'
  | 'payload_missing'
  | 'payload_unexpected';

/** Number of rows, and the first of them. */
export type Found = { count: number; ids: string[] };

/** A table whose rows the chains of organizations cover, as the check of the chains reads it. */
export type AuditRows = {
  /** Reads rows of an organization, by id, and checks each by itself. */
  check: (
    tx: Tx,
    orgId: string,
    after: string,
    limit: number,
  ) => Promise<{ id: string; problems: RowProblem[] }[]>;
  /** Finds what belongs to rows that are not there. */
  orphans?: (tx: Tx, orgId: string, limit: number) => Promise<Found>;
};
