import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { hasExternalId } from '../../../platform/db/lists/external-ids.ts';
import type { Match } from './schemas.ts';

/** A hit as it is stored; hashes in hex. */
export type HitRow = {
  id: string;
  subject_id: string;
  list_id: string;
  entry_id: string;
  list_kind: string;
  entry_revision: number;
  status: string;
  reopened_because: string | null;
  closed_because: string | null;
  score: number;
  subject_hash: string | null;
  entry_hash: string | null;
  decision: string | null;
  decided_subject_hash: string | null;
  decided_entry_hash: string | null;
  decided_measures: string[] | null;
};

const columns = sql`id, subject_id, list_id, entry_id, list_kind, entry_revision, status, reopened_because,
  closed_because, score, encode(subject_hash, 'hex') AS subject_hash, encode(entry_hash, 'hex') AS entry_hash,
  decision, encode(decided_subject_hash, 'hex') AS decided_subject_hash,
  encode(decided_entry_hash, 'hex') AS decided_entry_hash, decided_measures`;

/** Selects and locks all hits of these subjects, or those on one list. The caller has locked the subjects. */
export async function lockHitsOf(
  tx: Tx,
  orgId: string,
  subjectIds: string[],
  listId?: string,
): Promise<HitRow[]> {
  const onList = listId === undefined ? sql`` : sql`AND list_id = ${listId}`;
  const { rows } = await sql<HitRow>`
    SELECT ${columns} FROM screening_hits
    WHERE org_id = ${orgId} AND subject_id = ${anyOf(subjectIds)} ${onList} ORDER BY id FOR UPDATE`.execute(
    tx,
  );
  return rows;
}

/** Selects pairs of one of these subjects and an entry of the list with a past or current hit. */
export async function selectPairs(
  db: Queryable,
  orgId: string,
  subjectIds: string[],
  listId: string,
): Promise<{ subject_id: string; entry_id: string }[]> {
  return db
    .selectFrom('screening_hits')
    .select(['subject_id', 'entry_id'])
    .where('org_id', '=', orgId)
    .where('subject_id', '=', anyOf(subjectIds))
    .where('list_id', '=', listId)
    .execute();
}

/** A hit with its revision and findings, and when it opened; null unless it is open. */
export type LockedHit = HitRow & { revision: number; match: Match | null; opened_at: Date | null };

export async function lockHit(tx: Tx, orgId: string, id: string): Promise<LockedHit | undefined> {
  const { rows } = await sql<LockedHit>`
    SELECT ${columns}, revision, match, CASE WHEN status = 'open' THEN coalesce(opened_at, created_at) END AS opened_at
    FROM screening_hits WHERE org_id = ${orgId} AND id = ${id} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Locks hits in the order of their ids. */
export async function lockHits(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await sql`SELECT FROM screening_hits WHERE org_id = ${orgId} AND id = ${anyOf(ids)}
    ORDER BY id FOR UPDATE`.execute(tx);
}

/** Returns true if some of these hits would have to be closed by two people: they wait for a decision, or are true matches. */
async function anyCounts(
  db: Queryable,
  orgId: string,
  those: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM screening_hits
    WHERE org_id = ${orgId} AND ${those} AND status IN ('open', 'true_match') LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns true if a list or entry has hits that are open or true matches. */
export function hasCountingHits(
  db: Queryable,
  orgId: string,
  listId: string,
  entryId?: string,
): Promise<boolean> {
  const ofEntry = entryId === undefined ? sql`` : sql`AND entry_id = ${entryId}`;
  return anyCounts(db, orgId, sql`list_id = ${listId} ${ofEntry}`);
}

/** Returns true if a subject has hits that are open or true matches. */
export function hasCountingHitsOf(db: Queryable, orgId: string, id: string): Promise<boolean> {
  return anyCounts(db, orgId, hasExternalId({ column: 'subject_id', orgId, id }));
}

/** Returns the ids and revisions of a subject's hits that are not closed, as one text. */
export async function revisionOfHits(
  db: Queryable,
  orgId: string,
  subjectId: string,
): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    SELECT string_agg(id || ':' || revision, ' ' ORDER BY id) AS text FROM screening_hits
    WHERE org_id = ${orgId} AND subject_id = ${subjectId} AND status <> 'closed'`.execute(db);
  return rows[0]!.text ?? '';
}

/** `match` is a JSON text; undefined keeps the stored one. */
export type WrittenHit = HitRow & { match: string | undefined };

/** Returns the hit with its hashes, which are in hex, as bytes. */
function toWritten(hit: WrittenHit) {
  const bytes = (hex: string | null) => (hex === null ? null : Buffer.from(hex, 'hex'));
  const { decided_measures: measures } = hit;
  return {
    ...hit,
    subject_hash: bytes(hit.subject_hash),
    entry_hash: bytes(hit.entry_hash),
    decided_subject_hash: bytes(hit.decided_subject_hash),
    decided_entry_hash: bytes(hit.decided_entry_hash),
    decided_measures: measures && JSON.stringify(measures),
  };
}

export async function insertHits(tx: Tx, orgId: string, hits: WrittenHit[]): Promise<void> {
  if (hits.length === 0) return;
  const { names, from } = rowsOf(hits.map(toWritten), {
    id: 'text',
    subject_id: 'text',
    list_id: 'text',
    entry_id: 'text',
    list_kind: 'text',
    entry_revision: 'bigint',
    status: 'text',
    score: 'float8',
    match: 'json',
    subject_hash: 'bytea',
    entry_hash: 'bytea',
  });
  await sql`
    INSERT INTO screening_hits (org_id, ${names}) SELECT ${orgId}, ${names} FROM ${from}`.execute(
    tx,
  );
}

/**
 * Writes all changeable columns of hits that the caller has locked. A hit that reopens loses its due date.
 * @param voided SQL that voids requests about `changed`
 */
export async function updateHits(
  tx: Tx,
  orgId: string,
  hits: WrittenHit[],
  voided: RawBuilder<unknown>,
): Promise<void> {
  if (hits.length === 0) return;
  const { joined } = rowsOf(
    hits.map(toWritten),
    {
      id: 'text',
      entry_id: 'text',
      status: 'text',
      reopened_because: 'text',
      closed_because: 'text',
      score: 'float8',
      match: 'json',
      entry_revision: 'bigint',
      subject_hash: 'bytea',
      entry_hash: 'bytea',
      decision: 'text',
      decided_subject_hash: 'bytea',
      decided_entry_hash: 'bytea',
      decided_measures: 'json',
    },
    'h',
  );
  await sql`
    WITH changed AS (
    UPDATE screening_hits t SET entry_id = h.entry_id, status = h.status, reopened_because = h.reopened_because,
      closed_because = h.closed_because, score = h.score, match = coalesce(h.match, t.match),
      entry_revision = h.entry_revision, subject_hash = h.subject_hash, entry_hash = h.entry_hash,
      decision = h.decision, decided_subject_hash = h.decided_subject_hash, decided_entry_hash = h.decided_entry_hash,
      decided_measures = CASE WHEN h.decided_measures IS NOT NULL
        THEN ARRAY(SELECT json_array_elements_text(h.decided_measures)) END,
      opened_at = CASE WHEN h.status = 'open' AND t.status <> 'open' THEN moment.at ELSE t.opened_at END,
      due_at = CASE WHEN h.status = 'open' AND t.status <> 'open' THEN NULL ELSE t.due_at END,
      revision = t.revision + 1, updated_at = now()
    -- Citus takes no function of the time in a CASE.
    FROM ${joined}, (SELECT now() AS at) AS moment
    WHERE t.org_id = ${orgId} AND t.id = h.id
    RETURNING t.id AS object_id),
    ${voided}
    SELECT`.execute(tx);
}

/** Selects entries of a list with hits that are not closed, in order, after `after`. */
export async function selectHitEntries(
  db: Queryable,
  orgId: string,
  listId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ entry_id: string }>`
    SELECT DISTINCT entry_id FROM screening_hits
    WHERE org_id = ${orgId} AND list_id = ${listId} AND status <> 'closed' AND entry_id > ${after}
    ORDER BY entry_id LIMIT ${limit}`.execute(db);
  return rows.map(({ entry_id: entryId }) => entryId);
}

/** Selects hits on these entries that are not closed, in the order of their ids, after `after`. */
export async function selectHitsOnEntries(
  db: Queryable,
  orgId: string,
  listId: string,
  entryIds: readonly string[],
  after: string,
  limit: number,
): Promise<{ id: string; subject_id: string }[]> {
  return db
    .selectFrom('screening_hits')
    .select(['id', 'subject_id'])
    .where('org_id', '=', orgId)
    .where('list_id', '=', listId)
    .where('entry_id', '=', anyOf(entryIds))
    .where('status', '<>', 'closed')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Closes up to `limit` hits on a list's entries.
 * @param entryIds the removed entries; undefined for all, when the list is deleted
 * @returns the number of closed hits
 */
export async function closeRemoved(
  tx: Tx,
  orgId: string,
  listId: string,
  entryIds: string[] | undefined,
  limit: number,
  voided: RawBuilder<unknown>,
): Promise<number> {
  const gone = entryIds ? sql`entry_id = ${anyOf(entryIds)}` : sql`true`;
  const { rows } = await sql<{ closed: number }>`
    WITH changed AS (
    UPDATE screening_hits t SET status = 'closed', revision = t.revision + 1, updated_at = now(),
      closed_because = ${entryIds ? 'entry_removed' : 'list_removed'}
    FROM (
      SELECT org_id, id FROM screening_hits h
      WHERE org_id = ${orgId} AND list_id = ${listId} AND status <> 'closed' AND ${gone}
      ORDER BY id LIMIT ${limit} FOR UPDATE
    ) AS h
    WHERE t.org_id = h.org_id AND t.id = h.id
    RETURNING t.id AS object_id),
    ${voided}
    SELECT count(*) AS closed FROM changed`.execute(tx);
  return rows[0]!.closed;
}

/**
 * Closes the subject's hits and erases data derived from the subject. The caller has locked the subject. @returns
 * their ids
 */
export async function eraseHits(
  tx: Tx,
  orgId: string,
  subjectId: string,
  voided: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH changed AS (
    UPDATE screening_hits SET status = 'closed', closed_because = coalesce(closed_because, 'subject_deleted'),
      match = NULL, subject_hash = NULL, entry_hash = NULL, decision = NULL, decided_subject_hash = NULL,
      decided_entry_hash = NULL, decided_measures = NULL, revision = revision + 1, updated_at = now()
    WHERE org_id = ${orgId} AND ${hasExternalId({ column: 'subject_id', orgId, id: subjectId })}
    RETURNING id AS object_id),
    ${voided}
    SELECT object_id AS id FROM changed`.execute(tx);
  // A separate statement, so that it sees decisions committed while the first one waited for locks.
  await sql`
    UPDATE screening_decisions d SET reason = NULL FROM screening_hits h
    WHERE h.org_id = ${orgId} AND ${hasExternalId({ column: 'h.subject_id', orgId, id: subjectId })} AND d.org_id = h.org_id AND d.hit_id = h.id
      AND d.reason IS NOT NULL`.execute(tx);
  return rows.map(({ id }) => id);
}
