import { sql } from 'kysely';
import { textArray } from '../../../platform/db/arrays.ts';
import { countingAtOnce } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { FANOUT_LIMIT } from '../inbox/schemas.ts';

export type NewMessage = {
  orgId: string;
  threadId: string;
  externalId: string;
  role: string;
  id: string;
  type: string;
  content: string;
};
/** The fate of a new message: a null participant does not take part, a null sequence was not accepted. */
export type Placed = { participant_id: string | null; sequence: number | null; sent_at: Date };

function columnOf(messages: NewMessage[], pick: (message: NewMessage) => string) {
  return textArray(messages.map(pick));
}

/**
 * A row for each message whose thread exists, with what becomes of it: a place in the thread if that is open and the
 * sender takes part in it.
 */
function placed(messages: NewMessage[]) {
  return sql`
    SELECT i.*, t.ctid AS place, t.last_sequence, t.participant_count <= ${sql.lit(FANOUT_LIMIT)} AS fans_out, m.participant_id,
      greatest(statement_timestamp(), t.last_activity_at) AS sent_at,
      CASE WHEN t.status = 'OPEN' AND m.participant_id IS NOT NULL THEN t.last_sequence + count(m.participant_id)
        OVER (PARTITION BY i.org_id, i.thread_id ORDER BY i.n) END AS sequence
    FROM unnest(${columnOf(messages, (m) => m.orgId)}, ${columnOf(messages, (m) => m.threadId)},
      ${columnOf(messages, (m) => m.externalId)}, ${columnOf(messages, (m) => m.role)},
      ${columnOf(messages, (m) => m.id)}, ${columnOf(messages, (m) => m.type)},
      ${columnOf(messages, (m) => m.content)})
      WITH ORDINALITY AS i (org_id, thread_id, external_id, role, id, type, content, n)
    JOIN threads t ON t.org_id = i.org_id AND t.id = i.thread_id
    LEFT JOIN participants p ON p.org_id = i.org_id AND p.external_id = i.external_id AND p.role = i.role
    LEFT JOIN LATERAL (
      SELECT participant_id FROM thread_participants WHERE org_id = i.org_id AND thread_id = i.thread_id
        AND participant_id = p.id AND left_at IS NULL
      -- Kept a query of its own, so that it is found by the whole key.
      OFFSET 0) AS m ON true`;
}

/** The newest accepted message of each thread, with the number and the senders of all. */
const NEWEST = sql`
  SELECT DISTINCT ON (org_id, thread_id) *, sequence - last_sequence AS count,
    array_agg(participant_id) OVER (PARTITION BY org_id, thread_id) AS senders
  FROM accepted ORDER BY org_id, thread_id, sequence DESC`;

/**
 * The participants whose counts change, with the numbers of messages of their own and of others: all of a thread that
 * fans out, in a larger one its senders alone. Those have no copies of the thread: nulls stay nulls.
 */
const COUNTED = sql`
  SELECT m.ctid AS place, m.org_id, m.thread_id, m.participant_id, n.sent_at, own, n.count - own AS others
  FROM newest n JOIN thread_participants m ON m.org_id = n.org_id AND m.thread_id = n.thread_id AND m.left_at IS NULL
  CROSS JOIN LATERAL (SELECT cardinality(array_positions(n.senders, m.participant_id)) AS own) AS sent
  WHERE n.fans_out
  UNION ALL
  SELECT m.ctid, m.org_id, m.thread_id, m.participant_id, NULL, count(*), NULL
  FROM newest n CROSS JOIN LATERAL unnest(n.senders) AS s (id)
  JOIN thread_participants m ON m.org_id = n.org_id AND m.thread_id = n.thread_id AND m.participant_id = s.id
  WHERE NOT n.fans_out GROUP BY 1, 2, 3, 4`;

const INSERT_MESSAGES = sql`
  INSERT INTO messages (org_id, id, thread_id, sequence, participant_id, type, content, created_at, counted)
  SELECT org_id, id, thread_id, sequence, participant_id, type, content, sent_at, true FROM accepted
  RETURNING org_id, id, created_at`;

const COUNT_USAGE = countingAtOnce({
  from: sql`message`,
  at: sql`created_at`,
  service: sql.lit('threads'),
  metric: sql.lit('messages'),
});

const SHOW_NEWEST = sql`
  UPDATE threads t SET last_sequence = n.sequence, message_count = t.message_count + n.count,
    last_message_sequence = n.sequence, last_message_id = n.id, last_message_type = n.type,
    last_message_preview = message_preview(n.content), last_message_at = n.sent_at, last_activity_at = n.sent_at,
    changed_xid = pg_current_xact_id()
  FROM newest n WHERE t.ctid = n.place`;

/** Open streams follow this log. */
const LOG_CHANGES = sql`
  INSERT INTO inbox_changes (org_id, thread_id) SELECT org_id, thread_id FROM newest`;

const COUNT_BY_THREAD = sql`
  UPDATE thread_participants m SET seen_count = m.seen_count + c.own, last_activity_at = c.sent_at,
    unread_count = m.unread_count + c.others
  FROM counted c WHERE m.ctid = c.place`;

const COUNT_BY_INBOX = sql`
  INSERT INTO inbox_counts AS i
    (org_id, participant_id, slot, open_threads, closed_threads, archived_threads, unread_count)
  SELECT org_id, participant_id, inbox_slot(thread_id) AS slot, 0, 0, 0, sum(others) FROM counted WHERE others > 0
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (org_id, participant_id, slot) DO UPDATE SET unread_count = i.unread_count + excluded.unread_count`;

/**
 * Appends messages to their threads, which are locked, in the order given, and counts them in threads and inboxes. It
 * is one statement, and takes locks in the order that `refreshInboxes` keeps as well: statements of their own for these
 * steps would have to find the messages again, which costs PostgreSQL a fifth to a half more.
 * @returns for each message, in the same order, what became of it; undefined when there is no such thread
 */
export async function appendMessages(
  tx: Tx,
  messages: NewMessage[],
): Promise<(Placed | undefined)[]> {
  const { rows } = await sql<Placed & { n: number }>`
    WITH placed AS MATERIALIZED (${placed(messages)}),
      accepted AS MATERIALIZED (SELECT * FROM placed WHERE sequence IS NOT NULL),
      newest AS MATERIALIZED (${NEWEST}),
      counted AS MATERIALIZED (${COUNTED}),
      message AS (${INSERT_MESSAGES}),
      usage AS (${COUNT_USAGE}),
      thread AS (${SHOW_NEWEST}),
      change AS (${LOG_CHANGES}),
      by_thread AS (${COUNT_BY_THREAD}),
      by_inbox AS (${COUNT_BY_INBOX})
    SELECT n, participant_id, sequence, sent_at FROM placed`.execute(tx);
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return messages.map((_, i) => byNumber.get(i + 1));
}

export type MessageRow = {
  id: string;
  thread_id: string;
  sequence: number;
  participant_id: string;
  external_id: string;
  role: string;
  type: string;
  content: string | null;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
};

function withSender(db: Queryable, orgId: string, threadId: string) {
  return db
    .selectFrom('messages as m')
    .innerJoin('participants as p', (on) =>
      on.onRef('p.org_id', '=', 'm.org_id').onRef('p.id', '=', 'm.participant_id'),
    )
    .select(['m.id', 'm.thread_id', 'm.sequence', 'm.participant_id', 'm.type', 'm.content'])
    .select(['m.created_at', 'm.edited_at', 'm.deleted_at', 'p.external_id', 'p.role'])
    .where('m.org_id', '=', orgId)
    .where('m.thread_id', '=', threadId);
}

/** Selects a message of a thread; deleted ones too. */
export async function selectMessage(
  db: Queryable,
  orgId: string,
  threadId: string,
  id: string,
): Promise<MessageRow | undefined> {
  return withSender(db, orgId, threadId).where('m.id', '=', id).executeTakeFirst();
}

/** Up to `limit` messages within the bounds, exclusive both, from the low or from the high end; oldest first. */
export async function selectMessages(
  db: Queryable,
  orgId: string,
  threadId: string,
  { after, before }: { after: number; before: number },
  from: 'low' | 'high',
  limit: number,
): Promise<MessageRow[]> {
  const rows = await withSender(db, orgId, threadId)
    .where('m.sequence', '>', after)
    .where('m.sequence', '<', before)
    .orderBy('m.sequence', from === 'low' ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  return from === 'low' ? rows : rows.toReversed();
}

/** Replaces a message in a thread that is locked. @returns when */
export async function replaceContent(
  tx: Tx,
  orgId: string,
  id: string,
  content: string,
): Promise<Date> {
  const { edited_at } = await tx
    .updateTable('messages')
    .set({ content, edited_at: sql<Date>`statement_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('edited_at')
    .executeTakeFirstOrThrow();
  return edited_at!;
}

/** Leaves a tombstone of a message that is not deleted, in a thread that is locked. Nobody has seen it any more. */
export async function eraseMessage(
  tx: Tx,
  orgId: string,
  { id, thread_id, sequence, participant_id }: MessageRow,
): Promise<void> {
  await sql`
    WITH erased AS (
      UPDATE messages SET content = NULL, deleted_at = statement_timestamp() WHERE org_id = ${orgId} AND id = ${id}
    ), counted AS (
      UPDATE threads SET message_count = message_count - 1 WHERE org_id = ${orgId} AND id = ${thread_id}
    )
    UPDATE thread_participants SET seen_count = seen_count - 1
    WHERE org_id = ${orgId} AND thread_id = ${thread_id}
      AND (last_read_sequence >= ${sequence} OR participant_id = ${participant_id})`.execute(tx);
}

/** Has inboxes show the newest message that a thread has, if any; the thread is locked. */
export async function showNewestLeft(tx: Tx, orgId: string, threadId: string): Promise<void> {
  await sql`
    UPDATE threads t SET last_message_sequence = m.sequence, last_message_id = m.id, last_message_type = m.type,
      last_message_preview = message_preview(m.content), last_message_at = m.created_at
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT * FROM messages WHERE org_id = ${orgId} AND thread_id = ${threadId} AND deleted_at IS NULL
      ORDER BY sequence DESC LIMIT 1) AS m ON true
    WHERE t.org_id = ${orgId} AND t.id = ${threadId}`.execute(tx);
}
