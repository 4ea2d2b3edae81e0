import { sql } from 'kysely';
import { anyOf } from '../../../../platform/db/bulk/arrays.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { ParticipantKey } from '../../schemas.ts';
import { addToInboxCounts, who } from '../store.ts';

export type UnreadThread = { id: string; participantId: string; lastReadMessageId: string };

/**
 * Locks threads of a participant that have unread messages, in the order of their ids.
 * @returns the threads that still have unread messages once locked
 */
export async function lockUnread(
  tx: Tx,
  orgId: string,
  key: ParticipantKey,
  limit: number,
): Promise<UnreadThread[]> {
  const { rows: found } = await sql<{ id: string; participant_id: string }>`
    WITH who AS MATERIALIZED (${who(orgId, key)})
    SELECT m.thread_id AS id, m.participant_id FROM who JOIN thread_participants m
      ON m.org_id = ${orgId} AND m.participant_id = who.id AND m.left_at IS NULL
    JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id AND t.message_count > m.seen_count
    ORDER BY m.thread_id LIMIT ${limit}`.execute(tx);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  await sql`
    SELECT 1 FROM threads WHERE org_id = ${orgId} AND id = ${anyOf(ids)}
    ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  // Read the threads again: under the lock they can no longer change.
  const { rows } = await sql<UnreadThread>`
    SELECT t.id, m.participant_id AS "participantId", t.last_message_id AS "lastReadMessageId"
    FROM threads t JOIN thread_participants m ON m.org_id = t.org_id AND m.thread_id = t.id
      AND m.participant_id = ${found[0]!.participant_id} AND m.left_at IS NULL
    WHERE t.org_id = ${orgId} AND t.id = ${anyOf(ids)} AND t.message_count > m.seen_count
    ORDER BY t.id`.execute(tx);
  return rows;
}

/** Moves the read cursors of a participant to the end of locked threads, and updates the participant's sums. */
export async function readLocked(
  tx: Tx,
  orgId: string,
  participantId: string,
  threadIds: readonly string[],
): Promise<void> {
  await sql`
    WITH old AS MATERIALIZED (
      SELECT m.thread_id, m.status, m.unread_count, t.message_count, t.last_message_id, t.last_message_sequence
      FROM thread_participants m JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
      WHERE m.org_id = ${orgId} AND m.participant_id = ${participantId}
        AND m.thread_id = ${anyOf(threadIds)}
    ), moved AS (
      UPDATE thread_participants m
      SET last_read_sequence = old.last_message_sequence, last_read_message_id = old.last_message_id,
        last_read_at = statement_timestamp(), seen_count = old.message_count,
        unread_count = CASE WHEN old.status IS NULL THEN NULL ELSE 0 END
      FROM old WHERE m.org_id = ${orgId} AND m.thread_id = old.thread_id AND m.participant_id = ${participantId}
    ), change AS (
      SELECT ${orgId}::text, ${participantId}::text, inbox_slot(thread_id) AS slot, 0, 0, 0, -sum(unread_count) AS unread
      FROM old WHERE status = 'OPEN' GROUP BY slot
    )
    ${addToInboxCounts(sql`SELECT * FROM change WHERE unread <> 0`)}`.execute(tx);
}
