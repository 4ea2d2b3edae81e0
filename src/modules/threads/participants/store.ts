import { sql } from 'kysely';
import { textArray } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import { countRows } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { ParticipantKey } from '../schemas.ts';

export type ParticipantRow = {
  id: string;
  external_id: string;
  role: string;
  display_name: string | null;
};
export type NewParticipant = ParticipantKey & { id: string; displayName: string | null };

/**
 * Returns the organization's participants with these keys, in the given order. Creates unknown ones with the given
 * id. A given display name replaces the stored one. Locks only rows that need a change, in the order of their keys.
 */
export async function ensureParticipants(
  tx: Tx,
  orgId: string,
  wanted: NewParticipant[],
): Promise<ParticipantRow[]> {
  const found = await selectByKeys(tx, orgId, wanted);
  const missing = wanted.filter(({ displayName }, i) => {
    const row = found[i];
    return !row || (displayName !== null && displayName !== row.display_name);
  });
  if (missing.length > 0) await upsert(tx, orgId, missing);
  const rows = missing.length > 0 ? await selectByKeys(tx, orgId, wanted) : found;
  return rows.map((row) => row!);
}

async function upsert(tx: Tx, orgId: string, wanted: NewParticipant[]): Promise<void> {
  const types = { id: 'text', externalId: 'text', role: 'text', displayName: 'text' } as const;
  const { names, from } = rowsOf(wanted, types, 'w');
  await sql`
    INSERT INTO participants AS p (org_id, ${names})
    SELECT ${orgId}, ${names} FROM ${from}
    ORDER BY w.external_id COLLATE "C", w.role COLLATE "C"
    ON CONFLICT (org_id, external_id, role)
      DO UPDATE SET display_name = coalesce(excluded.display_name, p.display_name)`.execute(tx);
}

/** Selects the participants with these keys, in the given order; undefined for a key without a participant. */
async function selectByKeys(
  tx: Tx,
  orgId: string,
  keys: ParticipantKey[],
): Promise<(ParticipantRow | undefined)[]> {
  const wanted = rowsOf(keys, { externalId: 'text', role: 'text' }, 'w');
  const { rows } = await sql<ParticipantRow & { n: number }>`
    SELECT w.n, p.id, p.external_id, p.role, p.display_name
    FROM ${wanted.numbered}
    JOIN participants p ON p.org_id = ${orgId} AND p.external_id = w.external_id AND p.role = w.role`.execute(
    tx,
  );
  const byPlace = new Map(rows.map((row) => [row.n, row]));
  return keys.map((_, i) => byPlace.get(i + 1));
}

/** Selects the participants of the thread, in the order of joining. */
export async function selectPresent(
  db: Queryable,
  orgId: string,
  threadId: string,
): Promise<ParticipantRow[]> {
  return db
    .selectFrom('thread_participants as m')
    .innerJoin('participants as p', (on) =>
      on.onRef('p.org_id', '=', 'm.org_id').onRef('p.id', '=', 'm.participant_id'),
    )
    .select(['p.id', 'p.external_id', 'p.role', 'p.display_name'])
    .where('m.org_id', '=', orgId)
    .where('m.thread_id', '=', threadId)
    .where('m.left_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('m.participant_id')
    .execute();
}

/** Returns SQL for the id of the participant with this key. */
export function idOf(orgId: string, { externalId, role }: ParticipantKey) {
  return sql<string>`(SELECT k.id FROM participants k
    WHERE k.org_id = ${orgId} AND k.external_id = ${externalId} AND k.role = ${role})`;
}

/** Selects the id of a participant of the organization who takes part in the thread. */
export async function selectPresentId(
  db: Queryable,
  orgId: string,
  threadId: string,
  key: ParticipantKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('thread_participants as m')
    .select('m.participant_id')
    .where('m.org_id', '=', orgId)
    .where('m.thread_id', '=', threadId)
    .where('m.left_at', 'is', null)
    .where('m.participant_id', '=', idOf(orgId, key))
    .executeTakeFirst();
  return row?.participant_id;
}

/**
 * Adds participants to a thread whose row is locked or new. A former participant keeps the read cursor.
 * @returns the number of participants who did not take part before
 */
export async function joinThread(
  tx: Tx,
  orgId: string,
  threadId: string,
  participantIds: string[],
): Promise<number> {
  // Citus counts all rows of such a SELECT, including those that the conflict clause leaves unchanged.
  const { rows } = await sql`
    INSERT INTO thread_participants AS m (org_id, thread_id, participant_id, joined_at)
    SELECT ${orgId}, ${threadId}, id, statement_timestamp() FROM unnest(${textArray(participantIds)}) AS id
    ON CONFLICT (org_id, thread_id, participant_id) DO UPDATE SET joined_at = excluded.joined_at, left_at = NULL
      WHERE m.left_at IS NOT NULL
    RETURNING 1`.execute(tx);
  return rows.length;
}

/** Counts the current and former participants of the thread. */
export async function countEver(tx: Tx, orgId: string, threadId: string): Promise<number> {
  return countRows(
    tx
      .selectFrom('thread_participants')
      .where('org_id', '=', orgId)
      .where('thread_id', '=', threadId),
  );
}

/** Ends a participation in a thread whose row is locked. The row stays, and with it the read cursor. */
export async function leaveThread(
  tx: Tx,
  orgId: string,
  threadId: string,
  participantId: string,
): Promise<void> {
  await tx
    .updateTable('thread_participants')
    .set({ left_at: sql`statement_timestamp()` })
    .where('org_id', '=', orgId)
    .where('thread_id', '=', threadId)
    .where('participant_id', '=', participantId)
    .execute();
}

/** Changes the participant count of a locked thread. */
export async function changeParticipantCount(
  tx: Tx,
  orgId: string,
  id: string,
  by: number,
): Promise<void> {
  await tx
    .updateTable('threads')
    .set({ participant_count: sql`participant_count + ${by}` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}
