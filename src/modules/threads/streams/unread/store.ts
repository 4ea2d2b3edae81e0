import { sql } from 'kysely';
import { textArray } from '../../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../../platform/db/database.ts';

/** Counts the unread messages in the open small threads of each participant, in the given order. */
export async function selectInSmall(
  db: Queryable,
  orgId: string,
  participantIds: string[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce((SELECT sum(c.unread_count) FROM inbox_counts c
      WHERE c.org_id = ${orgId} AND c.participant_id = w.id), 0)::bigint AS count
    FROM unnest(${textArray(participantIds)}) WITH ORDINALITY AS w (id, n) ORDER BY w.n`.execute(
    db,
  );
  return rows.map(({ count }) => count);
}

/** Selects the participants who take part in more than this number of large threads. */
export async function selectHeavy(
  db: Queryable,
  orgId: string,
  participantIds: string[],
  threads: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT w.id FROM unnest(${textArray(participantIds)}) AS w (id)
    CROSS JOIN LATERAL (
      SELECT FROM thread_participants m
      WHERE m.org_id = ${orgId} AND m.participant_id = w.id AND m.status IS NULL AND m.left_at IS NULL
      OFFSET ${threads} LIMIT 1) AS one_more`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the unread messages in the open large threads of each participant, in the given order. */
export async function selectInLarge(
  db: Queryable,
  orgId: string,
  participantIds: string[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce((SELECT sum(t.message_count - m.seen_count)
      FROM thread_participants m JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id AND t.status = 'OPEN'
      WHERE m.org_id = ${orgId} AND m.participant_id = w.id AND m.status IS NULL AND m.left_at IS NULL), 0)::bigint
      AS count
    FROM unnest(${textArray(participantIds)}) WITH ORDINALITY AS w (id, n) ORDER BY w.n`.execute(
    db,
  );
  return rows.map(({ count }) => count);
}

/** Selects the open large threads of a participant that have unread messages. */
export async function selectLargeThreads(
  db: Queryable,
  orgId: string,
  participantId: string,
): Promise<{ thread_id: string; unread_count: number }[]> {
  const { rows } = await sql<{ thread_id: string; unread_count: number }>`
    SELECT m.thread_id, t.message_count - m.seen_count AS unread_count
    FROM thread_participants m JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id AND t.status = 'OPEN'
    WHERE m.org_id = ${orgId} AND m.participant_id = ${participantId} AND m.status IS NULL AND m.left_at IS NULL
      AND t.message_count > m.seen_count`.execute(db);
  return rows;
}
