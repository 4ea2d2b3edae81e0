import { sql } from 'kysely';
import { arrayText } from '../../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import type { DueCount } from '../../../../platform/db/lists/aged/record-class.ts';

export type Checkpoint = {
  org_id: string;
  seq: number;
  document: string;
  signature: string;
  rows_until: Date;
};

/** Selects the last checkpoint of an organization. */
export async function selectCheckpoint(
  db: Queryable,
  orgId: string,
): Promise<Checkpoint | undefined> {
  return db
    .selectFrom('audit_checkpoints')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertCheckpoint(tx: Tx, row: Checkpoint): Promise<void> {
  await tx.insertInto('audit_checkpoints').values(row).execute();
}

export type EndLink = { seq: number; hash: string; linked_at: Date };

/**
 * Selects the last link created before a time. Never selects the newest link of the chain, from which the linker
 * continues, or a link whose actions were not streamed yet.
 */
export async function selectEnd(
  db: Queryable,
  orgId: string,
  before: Date,
): Promise<EndLink | undefined> {
  const { rows } = await sql<EndLink>`
    SELECT seq, encode(hash, 'hex') AS hash, linked_at FROM audit_links AS l
    WHERE org_id = ${orgId} AND linked_at < ${before}
      AND seq < (SELECT max(seq) FROM audit_links WHERE org_id = ${orgId})
      AND NOT EXISTS (SELECT FROM audit_unstreamed u WHERE u.org_id = ${orgId} AND u.seq <= l.seq)
    ORDER BY linked_at DESC, seq DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Counts the rows that the links up to a number cover. */
export async function countCovered(db: Queryable, orgId: string, seq: number): Promise<DueCount> {
  const { rows } = await sql<DueCount>`
    SELECT coalesce(sum(cardinality(row_ids)), 0)::bigint AS count, min(linked_at) AS "oldestAt"
    FROM audit_links WHERE org_id = ${orgId} AND seq <= ${seq}`.execute(db);
  return rows[0]!;
}

/** Selects the first link, if its number is at most `until` and it is older than a time. */
export async function selectFirstLink(
  tx: Tx,
  orgId: string,
  { until, before }: { until: number; before: Date },
): Promise<{ seq: number; row_ids: string[] } | undefined> {
  const { rows } = await sql<{ seq: number; row_ids: string[] }>`
    SELECT seq, row_ids FROM (
      SELECT seq, row_ids, linked_at FROM audit_links WHERE org_id = ${orgId} ORDER BY seq LIMIT 1
    ) AS first WHERE seq <= ${until} AND linked_at < ${before}`.execute(tx);
  return rows[0];
}

/** Deletes other spellings of external ids that no row has. */
export async function deleteUnusedSpellings(tx: Tx, orgId: string): Promise<void> {
  await sql`
    DELETE FROM external_id_spellings AS s WHERE org_id = ${orgId}
      AND NOT EXISTS (SELECT FROM audit_actions WHERE org_id = s.org_id AND object_id = s.spelling)
      AND NOT EXISTS (SELECT FROM identity_verifications WHERE org_id = s.org_id AND subject_id = s.spelling)
      AND NOT EXISTS (SELECT FROM screenings WHERE org_id = s.org_id AND subject_id = s.spelling)
      AND NOT EXISTS (SELECT FROM screening_hits WHERE org_id = s.org_id AND subject_id = s.spelling)`.execute(
    tx,
  );
}

/** Deletes actions that a checkpoint covers, with their tombstones. */
export async function deleteActions(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  const all = sql`${arrayText(ids)}::text[]`;
  await sql`DELETE FROM audit_tombstones WHERE org_id = ${orgId} AND action_id = ANY (${all})`.execute(
    tx,
  );
  await sql`DELETE FROM audit_actions WHERE org_id = ${orgId} AND id = ANY (${all})`.execute(tx);
}

/** Deletes a link that a checkpoint covers. */
export async function deleteLink(tx: Tx, orgId: string, seq: number): Promise<void> {
  await sql`DELETE FROM audit_links WHERE org_id = ${orgId} AND seq = ${seq}`.execute(tx);
}

export type Removal = { action_id: string; ids: string[]; hash: string | null };

/** Selects removals with their tombstones, in the order of the actions' ids. The hash is null without a sound action. */
export async function selectRemovals(
  tx: Tx,
  orgId: string,
  after: string,
  { action, limit }: { action: string; limit: number },
): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    SELECT t.action_id, array_agg(t.row_id ORDER BY t.row_id) AS ids, (
      SELECT a.after->>'tombstones' FROM audit_actions a
      WHERE a.org_id = ${orgId} AND a.id = t.action_id AND a.action = ${action}) AS hash
    FROM audit_tombstones t WHERE t.org_id = ${orgId} AND t.action_id > ${after}
    GROUP BY t.action_id ORDER BY t.action_id LIMIT ${limit}`.execute(tx);
  return rows;
}
