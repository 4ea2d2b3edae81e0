import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { countListed, type Total } from '../../../platform/db/lists/keyset.ts';

export type MessageRow = {
  id: string;
  thread_id: string;
  sequence: number;
  participant_id: string;
  external_id: string;
  role: string;
  type: string;
  /** Empty where `content_envelope` has it; null once the message is deleted. */
  content: string | null;
  content_envelope: string | null;
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
    .select('m.content_envelope')
    .where('m.org_id', '=', orgId)
    .where('m.thread_id', '=', threadId);
}

/** Selects a message of a thread, deleted or not. */
export async function selectMessage(
  db: Queryable,
  orgId: string,
  threadId: string,
  id: string,
): Promise<MessageRow | undefined> {
  return withSender(db, orgId, threadId).where('m.id', '=', id).executeTakeFirst();
}

/** Selects up to `limit` messages between two exclusive bounds, from the low or the high end; oldest first. */
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

/** Counts the messages between two exclusive bounds, including deleted ones. */
export async function countMessages(
  db: Queryable,
  orgId: string,
  threadId: string,
  { after, before }: { after: number; before: number },
): Promise<Total> {
  const found = sql`
    SELECT 1 FROM messages WHERE org_id = ${orgId} AND thread_id = ${threadId}
      AND sequence > ${after} AND sequence < ${before}`;
  return countListed(db, found);
}

/** Replaces the content of a message in a locked thread. @returns the time */
export async function replaceContent(
  tx: Tx,
  orgId: string,
  id: string,
  { content, envelope }: { content: string; envelope: string | null },
): Promise<Date> {
  const { edited_at } = await tx
    .updateTable('messages')
    .set({ content, content_envelope: envelope, edited_at: sql<Date>`statement_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('edited_at')
    .executeTakeFirstOrThrow();
  return edited_at!;
}

/**
 * Replaces a message that is not deleted with a tombstone, in a locked thread. Subtracts it from the counts of seen
 * messages.
 */
export async function eraseMessage(
  tx: Tx,
  orgId: string,
  {
    id,
    thread_id,
    sequence,
    participant_id,
  }: Pick<MessageRow, 'id' | 'thread_id' | 'sequence' | 'participant_id'>,
): Promise<void> {
  await sql`
    WITH erased AS (
      UPDATE messages SET content = NULL, content_envelope = NULL, deleted_at = statement_timestamp() WHERE org_id = ${orgId} AND id = ${id}
    ), counted AS (
      UPDATE threads SET message_count = message_count - 1 WHERE org_id = ${orgId} AND id = ${thread_id}
    )
    UPDATE thread_participants SET seen_count = seen_count - 1
    WHERE org_id = ${orgId} AND thread_id = ${thread_id}
      AND (last_read_sequence >= ${sequence} OR participant_id = ${participant_id})`.execute(tx);
}

/** Makes inboxes show the newest remaining message of the locked thread, if it has one. */
export async function showNewestLeft(tx: Tx, orgId: string, threadId: string): Promise<void> {
  await sql`
    UPDATE threads t SET last_message_sequence = m.sequence, last_message_id = m.id, last_message_type = m.type,
      last_message_preview = message_preview(m.content), last_message_at = m.created_at
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT * FROM messages WHERE org_id = ${orgId} AND thread_id = ${threadId} AND deleted_at IS NULL
      ORDER BY sequence DESC LIMIT 1) AS m ON true
    WHERE t.org_id = ${orgId} AND t.id = ${threadId}`.execute(tx);
}

/** Returns the ids of current and former participants of a thread, and of the subjects that it is about. */
export async function subjectsOf(
  db: Queryable,
  orgId: string,
  threadId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT entity_id AS id FROM threads WHERE org_id = ${orgId} AND id = ${threadId}
    UNION SELECT p.external_id FROM thread_participants m JOIN participants p ON p.org_id = m.org_id AND p.id = m.participant_id
    WHERE m.org_id = ${orgId} AND m.thread_id = ${threadId}`.execute(db);
  return rows.map(({ id }) => id);
}
