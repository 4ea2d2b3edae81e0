import { sql, type RawBuilder } from 'kysely';
import { selectFirst } from '../../../../platform/audit/store.ts';
import { milliseconds } from '../../../../platform/audit/store.ts';
import type { Found } from '../../../../platform/audit/rows.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { ConsentTexts } from '../../consent/store.ts';

export type CheckedRow = {
  org_id: string;
  id: string;
  subject_id: string;
  kind: string;
  country: string;
  status: string;
  reason: string | null;
  metadata: string;
  provider: string | null;
  identifier_hmac: string | null;
  identifier_last4: string | null;
  payload_sha256: string | null;
  replay_of: string | null;
  verified_at: string;
  row_hash: string;
  has_payload: boolean;
  /** SHA-256 of the envelope's ciphertext; null if the envelope is not standard base64. */
  ciphertext_sha256: string | null;
  /** The hash of the consent that the row names, in hex; null if it names none. */
  consent_sha256: string | null;
  /** The recorded consent with that hash. */
  consent: ConsentTexts | null;
  /** True if retention has removed the payload. */
  payload_removed: boolean;
  /** True if retention has removed the consent. */
  consent_removed: boolean;
};

const ENVELOPE = '^(?:[^|]*\\|){4}(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

function hasTombstone(orgId: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM audit_tombstones d WHERE d.org_id = ${orgId} AND d.row_id = ${id})`;
}

/** Rows as texts, by id, with the hashes of their payloads. The payloads themselves stay in the database. */
export async function selectRows(
  tx: Tx,
  orgId: string,
  after: string,
  limit: number,
): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`
    SELECT v.org_id, v.id, v.subject_id, v.kind, v.country, v.status, v.reason, v.metadata::text AS metadata,
      v.provider, encode(v.identifier_hmac, 'hex') AS identifier_hmac, v.identifier_last4,
      encode(v.payload_sha256, 'hex') AS payload_sha256, v.replay_of, ${milliseconds('v.verified_at')} AS verified_at,
      encode(v.row_hash, 'hex') AS row_hash, p.envelope IS NOT NULL AS has_payload,
      CASE WHEN p.envelope ~ ${ENVELOPE} THEN (
        SELECT encode(sha256(bytes), 'hex')
        FROM split_part(p.envelope, '|', 5) AS part, decode(part, 'base64') AS bytes
        -- Base64 has several spellings of the same bytes; encode() breaks lines.
        WHERE translate(encode(bytes, 'base64'), E'\\n', '') = part
      ) END AS ciphertext_sha256, v.metadata->'consent'->>'sha256' AS consent_sha256, c.consent,
      ${hasTombstone(orgId, sql`v.id`)} AS payload_removed,
      ${hasTombstone(orgId, sql`v.metadata->'consent'->>'sha256'`)} AS consent_removed
    FROM identity_verifications v
    LEFT JOIN LATERAL (
      SELECT envelope FROM identity_payloads WHERE org_id = ${orgId} AND verification_id = v.id LIMIT 1
    ) AS p ON true
    LEFT JOIN LATERAL (
      SELECT json_build_object('org_id', org_id, 'subject_id', subject_id, 'purpose', purpose, 'text_version', text_version,
        'channel', channel, 'given_at', ${milliseconds('given_at')}, 'reference', reference) AS consent
      FROM identity_consents
      WHERE org_id = ${orgId} AND sha256 = (
        SELECT CASE WHEN hex ~ '^[0-9a-f]{64}$' THEN decode(hex, 'hex') END FROM (SELECT v.metadata->'consent'->>'sha256' AS hex) AS h
      ) LIMIT 1
    ) AS c ON true
    WHERE v.org_id = ${orgId} AND v.id > ${after} ORDER BY v.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Payloads without an audit row. */
export async function findOrphanedPayloads(tx: Tx, orgId: string, limit: number): Promise<Found> {
  const ids = sql`
    SELECT p.verification_id AS id FROM identity_payloads p
    WHERE p.org_id = ${orgId} AND NOT EXISTS (
      SELECT 1 FROM identity_verifications v WHERE v.org_id = ${orgId} AND v.id = p.verification_id)`;
  return selectFirst(tx, ids, limit);
}
