import type { Tx } from '../db/database.ts';

/** Findings about one row and its dependents; docs/audit-log.md explains each. */
export type RowProblem =
  | 'row_changed'
  | 'payload_changed'
  | 'payload_missing'
  | 'payload_unexpected'
  | 'consent_changed'
  | 'consent_missing';

/** The number of affected rows, and the first ids. */
export type Found = { count: number; ids: string[] };

/** A table whose rows the organizations' chains cover, as the chain check reads it. */
export type AuditRows = {
  /** Reads rows of an organization by id, and checks each row separately. */
  check: (
    tx: Tx,
    orgId: string,
    after: string,
    limit: number,
  ) => Promise<{ id: string; problems: RowProblem[] }[]>;
  /** Finds dependents of missing rows. */
  orphans?: (tx: Tx, orgId: string, limit: number) => Promise<Found>;
};
