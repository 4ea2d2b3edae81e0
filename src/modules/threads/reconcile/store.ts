import { sql } from 'kysely';
import { textArray } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { addToInboxCounts } from '../inbox/store.ts';

export type Mismatch = {
  /** The part with the difference: a thread, a participant of a thread, or the sums of a participant. */
  what: 'thread' | 'participant' | 'inbox';
  thread_id: string | null;
  participant_id: string | null;
  kept: string;
  counted: string;
};

/** Counts the messages, without deleted ones, that a participant `m` of a thread has seen. */
const seenCount = sql`(
  SELECT count(*)::integer FROM messages n WHERE n.org_id = m.org_id AND n.thread_id = m.thread_id
    AND n.deleted_at IS NULL AND (n.sequence <= m.last_read_sequence OR n.participant_id = m.participant_id))`;
/**
 * The read cursor of a participant `m` of a thread `t`. A cursor beyond the newest message would hide later messages.
 */
const readCursor = sql`least(m.last_read_sequence, t.last_sequence)`;
/** The id of the message at the read cursor of a participant `m` of a thread `t`. */
const readMessage = sql`(
  SELECT n.id FROM messages n WHERE n.org_id = m.org_id AND n.thread_id = m.thread_id AND n.sequence = ${readCursor})`;

/**
 * The columns of threads `t`, recomputed from messages and participants.
 * @param which the condition that selects threads
 */
function countedThreads(orgId: string, which: ReturnType<typeof sql>) {
  return sql`
  SELECT t.id, coalesce(c.live, 0)::integer AS message_count,
    -- Without gaps, the number of messages equals the last sequence.
    CASE WHEN coalesce(c.count, 0) = coalesce(c.last, 0) THEN coalesce(c.last, 0) ELSE -1 END AS last_sequence,
    c.last_live AS last_message_sequence, n.id AS last_message_id, n.type AS last_message_type,
    message_preview(n.content) AS last_message_preview, n.created_at AS last_message_at,
    coalesce(c.last_at, t.created_at) AS last_activity_at,
    (SELECT count(*) FROM thread_participants m
      WHERE m.org_id = t.org_id AND m.thread_id = t.id AND m.left_at IS NULL)::integer AS participant_count
  FROM threads t LEFT JOIN (
    SELECT thread_id, count(*), count(*) FILTER (WHERE deleted_at IS NULL) AS live, max(sequence) AS last,
      max(sequence) FILTER (WHERE deleted_at IS NULL) AS last_live, max(created_at) AS last_at
    FROM messages WHERE org_id = ${orgId} AND ${which} GROUP BY 1) AS c ON c.thread_id = t.id
  LEFT JOIN messages n ON n.org_id = t.org_id AND n.thread_id = t.id AND n.sequence = c.last_live
  WHERE t.org_id = ${orgId}`;
}

function of(alias: string) {
  return sql`ROW (${sql.join(
    [
      'message_count',
      'last_sequence',
      'last_message_sequence',
      'last_message_id',
      'last_message_type',
      'last_message_preview',
      'last_message_at',
      'last_activity_at',
      'participant_count',
    ].map((name) => sql.ref(`${alias}.${name}`)),
  )})`;
}

/** The key of the last difference of a page; the next page begins after it. */
export type MismatchKey = Pick<Mismatch, 'what' | 'thread_id' | 'participant_id'>;

/**
 * Selects the differences between stored columns and messages, read cursors and threads, from one moment. Threads
 * come first: the order is that of repairs.
 * @param fanOutLimit the maximum number of participants of a thread whose messages fan out
 */
export async function selectMismatches(
  db: Queryable,
  orgId: string,
  fanOutLimit: number,
  limit: number,
  after?: MismatchKey,
): Promise<Mismatch[]> {
  const rank = (what: ReturnType<typeof sql>) =>
    sql`array_position(ARRAY['thread', 'participant', 'inbox'], ${what})`;
  const key = sql`ROW (${rank(sql`what`)}, coalesce(thread_id, ''), coalesce(participant_id, ''))`;
  const last =
    after &&
    sql`ROW (${rank(sql`${after.what}::text`)}, ${after.thread_id ?? ''}::text, ${after.participant_id ?? ''}::text)`;
  const { rows } = await sql<Mismatch>`
    WITH thread AS (
      SELECT t.id AS thread_id, NULL AS participant_id, ${of('t')}::text AS kept, ${of('c')}::text AS counted
      FROM threads t JOIN (${countedThreads(orgId, sql`true`)}) AS c ON c.id = t.id WHERE t.org_id = ${orgId}
    ), participant AS (
      SELECT m.thread_id, m.participant_id,
        ROW (m.seen_count, m.status, m.last_activity_at, m.unread_count,
          m.last_read_sequence, m.last_read_message_id)::text AS kept,
        ROW (s.seen, CASE WHEN fans_out THEN t.status END, CASE WHEN fans_out THEN t.last_activity_at END,
          CASE WHEN fans_out THEN t.message_count - s.seen END, ${readCursor}, ${readMessage})::text AS counted
      FROM thread_participants m JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
      CROSS JOIN LATERAL (
        SELECT m.left_at IS NULL AND t.participant_count <= ${sql.lit(fanOutLimit)} AS fans_out) AS shown
      CROSS JOIN LATERAL (SELECT ${seenCount} AS seen) AS s
      WHERE m.org_id = ${orgId}
    ), inbox AS (
      SELECT NULL AS thread_id, participant_id, coalesce(k.sums, ROW (0, 0, 0, 0)::text) AS kept,
        coalesce(n.sums, ROW (0, 0, 0, 0)::text) AS counted
      FROM (SELECT participant_id, slot, ROW (open_threads, closed_threads, archived_threads, unread_count)::text AS sums
        FROM inbox_counts WHERE org_id = ${orgId}) AS k
      FULL JOIN (SELECT participant_id, inbox_slot(thread_id) AS slot, ROW (count(*) FILTER (WHERE status = 'OPEN'),
          count(*) FILTER (WHERE status = 'CLOSED'), count(*) FILTER (WHERE status = 'ARCHIVED'),
          coalesce(sum(unread_count) FILTER (WHERE status = 'OPEN'), 0))::text AS sums
        FROM thread_participants WHERE org_id = ${orgId} AND status IS NOT NULL GROUP BY 1, 2) AS n
        USING (participant_id, slot)
    )
    SELECT * FROM (
      SELECT 'thread' AS what, * FROM thread UNION ALL SELECT 'participant', * FROM participant
      UNION ALL SELECT 'inbox', * FROM inbox) AS either
    WHERE kept <> counted AND ${last ? sql`${key} > ${last}` : sql`true`}
    ORDER BY ${key} LIMIT ${limit}`.execute(db);
  return rows;
}

/** Repairs a locked thread. Gaps between sequences stay. */
export async function repairThread(tx: Tx, orgId: string, threadId: string): Promise<void> {
  await sql`
    UPDATE threads t SET message_count = c.message_count, participant_count = c.participant_count,
      last_sequence = CASE WHEN c.last_sequence < 0 THEN greatest(t.last_sequence, c.last_message_sequence)
        ELSE c.last_sequence END,
      last_message_sequence = c.last_message_sequence, last_message_id = c.last_message_id,
      last_message_type = c.last_message_type, last_message_preview = c.last_message_preview,
      last_message_at = c.last_message_at, last_activity_at = c.last_activity_at
    FROM (${countedThreads(orgId, sql`thread_id = ${threadId}`)} AND t.id = ${threadId}) AS c
    WHERE t.org_id = ${orgId} AND t.id = c.id`.execute(tx);
  await sql`
    UPDATE thread_participants m
    SET seen_count = ${seenCount}, last_read_sequence = ${readCursor}, last_read_message_id = ${readMessage}
    FROM threads t WHERE m.org_id = ${orgId} AND m.thread_id = ${threadId} AND t.org_id = m.org_id AND t.id = m.thread_id
      AND (m.seen_count, m.last_read_sequence, m.last_read_message_id)
        IS DISTINCT FROM (${seenCount}, ${readCursor}, ${readMessage})`.execute(tx);
}

/**
 * Recomputes the sums of these participants from their copies, and logs the change for open streams. A separate first
 * statement locks the sums. A transaction that has changed copies but not yet the sums then waits: the second
 * statement does not see its changes, and it adds them to the new sums.
 */
export async function repairSums(tx: Tx, orgId: string, participantIds: string[]): Promise<void> {
  const ids = textArray(participantIds);
  await addToInboxCounts(sql`
    SELECT ${orgId}::text, id, slot, 0, 0, 0, 0
    FROM unnest(${ids}) AS id, generate_series(0, 15) AS slot`).execute(tx);
  await sql`
    UPDATE inbox_counts c SET open_threads = n.open, closed_threads = n.closed, archived_threads = n.archived,
      unread_count = n.unread
    FROM (SELECT k.participant_id, k.slot, count(*) FILTER (WHERE status = 'OPEN') AS open,
        count(*) FILTER (WHERE status = 'CLOSED') AS closed, count(*) FILTER (WHERE status = 'ARCHIVED') AS archived,
        coalesce(sum(m.unread_count) FILTER (WHERE status = 'OPEN'), 0) AS unread
      FROM inbox_counts k LEFT JOIN thread_participants m ON m.org_id = k.org_id
        AND m.participant_id = k.participant_id AND inbox_slot(m.thread_id) = k.slot AND m.status IS NOT NULL
      WHERE k.org_id = ${orgId} AND k.participant_id IN (SELECT unnest(${ids})) GROUP BY 1, 2) AS n
    WHERE c.org_id = ${orgId} AND c.participant_id = n.participant_id AND c.slot = n.slot`.execute(
    tx,
  );
  // The change is only logged, without a lock: a participant without an open stream gets the count on connecting. Any
  // thread of the participant suffices.
  await sql`
    INSERT INTO inbox_changes (org_id, thread_id, participant_id)
    SELECT ${orgId}, own.thread_id, id FROM unnest(${ids}) AS id CROSS JOIN LATERAL (
      SELECT thread_id FROM thread_participants m WHERE m.org_id = ${orgId} AND m.participant_id = id
      ORDER BY m.left_at IS NOT NULL LIMIT 1) AS own`.execute(tx);
}
