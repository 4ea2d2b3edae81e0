import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { countRows } from '../../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';

/** Organizations that have rows which no link covers; in time that grows with their number. */
export async function selectOrganizationsToLink(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE org (id) AS (
      (SELECT org_id FROM audit_unlinked ORDER BY org_id LIMIT 1)
      UNION ALL
      SELECT (SELECT u.org_id FROM audit_unlinked u WHERE u.org_id > org.id ORDER BY u.org_id LIMIT 1)
      FROM org WHERE org.id IS NOT NULL
    )
    SELECT id FROM org WHERE id IS NOT NULL`.execute(db);
  return rows.map((row) => row.id);
}

/** False when another linker is at work on this organization. Held until the transaction ends. */
export async function tryLockChain(tx: Tx, orgId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('audit ' || ${orgId}, 0)) AS locked`.execute(
    tx,
  );
  return rows[0]!.locked;
}

export type Unlinked = {
  id: string;
  /** Null when there is no such row. */
  row_hash: Buffer | null;
  /** The last link's, null when there is none. */
  seq: number | null;
  hash: Buffer | null;
};

/** Selects rows that wait for a link and the chain's end, as of one moment, by id. */
export async function selectUnlinked(
  tx: Tx,
  orgId: string,
  after: string,
  limit: number,
): Promise<Unlinked[]> {
  // Row by row through the key: statistics of a queue mislead the planner into reading all rows of the organization.
  const { rows } = await sql<Unlinked>`
    WITH head AS (SELECT seq, hash FROM audit_links WHERE org_id = ${orgId} ORDER BY seq DESC LIMIT 1)
    SELECT u.id, v.row_hash, (SELECT seq FROM head) AS seq, (SELECT hash FROM head) AS hash
    FROM (
      SELECT verification_id AS id FROM audit_unlinked
      WHERE org_id = ${orgId} AND verification_id > ${after} ORDER BY verification_id LIMIT ${limit}
    ) AS u
    LEFT JOIN LATERAL (
      SELECT row_hash FROM identity_verifications WHERE org_id = ${orgId} AND id = u.id LIMIT 1
    ) AS v ON true
    ORDER BY u.id`.execute(tx);
  return rows;
}

export type NewLink = {
  orgId: string;
  seq: number;
  prevHash: Buffer;
  ids: string[];
  rowHashes: Buffer[];
  linkedAt: Date;
  hash: Buffer;
};

/** The link; its rows are no longer waiting. Violates the primary key if the chain has grown meanwhile. */
export function insertLink(tx: Tx, link: NewLink): CompiledQuery {
  return sql`
    WITH linked AS (
      DELETE FROM audit_unlinked
      WHERE org_id = ${link.orgId} AND verification_id = ANY(${link.ids}::text[])
    )
    INSERT INTO audit_links (org_id, seq, prev_hash, verification_ids, row_hashes, linked_at, hash)
    VALUES (${link.orgId}, ${link.seq}, ${link.prevHash}, ${link.ids}, ${link.rowHashes}, ${link.linkedAt},
      ${link.hash})`.compile(tx);
}

/** Every organization that has anything to check. */
export async function selectOrganizationsToCheck(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    SELECT org_id FROM identity_verifications UNION SELECT org_id FROM identity_payloads
    UNION SELECT org_id FROM audit_links UNION SELECT org_id FROM audit_unlinked
    ORDER BY org_id`.execute(db);
  return rows.map((row) => row.org_id);
}

/** Milliseconds since 1970; whatever is finer, infinite or before Christ has a text that no date of ours has. */
function milliseconds(column: string) {
  return sql<string>`trim_scale(extract(epoch FROM ${sql.ref(column)}) * 1000)::text`;
}

export type LinkRow = {
  /** Decimal: it may be beyond what a number holds. */
  seq: string;
  prev_hash: string;
  linked_at: string;
  hash: string;
  verification_ids: (string | null)[];
  row_hashes: (Buffer | null)[];
};

/** Before every link. */
export const BEFORE_LINKS = '-9223372036854775808';

export async function selectLinks(
  tx: Tx,
  orgId: string,
  after: string,
  limit: number,
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    SELECT seq::text AS seq, encode(prev_hash, 'hex') AS prev_hash, ${milliseconds('linked_at')} AS linked_at,
      encode(hash, 'hex') AS hash, verification_ids, row_hashes
    FROM audit_links WHERE org_id = ${orgId} AND audit_links.seq > ${after}::bigint
    ORDER BY audit_links.seq LIMIT ${limit}`.execute(tx);
  return rows;
}

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
  /** SHA-256 of the envelope's ciphertext; null when it is no standard base64. */
  ciphertext_sha256: string | null;
};

const ENVELOPE = '^(?:[^|]*\\|){4}(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

/** Rows as texts, by id, and the hash of what belongs to them: the payloads themselves stay in the database. */
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
      ) END AS ciphertext_sha256
    FROM identity_verifications v
    LEFT JOIN LATERAL (
      SELECT envelope FROM identity_payloads WHERE org_id = ${orgId} AND verification_id = v.id LIMIT 1
    ) AS p ON true
    WHERE v.org_id = ${orgId} AND v.id > ${after} ORDER BY v.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The stored hashes of those rows that are there, by id. */
export async function selectRowHashes(
  tx: Tx,
  orgId: string,
  ids: (string | null)[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; hash: string }>`
    SELECT id, encode(row_hash, 'hex') AS hash FROM identity_verifications
    WHERE org_id = ${orgId} AND id = ANY(${ids}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.hash]));
}

export async function countPending(tx: Tx, orgId: string): Promise<number> {
  return countRows(tx.selectFrom('audit_unlinked').where('org_id', '=', orgId));
}

/** Their number, and the first of them. */
export type Found = { count: number; ids: string[] };

async function found(tx: Tx, ids: RawBuilder<unknown>, limit: number): Promise<Found> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT id, count(*) OVER () AS count FROM (${ids}) AS found ORDER BY id LIMIT ${limit}`.execute(
    tx,
  );
  return { count: rows[0]?.count ?? 0, ids: rows.map((row) => row.id) };
}

function linkedIds(orgId: string) {
  return sql`SELECT unnest(verification_ids) AS id FROM audit_links WHERE org_id = ${orgId}`;
}

/** Rows that no link covers and that do not wait for one. */
export async function findUnaccounted(tx: Tx, orgId: string, limit: number): Promise<Found> {
  const ids = sql`
    SELECT v.id FROM identity_verifications v
    WHERE v.org_id = ${orgId}
      AND NOT EXISTS (SELECT 1 FROM (${linkedIds(orgId)}) AS linked WHERE linked.id = v.id)
      AND NOT EXISTS (
        SELECT 1 FROM audit_unlinked u WHERE u.org_id = ${orgId} AND u.verification_id = v.id)`;
  return found(tx, ids, limit);
}

/** Rows that links cover more than once, or that are covered and wait for a link all the same. */
export async function findLinkedTwice(tx: Tx, orgId: string, limit: number): Promise<Found> {
  const ids = sql`
    SELECT id FROM (
      ${linkedIds(orgId)} UNION ALL SELECT verification_id FROM audit_unlinked WHERE org_id = ${orgId}
    ) AS covered GROUP BY id HAVING count(*) > 1`;
  return found(tx, ids, limit);
}

/** Ids that wait for a link and have no audit row. */
export async function findPendingMissing(tx: Tx, orgId: string, limit: number): Promise<Found> {
  const ids = sql`
    SELECT u.verification_id AS id FROM audit_unlinked u
    WHERE u.org_id = ${orgId} AND NOT EXISTS (
      SELECT 1 FROM identity_verifications v WHERE v.org_id = ${orgId} AND v.id = u.verification_id)`;
  return found(tx, ids, limit);
}

/** Payloads without an audit row. */
export async function findOrphanedPayloads(tx: Tx, orgId: string, limit: number): Promise<Found> {
  const ids = sql`
    SELECT p.verification_id AS id FROM identity_payloads p
    WHERE p.org_id = ${orgId} AND NOT EXISTS (
      SELECT 1 FROM identity_verifications v WHERE v.org_id = ${orgId} AND v.id = p.verification_id)`;
  return found(tx, ids, limit);
}
