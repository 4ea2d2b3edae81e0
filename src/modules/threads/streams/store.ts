import { sql, type RawBuilder } from 'kysely';
import { textArray } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { InboxRow } from '../inbox/schemas.ts';

export const CHANGED_CHANNEL = 'inboxes_changed';

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

/** Wakes the streams of every process. */
export async function notifyChanged(db: Queryable): Promise<void> {
  await sql`SELECT pg_notify(${CHANGED_CHANNEL}, '')`.execute(db);
}

/** The position that has seen everything committed so far. */
export async function selectPosition(db: Queryable): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    SELECT pg_current_snapshot()::text AS position`.execute(db);
  return rows[0]!.position;
}

export type Change = { org_id: string; thread_id: string; participant_id: string | null };

/** What has changed in some organizations since a position of the last minutes, and the position after it. */
export async function selectChanges(
  db: Queryable,
  orgIds: string[],
  since: string,
): Promise<{ position: string; changes: Change[] }> {
  const snapshot = sql`${since}::pg_snapshot`;
  // Not visible in a snapshot is what began after it, or was under way (documentation of pg_snapshot).
  const { rows } = await sql<{ position: string } & (Change | { org_id: null })>`
    SELECT now.position, c.* FROM (SELECT pg_current_snapshot()::text AS position) AS now LEFT JOIN (
      SELECT DISTINCT c.org_id, c.thread_id, c.participant_id FROM unnest(${textArray(orgIds)}) AS o (id)
      CROSS JOIN LATERAL (
        SELECT * FROM inbox_changes WHERE org_id = o.id AND xid >= pg_snapshot_xmax(${snapshot})
        UNION ALL SELECT i.* FROM pg_snapshot_xip(${snapshot}) AS under_way (xid)
          JOIN inbox_changes i ON i.org_id = o.id AND i.xid = under_way.xid) AS c) AS c ON true`.execute(
    db,
  );
  const changes = rows.filter((row): row is typeof row & Change => row.org_id !== null);
  return { position: rows[0]!.position, changes };
}

/** What one participant has of one thread. */
export type Membership = { org_id: string; thread_id: string; participant_id: string };

/** Which of these participants the changes are about, in which threads; in the order of participants. */
export async function selectTouched(
  db: Queryable,
  changes: Change[],
  participantIds: string[],
): Promise<Membership[]> {
  const column = (pick: (change: Change) => string | null) => textArray(changes.map(pick));
  const { rows } = await sql<Membership>`
    SELECT DISTINCT m.org_id, m.thread_id, m.participant_id
    FROM unnest(${column((c) => c.org_id)}, ${column((c) => c.thread_id)},
      ${column((c) => c.participant_id)}) AS c (org_id, thread_id, participant_id)
    JOIN thread_participants m ON m.org_id = c.org_id AND m.thread_id = c.thread_id
      AND coalesce(m.participant_id = c.participant_id, m.left_at IS NULL)
    -- "IS TRUE" has them put into a hash table. Joined, each member would be compared with each of them, because the
    -- planner takes arrays to be short.
    WHERE (m.participant_id IN (SELECT unnest(${textArray(participantIds)}))) IS TRUE
    ORDER BY m.participant_id, m.thread_id`.execute(db);
  return rows;
}

/** A thread as an inbox shows it now; `has_left`: it is not in the inbox any more. */
export type ItemRow = InboxRow & { participant_id: string; has_left: boolean };

const item = sql`m.thread_id, m.participant_id, m.left_at IS NOT NULL AS has_left, t.entity_id, t.subject, t.status, t.message_count,
  c.slug, c.display_name, c.entity_type, t.message_count - m.seen_count AS unread_count, t.last_message_id,
  t.last_message_preview, t.last_message_type, t.last_message_at`;

/** In the order of these. */
export async function selectItems(db: Queryable, memberships: Membership[]): Promise<ItemRow[]> {
  const column = (pick: (one: Membership) => string) => textArray(memberships.map(pick));
  const { rows } = await sql<ItemRow>`
    SELECT ${item} FROM unnest(${column((m) => m.org_id)}, ${column((m) => m.thread_id)},
      ${column((m) => m.participant_id)}) WITH ORDINALITY AS w (org_id, thread_id, participant_id, n)
    JOIN thread_participants m
      ON m.org_id = w.org_id AND m.thread_id = w.thread_id AND m.participant_id = w.participant_id
    JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
    JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id
    ORDER BY w.n`.execute(db);
  return rows;
}

export type Participant = { org_id: string; participant_id: string };

/** Unread messages in open threads, for each of these participants. */
export async function selectUnreadCounts(
  db: Queryable,
  participants: Participant[],
): Promise<number[]> {
  const column = (pick: (one: Participant) => string) => textArray(participants.map(pick));
  const { rows } = await sql<{ count: number }>`
    SELECT (coalesce((
        SELECT sum(c.unread_count) FROM inbox_counts c
        WHERE c.org_id = w.org_id AND c.participant_id = w.participant_id), 0)
      + coalesce((
        SELECT sum(t.message_count - m.seen_count) FROM thread_participants m
        JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id AND t.status = 'OPEN'
        WHERE m.org_id = w.org_id AND m.participant_id = w.participant_id AND m.status IS NULL
          AND m.left_at IS NULL), 0))::bigint AS count
    FROM unnest(${column((p) => p.org_id)}, ${column((p) => p.participant_id)})
      WITH ORDINALITY AS w (org_id, participant_id, n)
    ORDER BY w.n`.execute(db);
  return rows.map(({ count }) => count);
}

/** What somebody's stream asks for who has been away. */
export type Absence = {
  orgId: string;
  externalId: string;
  role: string;
  /** The position that was seen; null: nothing is missed, only the next position is asked for. */
  since: string | null;
  /** Threads up to this id were seen as well. */
  after: string;
};
export type Missed = {
  /** The position after all that is answered. */
  position: string;
  /** Null for somebody nobody has heard of. */
  participantId: string | null;
  /** By thread. */
  items: ItemRow[];
};

/**
 * What has changed in each of these inboxes, at most `limit` threads, by looking at all their threads. A position that
 * this database has not reached, because it was restored from a backup, has seen nothing.
 */
export async function selectMissed(
  db: Queryable,
  absences: Absence[],
  limit: number,
): Promise<Missed[]> {
  const column = (pick: (one: Absence) => string | null) => textArray(absences.map(pick));
  const unseen = (xid: RawBuilder<unknown>) => sql`NOT pg_visible_in_snapshot(${xid}, w.since)`;
  const among = (which: RawBuilder<unknown>) => sql`
    SELECT m.* FROM thread_participants m WHERE m.org_id = w.org_id AND m.participant_id = p.id AND ${which}`;
  const { rows } = await sql<
    { n: number; position: string; id: string | null } & (ItemRow | { thread_id: null })
  >`
    SELECT w.n, now.position, p.id, missed.*
    FROM (SELECT pg_current_snapshot() AS snapshot, pg_current_snapshot()::text AS position) AS now
    CROSS JOIN (
      SELECT n, org_id, external_id, role, since::pg_snapshot, after
      FROM unnest(${column((a) => a.orgId)}, ${column((a) => a.externalId)}, ${column((a) => a.role)},
        ${column((a) => a.since)}, ${column((a) => a.after)})
        WITH ORDINALITY AS a (org_id, external_id, role, since, after, n)) AS w
    LEFT JOIN participants p ON p.org_id = w.org_id AND p.external_id = w.external_id AND p.role = w.role
    LEFT JOIN LATERAL (
      SELECT ${item} FROM (
        ${among(sql`m.status IS NOT NULL`)}
        UNION ALL ${among(sql`m.status IS NULL AND m.left_at IS NULL`)}
        UNION ALL ${among(sql`m.left_at IS NOT NULL`)}) AS m
      JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
      JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id
      WHERE w.since IS NOT NULL AND m.thread_id > w.after
        AND (${unseen(sql`m.changed_xid`)} OR m.left_at IS NULL AND ${unseen(sql`t.changed_xid`)}
          OR pg_snapshot_xmax(w.since) > pg_snapshot_xmax(now.snapshot))
      ORDER BY m.thread_id LIMIT ${limit}) AS missed ON true
    ORDER BY w.n, missed.thread_id`.execute(db);
  const answers: Missed[] = [];
  for (const { n, position, id, ...row } of rows) {
    const answer = (answers[n - 1] ??= { position, participantId: id, items: [] });
    if (row.thread_id !== null) answer.items.push(row);
  }
  return answers;
}

/** Ids of participants by their keys; null for somebody nobody has heard of. */
export async function selectIds(
  db: Queryable,
  keys: { orgId: string; externalId: string; role: string }[],
): Promise<(string | null)[]> {
  const column = (pick: (key: (typeof keys)[number]) => string) => textArray(keys.map(pick));
  const { rows } = await sql<{ id: string | null }>`
    SELECT p.id FROM unnest(${column((k) => k.orgId)}, ${column((k) => k.externalId)},
      ${column((k) => k.role)}) WITH ORDINALITY AS w (org_id, external_id, role, n)
    LEFT JOIN participants p ON p.org_id = w.org_id AND p.external_id = w.external_id AND p.role = w.role
    ORDER BY w.n`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of transactions that have ended before; their changes are known to every stream. */
export async function deleteChanges(db: Queryable, before: string): Promise<void> {
  await sql`DELETE FROM inbox_changes WHERE xid < pg_snapshot_xmin(${before}::pg_snapshot)`.execute(
    db,
  );
}
