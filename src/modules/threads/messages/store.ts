import { sql } from 'kysely';
import { textArray } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export type NewMessage = {
  orgId: string;
  threadId: string;
  externalId: string;
  role: string;
  id: string;
  type: string;
  content: string;
  preview: string;
};
/** What became of a new message: a null participant does not take part, a null sequence was not accepted. */
export type Placed = { participant_id: string | null; sequence: number | null; sent_at: Date };

/**
 * Appends messages to their threads, which are locked, in the order given: each to an open thread that its sender takes
 * part in. Counts what the senders have seen, shows the newest of each thread, and tells the inboxes of threads with at
 * most `maxTold` participants: one statement for all, in the order of locks that `refreshInboxes` keeps as well.
 * @returns for each message, in the same order, what became of it; undefined when there is no such thread
 */
export async function appendMessages(
  tx: Tx,
  messages: NewMessage[],
  maxTold: number,
): Promise<(Placed | undefined)[]> {
  const column = (pick: (message: NewMessage) => string) => textArray(messages.map(pick));
  const { rows } = await sql<Placed & { n: number }>`
    WITH placed AS MATERIALIZED (
      SELECT i.*, t.ctid AS place, t.last_sequence, t.participant_count <= ${sql.lit(maxTold)} AS told,
        m.participant_id,
        greatest(statement_timestamp(), t.last_activity_at) AS sent_at,
        CASE WHEN t.status = 'OPEN' AND m.participant_id IS NOT NULL THEN t.last_sequence + count(m.participant_id)
          OVER (PARTITION BY i.org_id, i.thread_id ORDER BY i.n) END AS sequence
      FROM unnest(${column((m) => m.orgId)}, ${column((m) => m.threadId)},
        ${column((m) => m.externalId)}, ${column((m) => m.role)}, ${column((m) => m.id)},
        ${column((m) => m.type)}, ${column((m) => m.content)}, ${column((m) => m.preview)})
        WITH ORDINALITY AS i (org_id, thread_id, external_id, role, id, type, content, preview, n)
      JOIN threads t ON t.org_id = i.org_id AND t.id = i.thread_id
      LEFT JOIN participants p ON p.org_id = i.org_id AND p.external_id = i.external_id AND p.role = i.role
      LEFT JOIN LATERAL (
        SELECT participant_id FROM thread_participants WHERE org_id = i.org_id AND thread_id = i.thread_id
          AND participant_id = p.id AND left_at IS NULL
        -- Kept a query of its own, so that it is found by the whole key.
        OFFSET 0) AS m ON true
    ), accepted AS MATERIALIZED (
      SELECT * FROM placed WHERE sequence IS NOT NULL
    ), message AS (
      INSERT INTO messages (org_id, id, thread_id, sequence, participant_id, type, content, created_at)
      SELECT org_id, id, thread_id, sequence, participant_id, type, content, sent_at FROM accepted
    ), last AS MATERIALIZED (
      SELECT DISTINCT ON (org_id, thread_id) *, sequence - last_sequence AS count,
        array_agg(participant_id) OVER (PARTITION BY org_id, thread_id) AS senders
      FROM accepted ORDER BY org_id, thread_id, sequence DESC
    ), thread AS (
      UPDATE threads t SET last_sequence = l.sequence, message_count = t.message_count + l.count,
        last_message_sequence = l.sequence, last_message_id = l.id, last_message_type = l.type,
        last_message_preview = l.preview, last_message_at = l.sent_at, last_activity_at = l.sent_at,
        changed_xid = pg_current_xact_id()
      FROM last l WHERE t.ctid = l.place
    ), change AS (
      INSERT INTO inbox_changes (org_id, thread_id) SELECT org_id, thread_id FROM last
    ), member AS MATERIALIZED (
      SELECT m.ctid AS place, m.org_id, m.thread_id, m.participant_id, l.sent_at, own, l.count - own AS others
      FROM last l JOIN thread_participants m ON m.org_id = l.org_id AND m.thread_id = l.thread_id AND m.left_at IS NULL
      CROSS JOIN LATERAL (SELECT cardinality(array_positions(l.senders, m.participant_id)) AS own) AS sent
      WHERE l.told
      UNION ALL
      -- Who is told nothing has no copies: nulls stay nulls.
      SELECT m.ctid, m.org_id, m.thread_id, m.participant_id, NULL, count(*), NULL
      FROM last l CROSS JOIN LATERAL unnest(l.senders) AS s (id)
      JOIN thread_participants m ON m.org_id = l.org_id AND m.thread_id = l.thread_id AND m.participant_id = s.id
      WHERE NOT l.told GROUP BY 1, 2, 3, 4
    ), inbox AS (
      UPDATE thread_participants m SET seen_count = m.seen_count + i.own,
        last_activity_at = i.sent_at, unread_count = m.unread_count + i.others
      FROM member i WHERE m.ctid = i.place
    ), counts AS (
      INSERT INTO inbox_counts AS c
        (org_id, participant_id, slot, open_threads, closed_threads, archived_threads, unread_count)
      SELECT org_id, participant_id, inbox_slot(thread_id) AS slot, 0, 0, 0, sum(others) FROM member WHERE others > 0
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (org_id, participant_id, slot)
        DO UPDATE SET unread_count = c.unread_count + excluded.unread_count
    )
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

/** Of a thread; deleted ones too. */
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

/** Of a thread that is locked. @returns when */
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

/** The newest message before `sequence` that is not deleted. */
export async function selectNewestBefore(
  tx: Tx,
  orgId: string,
  threadId: string,
  sequence: number,
): Promise<MessageRow | undefined> {
  return withSender(tx, orgId, threadId)
    .where('m.sequence', '<', sequence)
    .where('m.deleted_at', 'is', null)
    .orderBy('m.sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest message of a thread that is locked, as inboxes show it. */
export async function showLast(
  tx: Tx,
  orgId: string,
  threadId: string,
  last: MessageRow | undefined,
  preview: string | null,
): Promise<void> {
  await tx
    .updateTable('threads')
    .set({
      last_message_sequence: last?.sequence ?? null,
      last_message_id: last?.id ?? null,
      last_message_type: last?.type ?? null,
      last_message_preview: preview,
      // Dates of the driver have milliseconds only.
      last_message_at: sql<Date | null>`(
        SELECT created_at FROM messages WHERE org_id = ${orgId} AND id = ${last?.id ?? null})`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', threadId)
    .execute();
}
