import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import { selectFirst } from '../../../platform/audit/store.ts';
import { milliseconds } from '../../../platform/audit/store.ts';
import type { Found } from '../../../platform/audit/rows.ts';
import { compiled } from '../../../platform/db/bulk/compiled.ts';
import { countRows } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** Every row that links cover, of both tables. Their ids never collide. */
const ROWS = sql.raw(`(
  SELECT org_id, id, row_hash FROM identity_verifications
  UNION ALL SELECT org_id, id, row_hash FROM audit_actions
)`);

/** Organizations with unlinked rows. Takes time in proportion to the number of these rows. */
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

/** False when another linker works on this organization. The lock is held until the transaction ends. */
export async function tryLockChain(tx: Tx, orgId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('audit ' || ${orgId}, 0)) AS locked`.execute(
    tx,
  );
  return rows[0]!.locked;
}

export type Unlinked = {
  id: string;
  /** Null when the row does not exist. */
  row_hash: Buffer | null;
  /** The number of the last link; null when there is none. */
  seq: number | null;
  hash: Buffer | null;
};

/** Selects rows that wait for a link, by id, and the chain's end, in one snapshot. */
export async function selectUnlinked(
  tx: Tx,
  orgId: string,
  after: string,
  limit: number,
): Promise<Unlinked[]> {
  // The rows are read one by one through the key, because a queue's statistics mislead the planner into reading all
  // rows of the organization.
  const { rows } = await sql<Unlinked>`
    WITH head AS (SELECT seq, hash FROM audit_links WHERE org_id = ${orgId} ORDER BY seq DESC LIMIT 1)
    SELECT u.id, v.row_hash, (SELECT seq FROM head) AS seq, (SELECT hash FROM head) AS hash
    FROM (
      SELECT row_id AS id FROM audit_unlinked
      WHERE org_id = ${orgId} AND row_id > ${after} ORDER BY row_id LIMIT ${limit}
    ) AS u
    LEFT JOIN LATERAL (
      SELECT row_hash FROM ${ROWS} AS r WHERE org_id = ${orgId} AND id = u.id LIMIT 1
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
  /** True if the stream must get it. */
  streamed: boolean;
};

/** Inserts the link and removes its rows from the queue. Violates the primary key if the chain has grown since. */
export const insertionOfLink = compiled<NewLink>((given) => {
  const orgId = given((link) => link.orgId);
  const seq = given((link) => link.seq);
  const ids = given((link) => link.ids);
  return sql`
    WITH linked AS (
      DELETE FROM audit_unlinked
      WHERE org_id = ${orgId} AND row_id = ANY (${ids}::text[])
    ), queued AS (
      INSERT INTO audit_unstreamed (org_id, seq)
      SELECT ${orgId}, ${seq}::bigint WHERE ${given((link) => link.streamed)}
    )
    INSERT INTO audit_links (org_id, seq, prev_hash, row_ids, row_hashes, linked_at, hash)
    VALUES (${orgId}, ${seq}, ${given((link) => link.prevHash)}, ${ids}, ${given((link) => link.rowHashes)},
      ${given((link) => link.linkedAt)}, ${given((link) => link.hash)})`;
});

/** Every organization with data to check. */
export async function selectOrganizationsToCheck(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    SELECT org_id FROM identity_verifications UNION SELECT org_id FROM audit_actions
    UNION SELECT org_id FROM identity_payloads
    UNION SELECT org_id FROM audit_links UNION SELECT org_id FROM audit_unlinked
    ORDER BY org_id`.execute(db);
  return rows.map((row) => row.org_id);
}

export type LinkRow = {
  /** Decimal text, because it may exceed the range of a number. */
  seq: string;
  prev_hash: string;
  linked_at: string;
  hash: string;
  row_ids: (string | null)[];
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
      encode(hash, 'hex') AS hash, row_ids, row_hashes
    FROM audit_links WHERE org_id = ${orgId} AND audit_links.seq > ${after}::bigint
    ORDER BY audit_links.seq LIMIT ${limit}`.execute(tx);
  return rows;
}

/** The stored hashes of the existing rows, by id. */
export async function selectRowHashes(
  tx: Tx,
  orgId: string,
  ids: (string | null)[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; hash: string }>`
    SELECT id, encode(row_hash, 'hex') AS hash FROM ${ROWS} AS r
    WHERE org_id = ${orgId} AND id = ANY (${arrayText(ids)}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.hash]));
}

export async function countPending(tx: Tx, orgId: string): Promise<number> {
  return countRows(tx.selectFrom('audit_unlinked').where('org_id', '=', orgId));
}

function linkedIds(orgId: string) {
  return sql`SELECT unnest(row_ids) AS id FROM audit_links WHERE org_id = ${orgId}`;
}

/** Finds rows that have no link and do not wait for one. */
export async function findUnaccounted(tx: Tx, orgId: string, limit: number): Promise<Found> {
  const ids = sql`
    SELECT v.id FROM ${ROWS} AS v
    WHERE v.org_id = ${orgId}
      AND NOT EXISTS (SELECT 1 FROM (${linkedIds(orgId)}) AS linked WHERE linked.id = v.id)
      AND NOT EXISTS (
        SELECT 1 FROM audit_unlinked u WHERE u.org_id = ${orgId} AND u.row_id = v.id)`;
  return selectFirst(tx, ids, limit);
}

/** Rows in more than one link, or in a link and still waiting. */
export async function findLinkedTwice(tx: Tx, orgId: string, limit: number): Promise<Found> {
  const ids = sql`
    SELECT id FROM (
      ${linkedIds(orgId)} UNION ALL SELECT row_id FROM audit_unlinked WHERE org_id = ${orgId}
    ) AS covered GROUP BY id HAVING count(*) > 1`;
  return selectFirst(tx, ids, limit);
}

/** Waiting ids without an audit row. */
export async function findPendingMissing(tx: Tx, orgId: string, limit: number): Promise<Found> {
  const ids = sql`
    SELECT u.row_id AS id FROM audit_unlinked u
    WHERE u.org_id = ${orgId} AND NOT EXISTS (
      SELECT 1 FROM ${ROWS} AS v WHERE v.org_id = ${orgId} AND v.id = u.row_id)`;
  return selectFirst(tx, ids, limit);
}

/** The last link of each of these organizations. */
export async function selectTips(
  db: Queryable,
  orgIds: readonly string[],
): Promise<{ org_id: string; seq: number; hash: string }[]> {
  const { rows } = await sql<{ org_id: string; seq: number; hash: string }>`
    SELECT o.org_id, l.seq, encode(l.hash, 'hex') AS hash
    FROM unnest(${arrayText([...orgIds])}::text[]) AS o (org_id)
    CROSS JOIN LATERAL (
      SELECT seq, hash FROM audit_links WHERE audit_links.org_id = o.org_id ORDER BY seq DESC LIMIT 1
    ) AS l`.execute(db);
  return rows;
}
