import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  agedPart,
  countAged,
  removedIn,
  seenAnd,
  type AgedRows,
} from '../../../platform/db/lists/aged/due-rows.ts';
import type { Due, DueCount, Part, Removed } from '../../../platform/db/lists/aged/record-class.ts';
import { isOfAny } from '../subject/store.ts';
import type { ThreadRow } from '../threads/store.ts';

/** True if a message's thread is about a held subject, or has one as a participant. */
function isHeld({ held }: Pick<Due, 'held'>): RawBuilder<boolean> {
  return isOfAny('t', 'thread_id', held.subjects);
}

function messagesOf(due: Due): AgedRows {
  return {
    table: 'messages',
    prefix: 'message',
    at: 't.created_at',
    ids: ['t.thread_id'],
    where: sql`t.deleted_at IS NULL AND NOT ${isHeld(due)}`,
  };
}

export function countMessages(db: Queryable, due: Due): Promise<DueCount> {
  return countAged(db, messagesOf(due), due);
}

/** Selects the due messages of a part. */
export async function selectDue(tx: Tx, part: Part): Promise<Removed> {
  const result = await sql`
    WITH ${agedPart(messagesOf(part), part)}
    SELECT ${seenAnd(sql`SELECT id FROM due ORDER BY id`)}`.execute(tx);
  return removedIn(result, part);
}

/** Locks the threads of messages, except those that another transaction has locked. */
export async function lockThreadsOf(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`
    SELECT * FROM threads
    WHERE org_id = ${orgId}
      AND id IN (SELECT thread_id FROM messages WHERE org_id = ${orgId} AND id = ${anyOf(ids)})
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

export type DueMessage = {
  id: string;
  thread_id: string;
  sequence: number;
  participant_id: string;
};

/** Selects the messages that are in locked threads and that no hold keeps. */
export async function selectOf(
  tx: Tx,
  { orgId, held }: Due,
  threadIds: readonly string[],
  ids: readonly string[],
): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    SELECT t.id, t.thread_id, t.sequence, t.participant_id FROM messages t
    WHERE t.org_id = ${orgId} AND t.id = ${anyOf(ids)} AND t.thread_id = ${anyOf(threadIds)}
      AND t.deleted_at IS NULL AND NOT ${isHeld({ held })}
    ORDER BY t.id`.execute(tx);
  return rows;
}
