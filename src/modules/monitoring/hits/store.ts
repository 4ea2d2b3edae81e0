import { sql, type RawBuilder } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { countByDay } from '../../../platform/db/lists/by-day.ts';
import { hasExternalId } from '../../../platform/db/lists/external-ids.ts';
import {
  countListed,
  NEWEST_ID,
  selectPage,
  type Listed,
  type Total,
  isWithin,
  type Range,
} from '../../../platform/db/lists/keyset.ts';
import { soonOrNothing } from '../../../platform/db/buckets/soon-or-nothing.ts';
import { bucketsOf } from '../../../platform/db/places.ts';
import type { Page } from '../../../platform/http/schema.ts';
import { HIT_PREFIX, type Findings, type Match } from './schemas.ts';

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
    WHERE org_id = ${orgId} AND subject_id = ANY (${subjectIds}::text[]) ${onList} ORDER BY id FOR UPDATE`.execute(
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
    .where('subject_id', '=', sql<string>`ANY (${subjectIds}::text[])`)
    .where('list_id', '=', listId)
    .execute();
}

/** A hit with its revision and findings. */
export type LockedHit = HitRow & { revision: number; match: Match | null };

export async function lockHit(tx: Tx, orgId: string, id: string): Promise<LockedHit | undefined> {
  const { rows } = await sql<LockedHit>`
    SELECT ${columns}, revision, match FROM screening_hits WHERE org_id = ${orgId} AND id = ${id} FOR UPDATE`.execute(
    tx,
  );
  return rows[0];
}

/** Locks hits in the order of their ids. */
export async function lockHits(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await sql`SELECT FROM screening_hits WHERE org_id = ${orgId} AND id = ANY (${arrayText([...ids])}::text[])
    ORDER BY id FOR UPDATE`.execute(tx);
}

/** SQL for hits that two people would have to close: those that wait for a decision, and true matches. */
const COUNTS = sql`status IN ('open', 'true_match')`;

/** Returns true if a list or entry has hits that are open or true matches. */
export async function hasCountingHits(
  db: Queryable,
  orgId: string,
  listId: string,
  entryId?: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM screening_hits
    WHERE org_id = ${orgId} AND list_id = ${listId} AND ${COUNTS}
      ${entryId === undefined ? sql`` : sql`AND entry_id = ${entryId}`} LIMIT 1`.execute(db);
  return rows.length > 0;
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
 * Writes all changeable columns of hits that the caller has locked. @param voided SQL that voids requests about
 * `changed`
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
      revision = t.revision + 1, updated_at = now()
    FROM ${joined}
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
    .where('entry_id', '=', sql<string>`ANY (${arrayText([...entryIds])}::text[])`)
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
  const gone = entryIds ? sql`entry_id = ANY (${arrayText(entryIds)}::text[])` : sql`true`;
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
    WHERE org_id = ${orgId} AND ${hasExternalId('subject_id', subjectId)}
    RETURNING id AS object_id),
    ${voided}
    SELECT object_id AS id FROM changed`.execute(tx);
  // A separate statement, so that it sees decisions committed while the first one waited for locks.
  await sql`
    UPDATE screening_decisions d SET reason = NULL FROM screening_hits h
    WHERE h.org_id = ${orgId} AND ${hasExternalId('h.subject_id', subjectId)} AND d.org_id = h.org_id AND d.hit_id = h.id
      AND d.reason IS NOT NULL`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function countOpen(
  db: Queryable,
  orgId: string,
  subjectIds: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ subject_id: string; open: number }>`
    SELECT subject_id, count(*) AS open FROM screening_hits
    WHERE org_id = ${orgId} AND subject_id = ANY (${subjectIds}::text[]) AND status = 'open'
    GROUP BY subject_id`.execute(db);
  return new Map(rows.map((row) => [row.subject_id, row.open]));
}

const SHOWN = [
  'id',
  'subject_id',
  'list_kind',
  'list_id',
  'entry_id',
  'entry_revision',
  'status',
  'score',
  'reopened_because',
  'closed_because',
  'match',
  'revision',
  'created_at',
  'updated_at',
] as const;

function hitsOf(db: Queryable, orgId: string) {
  return db.selectFrom('screening_hits').where('org_id', '=', orgId);
}

export type ShownHit = NonNullable<Awaited<ReturnType<typeof selectHit>>>;

export async function selectHit(db: Queryable, orgId: string, id: string) {
  return hitsOf(db, orgId).where('id', '=', id).select(SHOWN).executeTakeFirst();
}

/** Columns of a hit that other answers show, without details of the subject. */
const REFERRED = [
  'id',
  'subject_id',
  'list_kind',
  'list_id',
  'entry_id',
  'status',
  'score',
  'revision',
] as const;

export async function selectHitsById(db: Queryable, orgId: string, ids: string[]) {
  return hitsOf(db, orgId)
    .where('id', '=', sql<string>`ANY (${arrayText(ids)}::text[])`)
    .select([...REFERRED, sql<string | null>`match ->> 'name'`.as('listed_name')])
    .execute();
}

/**
 * Selects open hits of a subject with the same fields on the same entry as others of these, each with those it
 * equals; by id.
 */
export async function selectIdentical(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
  limit: number,
): Promise<{ id: string; revision: number; like: string[] }[]> {
  const { rows } = await sql<{ id: string; revision: number; like: string[] }>`
    SELECT other.id, other.revision, array_agg(h.id) AS "like" FROM screening_hits h
    JOIN screening_hits other ON other.org_id = h.org_id AND other.list_id = h.list_id
      AND other.entry_id = h.entry_id AND other.subject_hash = h.subject_hash AND other.entry_hash = h.entry_hash
    WHERE h.org_id = ${orgId} AND h.id = ANY (${arrayText(ids)}::text[])
      AND other.status = 'open' AND other.id <> h.id
    GROUP BY other.id, other.revision ORDER BY other.id LIMIT ${limit}`.execute(db);
  return rows;
}

type HitFilter = Range & {
  subjectId?: string;
  status?: string;
  listId?: string;
  kind?: string;
  minScore?: number;
};
const MADE = { id: 'id', at: 'created_at', prefix: HIT_PREFIX };

/** Newest first. */
export async function selectHits(
  db: Queryable,
  orgId: string,
  filter: HitFilter,
  page: Page,
): Promise<Listed<ShownHit>> {
  let query = hitsOf(db, orgId);
  if (filter.subjectId !== undefined)
    query = query.where(hasExternalId('subject_id', filter.subjectId));
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.listId !== undefined) query = query.where('list_id', '=', filter.listId);
  if (filter.kind !== undefined) query = query.where('list_kind', '=', filter.kind);
  if (filter.minScore !== undefined) query = query.where('score', '>=', filter.minScore);
  query = query.where(isWithin(MADE, filter));
  return selectPage(db, { shown: query.select(SHOWN), counted: query }, NEWEST_ID, page);
}

/** Counts the open hits found in a time range, as their list does. */
export async function countOpenWithin(db: Queryable, orgId: string, range: Range): Promise<Total> {
  const open = hitsOf(db, orgId).where('status', '=', 'open').where(isWithin(MADE, range));
  return countListed(db, sql`${open.select(sql.lit(1).as('one'))}`);
}

/** Counts hits by day and current state. */
export async function countHits(db: Queryable, orgId: string, range: { from: Date; to: Date }) {
  const rows = hitsOf(db, orgId)
    .where(isWithin(MADE, range))
    .select(['created_at as at', 'status as state'])
    .orderBy('id', 'desc');
  return countByDay(db, sql`${rows}`, range);
}

/** Most decisions shown per hit. */
const SHOWN_DECISIONS = 100;

export type DecisionRow = {
  id: string;
  decision: string;
  /** Empty if none was given or it is encrypted; null after it was erased. */
  reason: string | null;
  envelope: string | null;
  /** The id that the envelope was encrypted for; null for the decision's own. */
  reason_id: string | null;
  approval_id: string | null;
  findings: Findings | null;
  on_behalf_of: string | null;
  actor_id: string | null;
  api_key_id: string | null;
  decided_at: Date;
};

export async function insertDecision(
  tx: Tx,
  orgId: string,
  hitId: string,
  { findings, ...row }: DecisionRow,
): Promise<void> {
  await tx
    .insertInto('screening_decisions')
    .values({ org_id: orgId, hit_id: hitId, findings: JSON.stringify(findings), ...row })
    .execute();
}

/** Selects the newest ones, newest first. */
export async function selectDecisions(
  db: Queryable,
  orgId: string,
  hitId: string,
): Promise<DecisionRow[]> {
  return db
    .selectFrom('screening_decisions')
    .select([
      'id',
      'decision',
      'reason',
      'envelope',
      'reason_id',
      'approval_id',
      sql<Findings | null>`findings`.as('findings'),
      'on_behalf_of',
      'actor_id',
      'api_key_id',
      'decided_at',
    ])
    .where('org_id', '=', orgId)
    .where('hit_id', '=', hitId)
    .orderBy('id', 'desc')
    .limit(SHOWN_DECISIONS)
    .execute();
}

/** Selects the newest decision of each of these hits, if it has one. */
export async function selectLastDecisions(
  db: Queryable,
  orgId: string,
  hitIds: readonly string[],
): Promise<(Omit<DecisionRow, 'findings'> & { hit_id: string })[]> {
  const { rows } = await sql<Omit<DecisionRow, 'findings'> & { hit_id: string }>`
    SELECT DISTINCT ON (hit_id) hit_id, id, decision, reason, envelope, reason_id, approval_id, on_behalf_of, actor_id,
      api_key_id, decided_at
    FROM screening_decisions WHERE org_id = ${orgId} AND hit_id = ANY (${arrayText([...hitIds])}::text[])
    ORDER BY hit_id, id DESC`.execute(db);
  return rows;
}

type ClearRow = { org_id: string; id: string; reason: string };

/** Selects decisions of all organizations whose reason is in the clear. */
export async function selectInClear(db: Queryable, limit: number): Promise<ClearRow[]> {
  const { rows } = await sql<ClearRow>`
    SELECT org_id, id, reason FROM screening_decisions WHERE reason <> '' ORDER BY org_id, id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Replaces the text with the envelope. @returns false, with nothing changed, if the reason was erased or is already
 * encrypted
 */
export async function sealInClear(
  db: Queryable,
  { org_id, id, reason }: ClearRow,
  envelope: string,
): Promise<boolean> {
  const { rows } = await sql`UPDATE screening_decisions SET reason = '', envelope = ${envelope}
    WHERE org_id = ${org_id} AND id = ${id} AND reason = ${reason} RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** An entry that a party was decided not to be; the hash is that of the entry at that time. */
export type DecidedPair = {
  list_id: string;
  entry_id: string;
  entry_hash: string;
  decided_measures: string[] | null;
};

/** The same for a person whom other organizations may identify differently. */
type SharedPair = DecidedPair & { subject_hash: string };

/** Selects entries of the subject's hits whose last decision is a false positive of this subject. */
export async function selectFalsePositives(
  db: Queryable,
  orgId: string,
  subjectId: string,
  subjectHash: string,
  entryIds: string[],
): Promise<DecidedPair[]> {
  const { rows } = await sql<DecidedPair>`
    SELECT list_id, entry_id, encode(decided_entry_hash, 'hex') AS entry_hash, decided_measures FROM screening_hits
    WHERE org_id = ${orgId} AND subject_id = ${subjectId} AND entry_id = ANY (${entryIds}::text[])
      AND decision = 'false_positive' AND decided_subject_hash = decode(${subjectHash}, 'hex')`.execute(
    db,
  );
  return rows;
}

/**
 * Selects pairs of an entry and a hash of a person, if one of `sharers` has decided that such a person is not the
 * entry, and neither they nor `orgId` have decided the opposite.
 * @returns undefined if a bucket other than that of `orgId` is unavailable
 */
export async function selectShared(
  db: Queryable,
  orgId: string,
  sharers: string[],
  subjectHashes: string[],
): Promise<SharedPair[] | undefined> {
  type Row = SharedPair & { org_id: string; decision: string };
  const read = async (own: Queryable, ids: string[]): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      SELECT org_id, list_id, entry_id, encode(decided_entry_hash, 'hex') AS entry_hash, decided_measures, decision,
        encode(decided_subject_hash, 'hex') AS subject_hash
      FROM screening_hits
      WHERE org_id = ANY (${ids}::text[]) AND decision IN ('false_positive', 'true_match')
        AND decided_subject_hash = ANY (ARRAY(SELECT decode(h, 'hex') FROM unnest(${subjectHashes}::text[]) AS h))`.execute(
      own,
    );
    return rows;
  };
  const buckets = await bucketsOf(db, [...new Set([...sharers, orgId])]);
  const found = await Promise.all(
    buckets.map(([own, ids]) =>
      ids.includes(orgId) ? read(own, ids) : soonOrNothing(own, (other) => read(other, ids)),
    ),
  );
  if (found.includes(undefined)) return undefined;
  const rows = found.flatMap((one) => one!);
  const pairOf = ({ subject_hash: hash, entry_id: entryId }: Row): string => `${hash} ${entryId}`;
  const confirmed = new Set(
    rows.filter(({ decision }) => decision === 'true_match').map((row) => pairOf(row)),
  );
  return rows.filter(
    (row) =>
      row.decision === 'false_positive' &&
      sharers.includes(row.org_id) &&
      !confirmed.has(pairOf(row)),
  );
}
