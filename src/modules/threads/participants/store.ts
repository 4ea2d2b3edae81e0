import { sql } from 'kysely';
import { textArray } from '../../../platform/db/arrays.ts';
import { countRows } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { ParticipantKey } from './schemas.ts';

export type ParticipantRow = {
  id: string;
  external_id: string;
  role: string;
  display_name: string | null;
};
export type NewParticipant = ParticipantKey & { id: string; displayName: string | null };

/**
 * The organization's participants with these keys, in their order; unknown ones are created with the given id. A given
 * display name replaces another. Rows that need no change are not locked, the others in the order of their keys.
 */
export async function ensureParticipants(
  tx: Tx,
  orgId: string,
  wanted: NewParticipant[],
): Promise<ParticipantRow[]> {
  const column = (pick: (one: NewParticipant) => string | null) => textArray(wanted.map(pick));
  const externalIds = column((one) => one.externalId);
  const roles = column((one) => one.role);
  await sql`
    INSERT INTO participants AS p (org_id, id, external_id, role, display_name)
    SELECT ${orgId}, w.id, w.external_id, w.role, w.display_name
    FROM unnest(${column((one) => one.id)}, ${externalIds}, ${roles},
      ${column((one) => one.displayName)}) AS w (id, external_id, role, display_name)
    WHERE NOT EXISTS (
      SELECT FROM participants k WHERE k.org_id = ${orgId} AND k.external_id = w.external_id AND k.role = w.role
        AND (w.display_name IS NULL OR k.display_name IS NOT DISTINCT FROM w.display_name))
    ORDER BY w.external_id COLLATE "C", w.role COLLATE "C"
    ON CONFLICT (org_id, external_id, role)
      DO UPDATE SET display_name = coalesce(excluded.display_name, p.display_name)`.execute(tx);
  const { rows } = await sql<ParticipantRow>`
    SELECT p.id, p.external_id, p.role, p.display_name
    FROM unnest(${externalIds}, ${roles}) WITH ORDINALITY AS w (external_id, role, n)
    JOIN participants p ON p.org_id = ${orgId} AND p.external_id = w.external_id AND p.role = w.role
    ORDER BY w.n`.execute(tx);
  return rows;
}

/** Who takes part in the thread, in the order of joining. */
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

/** The id of a participant of the organization who takes part in the thread. */
export async function selectPresentId(
  db: Queryable,
  orgId: string,
  threadId: string,
  { externalId, role }: ParticipantKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('thread_participants as m')
    .select('m.participant_id')
    .where('m.org_id', '=', orgId)
    .where('m.thread_id', '=', threadId)
    .where('m.left_at', 'is', null)
    .where('m.participant_id', '=', (eb) =>
      eb
        .selectFrom('participants as k')
        .select('k.id')
        .where('k.org_id', '=', orgId)
        .where('k.external_id', '=', externalId)
        .where('k.role', '=', role),
    )
    .executeTakeFirst();
  return row?.participant_id;
}

/**
 * Has participants take part in a thread whose row is locked, or new. Who took part before keeps the read cursor.
 * @returns how many of them did not take part
 */
export async function joinThread(
  tx: Tx,
  orgId: string,
  threadId: string,
  participantIds: string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO thread_participants AS m (org_id, thread_id, participant_id)
    SELECT ${orgId}, ${threadId}, id FROM unnest(${textArray(participantIds)}) AS id
    ON CONFLICT (org_id, thread_id, participant_id) DO UPDATE SET joined_at = statement_timestamp(), left_at = NULL
      WHERE m.left_at IS NOT NULL`.execute(tx);
  return Number(numAffectedRows);
}

/** How many take part in the thread, or did. */
export async function countEver(tx: Tx, orgId: string, threadId: string): Promise<number> {
  return countRows(
    tx
      .selectFrom('thread_participants')
      .where('org_id', '=', orgId)
      .where('thread_id', '=', threadId),
  );
}

/** Ends a participation in a thread whose row is locked. The row of who leaves stays, and with it the read cursor. */
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
