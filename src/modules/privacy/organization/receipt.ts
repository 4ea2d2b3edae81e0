/** The documents of an organization's erasure: its entry in the list, and the receipt of deleted and remaining data. */
import type { Queryable } from '../../../platform/db/database.ts';
import type { ListedOrganization } from '../erasure/list.ts';
import type { LeavingPlan } from './plan.ts';
import * as store from './store.ts';

const FORMAT = 'oriki-organization-erasure-receipt-v1';

export type LeavingReceipt = {
  format: typeof FORMAT;
  erasureId: string;
  organizationId: string;
  requestedBy: string;
  requestedAt: string;
  completedAt: string;
  /** The number of deleted rows of each table, and what they contained. */
  erased: { table: string; data: string[]; count: number }[];
  kept: { table: string; count: number; reason: string }[];
};
/** With the signature, as of other documents of the installation. */
export type SignedReceipt = LeavingReceipt & { sha256: string; signature: string };

/** Returns an erasure as the list has it. */
export function listedOrganization(
  row: Pick<store.LeavingRow, 'id' | 'org_id' | 'requested_by' | 'requested_at'>,
): ListedOrganization {
  return {
    id: row.id,
    organizationId: row.org_id,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
  };
}

export async function receiptOf(
  db: Queryable,
  { kept, contents }: LeavingPlan,
  row: store.LeavingRow,
  at: Date,
): Promise<LeavingReceipt> {
  const stays: LeavingReceipt['kept'] = [];
  for (const [table, reason] of Object.entries(kept)) {
    const count = await store.countRows(db, table, row.org_id);
    if (count > 0) stays.push({ table, count, reason });
  }
  return {
    format: FORMAT,
    erasureId: row.id,
    organizationId: row.org_id,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    completedAt: at.toISOString(),
    erased: Object.entries(row.counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([table, count]) => ({ table, data: contents[table] ?? [], count })),
    kept: stays,
  };
}

/** Returns the receipt of an erasure that is done. */
export function signedReceipt({ receipt, signature }: store.LeavingRow): SignedReceipt {
  return { ...JSON.parse(receipt!), ...JSON.parse(signature!) };
}
