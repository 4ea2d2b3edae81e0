/** Deletes, in parts, the data of a subject to which rows of the audit chain refer. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { hasExternalId } from '../../../platform/db/lists/external-ids.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';

/** Deletes answers of providers, except answers to verifications that no link covers yet. */
export async function erasePayloads(tx: Tx, { orgId, subjectId, limit }: Erasing): Promise<Erased> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM identity_payloads AS p USING (
      SELECT t.verification_id FROM identity_verifications v
      JOIN identity_payloads t ON t.org_id = v.org_id AND t.verification_id = v.id
      WHERE v.org_id = ${orgId} AND ${hasExternalId({ column: 'v.subject_id', orgId, id: subjectId })}
        AND NOT EXISTS (SELECT FROM audit_unlinked u WHERE u.org_id = v.org_id AND u.row_id = v.id)
      LIMIT ${limit} FOR UPDATE OF t
    ) AS due WHERE p.org_id = ${orgId} AND p.verification_id = due.verification_id
    RETURNING p.verification_id AS id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  return { count: ids.length, tombstones: { class: 'verification_payloads', ids } };
}

/** Deletes consents, except consents of verifications that no link covers yet. */
export async function eraseConsents(tx: Tx, { orgId, subjectId, limit }: Erasing): Promise<Erased> {
  const { rows } = await sql<{ hash: string }>`
    DELETE FROM identity_consents AS c USING (
      SELECT id FROM identity_consents t
      WHERE t.org_id = ${orgId} AND ${hasExternalId({ column: 't.subject_id', orgId, id: subjectId })}
        AND NOT EXISTS (
          SELECT FROM identity_verifications v JOIN audit_unlinked u ON u.org_id = v.org_id AND u.row_id = v.id
          WHERE v.org_id = t.org_id AND v.subject_id = t.subject_id AND v.metadata->'consent'->>'sha256' = encode(t.sha256, 'hex'))
      LIMIT ${limit} FOR UPDATE
    ) AS due WHERE c.org_id = ${orgId} AND c.id = due.id
    RETURNING encode(c.sha256, 'hex') AS hash`.execute(tx);
  const ids = [...new Set(rows.map(({ hash }) => hash))];
  return { count: rows.length, tombstones: { class: 'consents', ids } };
}
