import { sql, type RawBuilder } from 'kysely';
import { textArray } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { InboxRow } from '../inbox/schemas.ts';
import type { ParticipantKey } from '../participants/schemas.ts';

/**
 * Notes in the open transaction that inboxes show a thread, which is locked, differently: to everybody, or to one
 * participant alone. A thread of `appendMessages` is noted there.
 */
export async function recordChange(
  tx: Tx,
  { org_id, id }: { org_id: string; id: string },
  participantId: string | null,
): Promise<void> {
  const who = sql`${participantId}::text`;
  await sql`
    WITH thread AS (
      UPDATE threads SET changed_xid = pg_current_xact_id()
      WHERE org_id = ${org_id} AND id = ${id} AND ${who} IS NULL
    ), member AS (
      UPDATE thread_participants SET changed_xid = pg_current_xact_id()
      WHERE org_id = ${org_id} AND thread_id = ${id} AND participant_id = ${who}
    )
    INSERT INTO inbox_changes (org_id, thread_id, participant_id) VALUES (${org_id}, ${id}, ${who})`.execute(
    tx,
  );
}

/** From here on a statement of the transaction may run for so long at most. */
export async function limitStatements(tx: Tx, ms: number): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`.execute(tx);
}

/**
 * In which numbers of transactions mean the same. The start of the server changes with a failover, and with any copy of
 * the database's files that is started. When one of its processes has crashed it recovers without a new start, and may
 * give numbers again that were not yet on disk; but it throws its statistics away, so that they begin anew
 * (pgstat_discard_stats). The transaction that wrote a row, which is not part of a dump, changes with its restore.
 */
function microseconds(time: RawBuilder<unknown>) {
  return sql`(extract(epoch FROM ${time}) * 1000000)::bigint::text`;
}
const ownIncarnation = sql`${microseconds(sql`pg_postmaster_start_time()`)} || '.'
  || ${microseconds(sql`pg_stat_get_bgwriter_stat_reset_time()`)} || '.'
  || (SELECT xmin::text FROM schema_migrations WHERE version = 1)`;
const position = sql`${ownIncarnation} || '/' || pg_current_snapshot()::text`;
/** True of rows of our time: those from before a restore, under a number still to come, are no news to anybody. */
function isOfOurTime(xid: RawBuilder<unknown>) {
  return sql`${xid} < pg_snapshot_xmax(pg_current_snapshot())`;
}

/** A position's text: which incarnation of the database, then pg_snapshot's xmin:xmax:xip_list. */
export function partsOf(text: string): { incarnation: string; snapshot: string } {
  const [incarnation = '', snapshot = ''] = text.split('/');
  return { incarnation, snapshot };
}

/** The position that follows no other, and that none follows. */
export const NOTHING_SEEN = '/1:1:';

/** The position that has seen everything committed so far. */
export async function selectPosition(db: Queryable): Promise<string> {
  const { rows } = await sql<{ position: string }>`SELECT ${position} AS position`.execute(db);
  return rows[0]!.position;
}

export type Change = { thread_id: string; participant_id: string | null };

const timeMs = sql`(extract(epoch FROM statement_timestamp()) * 1000)::bigint`;

/**
 * Selects changes of some organizations since a position of the last minutes, by organization, and the position after
 * it, with the database's time. Means nothing when that is of another incarnation.
 */
export async function selectChanges(
  db: Queryable,
  orgIds: string[],
  since: string,
): Promise<{ position: string; time_ms: number; changes: Map<string, Change[]> }> {
  const snapshot = sql`${partsOf(since).snapshot}::pg_snapshot`;
  // Not visible in a snapshot is what began after it, or was under way (documentation of pg_snapshot).
  const { rows } = await sql<{ position: string; time_ms: number; org_id: string | null } & Change>`
    SELECT now.*, c.* FROM (SELECT ${position} AS position, ${timeMs} AS time_ms) AS now LEFT JOIN (
      SELECT DISTINCT c.org_id, c.thread_id, c.participant_id FROM unnest(${textArray(orgIds)}) AS o (id)
      CROSS JOIN LATERAL (
        SELECT * FROM inbox_changes i WHERE org_id = o.id AND xid >= pg_snapshot_xmax(${snapshot})
          AND ${isOfOurTime(sql`i.xid`)}
        UNION ALL SELECT i.* FROM pg_snapshot_xip(${snapshot}) AS under_way (xid)
          JOIN inbox_changes i ON i.org_id = o.id AND i.xid = under_way.xid) AS c) AS c ON true`.execute(
    db,
  );
  const found = rows.filter((row) => row.org_id !== null);
  const { position: until, time_ms } = rows[0]!;
  return { position: until, time_ms, changes: Map.groupBy(found, (row) => row.org_id!) };
}

/** A participant of a thread. */
export type Membership = { thread_id: string; participant_id: string };

/** The ones of these participants that the changes are about, and in which threads; in the order of participants. */
export async function selectTouched(
  db: Queryable,
  orgId: string,
  changes: Change[],
  participantIds: string[],
): Promise<Membership[]> {
  const column = (pick: (change: Change) => string | null) => textArray(changes.map(pick));
  const { rows } = await sql<Membership>`
    SELECT DISTINCT m.thread_id, m.participant_id
    FROM unnest(${column((c) => c.thread_id)}, ${column((c) => c.participant_id)}) AS c (thread_id, participant_id)
    JOIN thread_participants m ON m.org_id = ${orgId} AND m.thread_id = c.thread_id
      AND coalesce(m.participant_id = c.participant_id, m.left_at IS NULL)
    -- "IS TRUE" has them put into a hash table. Joined, each member would be compared with each of them, because the
    -- planner takes arrays to be short.
    WHERE (m.participant_id IN (SELECT unnest(${textArray(participantIds)}))) IS TRUE
    ORDER BY m.participant_id, m.thread_id`.execute(db);
  return rows;
}

/** A thread as an inbox shows it now. */
export type ItemRow = InboxRow & {
  participant_id: string;
  /** It is not in the inbox any more. */
  has_left: boolean;
  /** Its messages do not fan out: what is unread in it is not in `inbox_counts`. */
  is_large: boolean;
};

const item = sql`m.thread_id, m.participant_id, m.left_at IS NOT NULL AS has_left, m.status IS NULL AS is_large,
  t.entity_id, t.subject, t.status, t.message_count, c.slug, c.display_name, c.entity_type,
  t.message_count - m.seen_count AS unread_count, t.last_message_id, t.last_message_preview, t.last_message_type,
  t.last_message_at`;

/** In the order of these. */
export async function selectItems(
  db: Queryable,
  orgId: string,
  memberships: Membership[],
): Promise<ItemRow[]> {
  const column = (pick: (one: Membership) => string) => textArray(memberships.map(pick));
  const { rows } = await sql<ItemRow>`
    SELECT ${item} FROM unnest(${column((m) => m.thread_id)}, ${column((m) => m.participant_id)})
      WITH ORDINALITY AS w (thread_id, participant_id, n)
    JOIN thread_participants m
      ON m.org_id = ${orgId} AND m.thread_id = w.thread_id AND m.participant_id = w.participant_id
    JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
    JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id
    ORDER BY w.n`.execute(db);
  return rows;
}

/** A stream that comes back, with where it was. */
export type Absence = {
  key: ParticipantKey;
  /** The position that was seen; null: nothing is missed, only the next position is asked for. */
  since: string | null;
  /** Threads up to this id were seen as well. */
  after: string;
};
export type Missed = {
  /** The position after all that is answered. */
  position: string;
  /** True if the position is of another incarnation of the database: all threads are answered. */
  anew: boolean;
  /** Null for somebody nobody has heard of. */
  participantId: string | null;
  /** By thread. */
  items: ItemRow[];
};

/**
 * Selects changes in each of these inboxes, at most `limit` threads, by looking at all their threads. A position of
 * another incarnation, or one that this database has not reached, has seen nothing.
 */
export async function selectMissed(
  db: Queryable,
  orgId: string,
  absences: Absence[],
  limit: number,
): Promise<Missed[]> {
  const column = (pick: (one: Absence) => string | null) => textArray(absences.map(pick));
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
      FROM unnest(${column((a) => a.key.externalId)}, ${column((a) => a.key.role)}, ${column((a) => a.after)},
        ${column((a) => a.since && partsOf(a.since).incarnation)},
        ${column((a) => a.since && partsOf(a.since).snapshot)})
        WITH ORDINALITY AS a (external_id, role, after, incarnation, snapshot, n)) AS w
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

/** Ids of participants by their keys; null for somebody nobody has heard of. */
export async function selectIds(
  db: Queryable,
  orgId: string,
  keys: ParticipantKey[],
): Promise<(string | null)[]> {
  const column = (pick: (key: ParticipantKey) => string) => textArray(keys.map(pick));
  const { rows } = await sql<{ id: string | null }>`
    SELECT p.id FROM unnest(${column((k) => k.externalId)}, ${column((k) => k.role)})
      WITH ORDINALITY AS w (external_id, role, n)
    LEFT JOIN participants p ON p.org_id = ${orgId} AND p.external_id = w.external_id AND p.role = w.role
    ORDER BY w.n`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes changes of transactions that have ended before, which every stream knows; and those that came with a backup,
 * under numbers that this database has yet to give.
 */
export async function deleteChanges(db: Queryable, before: string): Promise<number> {
  const { numAffectedRows } =
    await sql`DELETE FROM inbox_changes i WHERE i.xid < pg_snapshot_xmin(${partsOf(before).snapshot}::pg_snapshot)
    OR NOT ${isOfOurTime(sql`i.xid`)}`.execute(db);
  return Number(numAffectedRows);
}
