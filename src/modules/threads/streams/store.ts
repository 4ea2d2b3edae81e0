import { sql, type RawBuilder } from 'kysely';
import { textArray } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  isOfOurTime,
  ownIncarnation,
  partsOf,
  position,
  selectLog,
  type ReadLog,
} from '../../../platform/streams/store.ts';
import type { InboxRow } from '../inbox/schemas.ts';
import type { ParticipantKey } from '../schemas.ts';

/** Limits the time of the later statements of the transaction. */
export async function limitStatements(tx: Tx, ms: number): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`.execute(tx);
}

export type Change = { thread_id: string; participant_id: string | null };

/** Selects the changes of some organizations since a position of the last minutes. */
export function selectChanges(
  db: Queryable,
  orgIds: string[],
  since: string,
): Promise<ReadLog<Change>> {
  const columns = [sql`thread_id`, sql`participant_id`];
  return selectLog<Change>(db, { table: 'inbox_changes', columns }, orgIds, since);
}

/** Selects the threads that have changed since a position, at most `limit` of each organization. */
export function selectChangedThreads(
  db: Queryable,
  orgIds: string[],
  since: string,
  limit: number,
): Promise<ReadLog<{ thread_id: string }>> {
  const log = { table: 'inbox_changes', columns: [sql`thread_id`], limit };
  return selectLog(db, log, orgIds, since);
}

/** A participant of a thread. */
export type Membership = { thread_id: string; participant_id: string };

/** Selects the changed threads, for the given participants that they concern, in the order of participants. */
export async function selectTouched(
  db: Queryable,
  orgId: string,
  changes: Change[],
  participantIds: string[],
): Promise<Membership[]> {
  const changed = rowsOf(changes, { thread_id: 'text', participant_id: 'text' }, 'c');
  const { rows } = await sql<Membership>`
    SELECT DISTINCT m.thread_id, m.participant_id
    FROM ${changed.joined}
    JOIN thread_participants m ON m.org_id = ${orgId} AND m.thread_id = c.thread_id
      AND coalesce(m.participant_id = c.participant_id, m.left_at IS NULL)
    -- "IS TRUE" makes PostgreSQL hash the ids. As a join, it would compare each member with each id, because the
    -- planner expects short arrays.
    WHERE (m.participant_id IN (SELECT unnest(${textArray(participantIds)}))) IS TRUE
    ORDER BY m.participant_id, m.thread_id`.execute(db);
  return rows;
}

/** A thread as an inbox currently shows it. */
export type ItemRow = InboxRow & {
  participant_id: string;
  /** True if the participant has left the thread. */
  has_left: boolean;
  /** True if messages of the thread do not fan out: `inbox_counts` does not contain its unread messages. */
  is_large: boolean;
};

const item = sql`m.thread_id, m.participant_id, m.left_at IS NOT NULL AS has_left, m.status IS NULL AS is_large,
  t.entity_id, t.subject, t.status, t.message_count, c.slug, c.display_name, c.entity_type,
  t.message_count - m.seen_count AS unread_count, t.last_message_id, t.last_message_preview, t.last_message_type,
  t.last_message_at`;

/** Selects items in the order of `memberships`. */
export async function selectItems(
  db: Queryable,
  orgId: string,
  memberships: Membership[],
): Promise<ItemRow[]> {
  const wanted = rowsOf(memberships, { thread_id: 'text', participant_id: 'text' }, 'w');
  const { rows } = await sql<ItemRow>`
    SELECT ${item} FROM ${wanted.numbered}
    JOIN thread_participants m
      ON m.org_id = ${orgId} AND m.thread_id = w.thread_id AND m.participant_id = w.participant_id
    JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
    JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id
    ORDER BY w.n`.execute(db);
  return rows;
}

/** A returning stream and its last position. */
export type Absence = {
  key: ParticipantKey;
  /**
   * The last position that the stream has seen. Null means that the stream has missed nothing and needs only the next
   * position.
   */
  since: string | null;
  /** The stream has also seen the threads up to this id. */
  after: string;
};
export type Missed = {
  /** The position after everything in this answer. */
  position: string;
  /** True if `since` is of another incarnation of the database: then the answer contains all threads. */
  anew: boolean;
  /** Null if the organization has no such participant. */
  participantId: string | null;
  /** In the order of thread ids. */
  items: ItemRow[];
};

/**
 * Selects at most `limit` changed threads of each of these inboxes, by reading all their threads. A position of
 * another incarnation, or one that this database has not reached, counts as nothing seen.
 */
export async function selectMissed(
  db: Queryable,
  orgId: string,
  absences: Absence[],
  limit: number,
): Promise<Missed[]> {
  const seen = absences.map(({ key, since, after }) => ({
    ...key,
    after,
    ...(since === null ? { incarnation: null, snapshot: null } : partsOf(since)),
  }));
  const returning = rowsOf(
    seen,
    { externalId: 'text', role: 'text', after: 'text', incarnation: 'text', snapshot: 'text' },
    'a',
  );
  const unseen = (xid: RawBuilder<unknown>) =>
    sql`(NOT pg_visible_in_snapshot(${xid}, w.seen) AND ${isOfOurTime(xid)})`;
  const among = (which: RawBuilder<unknown>) => sql`
    SELECT m.* FROM thread_participants m WHERE m.org_id = ${orgId} AND m.participant_id = p.id AND ${which}`;
  const { rows } = await sql<
    { n: number; position: string; anew: boolean; id: string | null } & (
      | ItemRow
      | { thread_id: null }
    )
  >`
    SELECT w.n, now.position, w.incarnation IS NOT NULL AND w.seen IS NULL AS anew, p.id, missed.*
    FROM (SELECT ${position} AS position, ${ownIncarnation} AS incarnation, pg_current_snapshot() AS snapshot) AS now
    CROSS JOIN LATERAL (
      SELECT n, external_id, role, after, a.incarnation, CASE WHEN a.incarnation = now.incarnation THEN
        CASE WHEN pg_snapshot_xmax(a.snapshot::pg_snapshot) <= pg_snapshot_xmax(now.snapshot)
          THEN a.snapshot::pg_snapshot END END AS seen
      FROM ${returning.numbered}) AS w
    LEFT JOIN participants p ON p.org_id = ${orgId} AND p.external_id = w.external_id AND p.role = w.role
    LEFT JOIN LATERAL (
      SELECT ${item} FROM (
        ${among(sql`m.status IS NOT NULL`)}
        UNION ALL ${among(sql`m.status IS NULL AND m.left_at IS NULL`)}
        UNION ALL ${among(sql`m.left_at IS NOT NULL`)}) AS m
      JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
      JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id
      WHERE w.incarnation IS NOT NULL AND m.thread_id > w.after
        AND (w.seen IS NULL OR ${unseen(sql`m.changed_xid`)}
          OR m.left_at IS NULL AND ${unseen(sql`t.changed_xid`)})
      ORDER BY m.thread_id LIMIT ${limit}) AS missed ON true
    ORDER BY w.n, missed.thread_id`.execute(db);
  const answers: Missed[] = [];
  for (const { n, position: until, anew, id, ...row } of rows) {
    const answer = (answers[n - 1] ??= {
      position: until,
      anew,
      participantId: id,
      items: [],
    });
    if (row.thread_id !== null) answer.items.push(row);
  }
  return answers;
}

/** Selects the ids of participants by their keys; null for an unknown participant. */
export async function selectIds(
  db: Queryable,
  orgId: string,
  keys: ParticipantKey[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT p.id FROM ${rowsOf(keys, { externalId: 'text', role: 'text' }, 'w').numbered}
    LEFT JOIN participants p ON p.org_id = ${orgId} AND p.external_id = w.external_id AND p.role = w.role
    ORDER BY w.n`.execute(db);
  return rows.map(({ id }) => id);
}
