import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { idOf } from '../participants/store.ts';
import type { ParticipantKey } from '../schemas.ts';

export type ReadStateRow = {
  participant_id: string;
  external_id: string;
  role: string;
  display_name: string | null;
  last_read_sequence: number;
  last_read_message_id: string | null;
  last_read_at: Date | null;
  unread_count: number;
};

function present(db: Queryable, orgId: string, threadId: string) {
  return (
    db
      .selectFrom('thread_participants as m')
      .innerJoin('participants as p', (on) =>
        on.onRef('p.org_id', '=', 'm.org_id').onRef('p.id', '=', 'm.participant_id'),
      )
      // Both counts from the same moment: a message changes the count of the thread and the count of seen messages.
      .innerJoin('threads as t', (on) =>
        on.onRef('t.org_id', '=', 'm.org_id').onRef('t.id', '=', 'm.thread_id'),
      )
      .select(['m.participant_id', 'p.external_id', 'p.role', 'p.display_name'])
      .select((eb) => eb('t.message_count', '-', eb.ref('m.seen_count')).as('unread_count'))
      .select(['m.last_read_sequence', 'm.last_read_message_id', 'm.last_read_at'])
      .where('m.org_id', '=', orgId)
      .where('m.thread_id', '=', threadId)
      .where('m.left_at', 'is', null)
  );
}

/** Selects the read states of current participants, in the order of joining. */
export async function selectReadStates(
  db: Queryable,
  orgId: string,
  threadId: string,
): Promise<ReadStateRow[]> {
  return present(db, orgId, threadId).orderBy('m.joined_at').orderBy('m.participant_id').execute();
}

export async function selectReadState(
  tx: Tx,
  orgId: string,
  threadId: string,
  key: ParticipantKey,
): Promise<ReadStateRow | undefined> {
  return present(tx, orgId, threadId)
    .where('m.participant_id', '=', idOf(orgId, key))
    .executeTakeFirst();
}

/** Selects the sequence of a message, deleted or not, in the thread. */
export async function selectSequence(
  tx: Tx,
  orgId: string,
  threadId: string,
  messageId: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('sequence')
    .where('org_id', '=', orgId)
    .where('thread_id', '=', threadId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row?.sequence;
}

/**
 * Moves the read cursor forward in a locked thread. Counts the shorter range: the messages between the old and the
 * new place, or those after the new place.
 */
export async function moveReadCursor(
  tx: Tx,
  orgId: string,
  thread: { id: string; last_message_sequence: number | null; message_count: number },
  participantId: string,
  target: { sequence: number; messageId: string },
): Promise<{ last_read_at: Date; seen_count: number }> {
  const end = thread.last_message_sequence ?? 0;
  const { rows } = await sql<{ last_read_at: Date; seen_count: number }>`
    UPDATE thread_participants m SET last_read_sequence = ${target.sequence},
      last_read_message_id = ${target.messageId}, last_read_at = statement_timestamp(),
      seen_count = CASE WHEN ${target.sequence} - m.last_read_sequence < ${end} - ${target.sequence}::bigint
        THEN m.seen_count + ${unseen(orgId, thread.id, sql`m.last_read_sequence`, sql`${target.sequence}::bigint`)}
        ELSE ${thread.message_count} - ${unseen(orgId, thread.id, sql`${target.sequence}::bigint`, sql`${end}::bigint`)}
      END
    WHERE m.org_id = ${orgId} AND m.thread_id = ${thread.id} AND m.participant_id = ${participantId}
    RETURNING m.last_read_at, m.seen_count`.execute(tx);
  return rows[0]!;
}

/** Moves the read cursor back in a locked thread, to the message before this sequence. */
export async function moveReadCursorBack(
  tx: Tx,
  orgId: string,
  threadId: string,
  participantId: string,
  sequence: number,
): Promise<{ last_read_at: Date; seen_count: number; last_read_message_id: string | null }> {
  const { rows } = await sql<{
    last_read_at: Date;
    seen_count: number;
    last_read_message_id: string | null;
  }>`
    WITH before AS (
      SELECT b.sequence, b.id FROM messages b
      WHERE b.org_id = ${orgId} AND b.thread_id = ${threadId} AND b.sequence < ${sequence}
      ORDER BY b.sequence DESC LIMIT 1
    )
    UPDATE thread_participants m SET last_read_at = statement_timestamp(),
      last_read_sequence = coalesce((SELECT before.sequence FROM before), 0),
      last_read_message_id = (SELECT before.id FROM before),
      seen_count = m.seen_count - ${unseen(orgId, threadId, sql`${sequence - 1}::bigint`, sql`m.last_read_sequence`)}
    WHERE m.org_id = ${orgId} AND m.thread_id = ${threadId} AND m.participant_id = ${participantId}
    RETURNING m.last_read_at, m.seen_count, m.last_read_message_id`.execute(tx);
  return rows[0]!;
}

/**
 * Counts the messages of other participants, without deleted ones, in a range of sequences: `after` exclusive, `upTo`
 * inclusive.
 */
function unseen(
  orgId: string,
  threadId: string,
  after: ReturnType<typeof sql>,
  upTo: ReturnType<typeof sql>,
) {
  return sql`(
    SELECT count(*)::integer FROM messages n WHERE n.org_id = ${orgId} AND n.thread_id = ${threadId}
      AND n.sequence > ${after} AND n.sequence <= ${upTo}
      AND n.deleted_at IS NULL AND n.participant_id <> m.participant_id)`;
}
