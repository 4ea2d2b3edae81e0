import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';
import { isOfAny, threadIds } from '../subject/store.ts';
import type { ThreadRow } from '../threads/store.ts';

/** Returns the ids of the threads in which a subject takes part or that are about it. */
export async function selectThreadIds(
  db: Queryable,
  { orgId, subjectId }: Pick<Erasing, 'orgId' | 'subjectId'>,
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM ${threadIds(orgId, subjectId)} AS t ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns true if another of these subjects takes part in a subject's thread, or the thread is about one. */
export async function sharesThread(
  db: Queryable,
  { orgId, subjectId }: Pick<Erasing, 'orgId' | 'subjectId'>,
  others: readonly string[],
): Promise<boolean> {
  if (others.length === 0) return false;
  const { rows } = await sql`
    SELECT FROM threads t WHERE t.org_id = ${orgId} AND t.id IN ${threadIds(orgId, subjectId)}
      AND ${isOfAny('t', 'id', others)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns true if a thread has, or is about, another subject whose records a hold keeps. */
export async function isOfHeld(
  db: Queryable,
  { orgId, heldSubjects }: Pick<Erasing, 'orgId' | 'heldSubjects'>,
  id: string,
): Promise<boolean> {
  if (heldSubjects.length === 0) return false;
  const { rows } = await sql`
    SELECT FROM threads t WHERE t.org_id = ${orgId} AND t.id = ${id} AND ${isOfAny('t', 'id', heldSubjects)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns those of these threads that have a title, a message or the subject's id, in the order of ids. */
export async function selectDue(
  tx: Tx,
  { orgId, subjectId }: Erasing,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM threads WHERE org_id = ${orgId} AND id = ${anyOf(ids)}
      AND (subject IS NOT NULL OR entity_id = ${subjectId} OR EXISTS (
        SELECT FROM messages m WHERE m.org_id = threads.org_id AND m.thread_id = threads.id AND m.deleted_at IS NULL))
    ORDER BY id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function lockThread(
  tx: Tx,
  { orgId }: Erasing,
  id: string,
): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    SELECT * FROM threads WHERE org_id = ${orgId} AND id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

/** Replaces messages of a locked thread by tombstones. @returns their number */
export async function eraseMessages(
  tx: Tx,
  { org_id: orgId, id }: ThreadRow,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH erased AS (
      UPDATE messages AS m SET content = NULL, content_envelope = NULL, deleted_at = statement_timestamp()
      FROM (SELECT id FROM messages WHERE org_id = ${orgId} AND thread_id = ${id} AND deleted_at IS NULL
        ORDER BY sequence LIMIT ${limit}) AS due
      WHERE m.org_id = ${orgId} AND m.id = due.id RETURNING m.sequence, m.participant_id
    ), counted AS (
      UPDATE threads SET message_count = message_count - (SELECT count(*) FROM erased) WHERE org_id = ${orgId} AND id = ${id}
    ), seen AS (
      UPDATE thread_participants AS p SET seen_count = seen_count - (
        SELECT count(*) FROM erased e WHERE p.last_read_sequence >= e.sequence OR p.participant_id = e.participant_id)
      WHERE org_id = ${orgId} AND thread_id = ${id}
    )
    SELECT count(*) AS count FROM erased`.execute(tx);
  return rows[0]!.count;
}

/** Empties the title of a locked thread, and replaces the subject's id. */
export async function eraseTitle(
  tx: Tx,
  { org_id: orgId, id }: ThreadRow,
  subjectId: string,
): Promise<void> {
  await sql`UPDATE threads SET subject = NULL, entity_id = CASE WHEN entity_id = ${subjectId} THEN ${id} ELSE entity_id END
    WHERE org_id = ${orgId} AND id = ${id}`.execute(tx);
}

/** Empties the names of participants, and replaces the subject's id by theirs. */
export async function eraseParticipants(
  tx: Tx,
  { orgId, subjectId, limit }: Erasing,
): Promise<Erased> {
  const { rows } = await sql`
    UPDATE participants AS p SET external_id = p.id, display_name = NULL
    FROM (SELECT id FROM participants WHERE org_id = ${orgId} AND external_id = ${subjectId} LIMIT ${limit} FOR UPDATE) AS due
    WHERE p.org_id = ${orgId} AND p.id = due.id RETURNING 1`.execute(tx);
  return { count: rows.length };
}
