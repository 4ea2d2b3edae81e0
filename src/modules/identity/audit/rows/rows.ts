import type { AuditRows, RowProblem } from '../../../../platform/audit/rows.ts';
import { hashRow } from '../record.ts';
import { findOrphanedPayloads, selectRows, type CheckedRow } from './store.ts';

function payloadProblem(row: CheckedRow): RowProblem | undefined {
  if (row.payload_sha256 === null) return row.has_payload ? 'payload_unexpected' : undefined;
  if (!row.has_payload) return 'payload_missing';
  return row.ciphertext_sha256 === row.payload_sha256 ? undefined : 'payload_changed';
}

/** Audit rows of verifications and their payloads. */
export const verificationRows: AuditRows = {
  async check(tx, orgId, after, limit) {
    const rows = await selectRows(tx, orgId, after, limit);
    return rows.map((row) => {
      const isChanged = hashRow(row).toString('hex') !== row.row_hash;
      const ofPayload = payloadProblem(row);
      return {
        id: row.id,
        problems: [
          ...(isChanged ? (['row_changed'] as const) : []),
          ...(ofPayload ? [ofPayload] : []),
        ],
      };
    });
  },
  orphans: findOrphanedPayloads,
};
