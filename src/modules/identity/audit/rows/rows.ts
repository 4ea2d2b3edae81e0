import type { AuditRows, RowProblem } from '../../../../platform/audit/rows.ts';
import { hashConsent } from '../../consent/consent.ts';
import { hashRow } from '../record.ts';
import { findOrphanedPayloads, selectRows, type CheckedRow } from './store.ts';

function payloadProblem(row: CheckedRow): RowProblem | undefined {
  if (row.payload_sha256 === null) return row.has_payload ? 'payload_unexpected' : undefined;
  if (!row.has_payload) return row.payload_removed ? undefined : 'payload_missing';
  return row.ciphertext_sha256 === row.payload_sha256 ? undefined : 'payload_changed';
}

function consentProblem(row: CheckedRow): RowProblem | undefined {
  const { consent_sha256: hash, consent } = row;
  if (hash === null) return undefined;
  if (!consent) return row.consent_removed ? undefined : 'consent_missing';
  return hashConsent(consent) === hash ? undefined : 'consent_changed';
}

/** Audit rows of verifications, their payloads and consents. */
export const verificationRows: AuditRows = {
  async check(tx, orgId, after, limit) {
    const rows = await selectRows(tx, orgId, after, limit);
    return rows.map((row) => {
      const isChanged = hashRow(row).toString('hex') !== row.row_hash;
      const ofPayload = payloadProblem(row);
      const ofConsent = consentProblem(row);
      return {
        id: row.id,
        problems: [
          ...(isChanged ? (['row_changed'] as const) : []),
          ...(ofPayload ? [ofPayload] : []),
          ...(ofConsent ? [ofConsent] : []),
        ],
      };
    });
  },
  orphans: findOrphanedPayloads,
};
