import { sql } from 'kysely';
import { arrayText, textArray } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { inOneForm, isOdd } from '../../../platform/db/lists/external-ids.ts';

export type SpeltParticipant = {
  id: string;
  externalId: string;
  role: string;
  displayName: string | null;
  /** True if its texts are already in NFC. */
  isPlain: boolean;
};

/** Selects participants whose key is not in NFC, and those whose keys are equal in NFC, oldest first. */
export async function selectSpelt(tx: Tx, orgId: string): Promise<SpeltParticipant[]> {
  const { rows } = await sql<SpeltParticipant>`
    WITH odd AS (
      SELECT DISTINCT ${inOneForm('external_id')} AS external_id, ${inOneForm('role')} AS role
      FROM participants WHERE org_id = ${orgId} AND (${isOdd('external_id')} OR ${isOdd('role')})
    )
    SELECT p.id, odd.external_id AS "externalId", odd.role, p.display_name AS "displayName",
      NOT (${isOdd('p.external_id')} OR ${isOdd('p.role')}) AS "isPlain"
    FROM participants p JOIN odd ON odd.external_id = ${inOneForm('p.external_id')} AND odd.role = ${inOneForm('p.role')}
    WHERE p.org_id = ${orgId} ORDER BY p.id`.execute(tx);
  return rows;
}

/** Selects threads with a current or former membership of any of these, in the order of their locks. */
export async function selectThreadsOf(
  tx: Tx,
  orgId: string,
  participantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT thread_id AS id FROM thread_participants
    WHERE org_id = ${orgId} AND participant_id = ANY (${arrayText(participantIds)}::text[]) ORDER BY 1`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** A merged participant, and the one that takes over its data. */
export type Pair = { from: string; into: string };

/**
 * Moves memberships, messages and sums of participants to others, in locked threads. If both are in a thread, the
 * result takes part if either does, since the earlier join, and has read as far as the one that has read further.
 * Afterwards the counts of the threads must be repaired.
 */
export async function moveParticipants(
  tx: Tx,
  orgId: string,
  pairs: readonly Pair[],
  threadIds: readonly string[],
): Promise<void> {
  const from = textArray(pairs.map((pair) => pair.from));
  const ids = pairs.map((pair) => ({ gone: pair.from, kept: pair.into }));
  const pair = rowsOf(ids, { gone: 'text', kept: 'text' }, 'pair').joined;
  await sql`
    WITH moved AS (
      DELETE FROM thread_participants m USING ${pair} WHERE m.org_id = ${orgId} AND m.participant_id = pair.gone
      RETURNING m.thread_id, pair.kept, m.joined_at, m.left_at, m.last_read_sequence, m.last_read_message_id, m.last_read_at
    )
    INSERT INTO thread_participants AS t
      (org_id, thread_id, participant_id, joined_at, left_at, last_read_sequence, last_read_message_id, last_read_at)
    SELECT ${orgId}, thread_id, kept, min(joined_at), CASE WHEN bool_and(left_at IS NOT NULL) THEN max(left_at) END,
      max(last_read_sequence), (array_agg(last_read_message_id ORDER BY last_read_sequence DESC))[1], max(last_read_at)
    FROM moved GROUP BY thread_id, kept
    ON CONFLICT (org_id, thread_id, participant_id) DO UPDATE SET joined_at = least(t.joined_at, excluded.joined_at),
      left_at = CASE WHEN t.left_at IS NOT NULL AND excluded.left_at IS NOT NULL THEN greatest(t.left_at, excluded.left_at) END,
      last_read_sequence = greatest(t.last_read_sequence, excluded.last_read_sequence),
      last_read_message_id = CASE WHEN excluded.last_read_sequence > t.last_read_sequence
        THEN excluded.last_read_message_id ELSE t.last_read_message_id END,
      last_read_at = greatest(t.last_read_at, excluded.last_read_at)`.execute(tx);
  await sql`
    UPDATE messages m SET participant_id = pair.kept FROM ${pair}
    WHERE m.org_id = ${orgId} AND m.thread_id = ANY (${arrayText(threadIds)}::text[]) AND m.participant_id = pair.gone`.execute(
    tx,
  );
  await sql`DELETE FROM inbox_counts WHERE org_id = ${orgId} AND participant_id IN (SELECT unnest(${from}))`.execute(
    tx,
  );
  await sql`DELETE FROM participants WHERE org_id = ${orgId} AND id IN (SELECT unnest(${from}))`.execute(
    tx,
  );
}

/** Gives participants their keys in NFC, and display names if they have none. @returns the number of changed keys */
export async function renameParticipants(
  tx: Tx,
  orgId: string,
  kept: readonly SpeltParticipant[],
): Promise<number> {
  const types = { id: 'text', externalId: 'text', role: 'text', displayName: 'text' } as const;
  await sql`
    UPDATE participants p SET external_id = k.external_id, role = k.role,
      display_name = coalesce(p.display_name, k.display_name)
    FROM ${rowsOf(kept, types, 'k').joined}
    WHERE p.org_id = ${orgId} AND p.id = k.id`.execute(tx);
  return kept.filter(({ isPlain }) => !isPlain).length;
}

/** Gives threads the ids of their objects in NFC. @returns the number of changed threads */
export async function renameEntities(tx: Tx, orgId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE threads SET entity_id = normalize(entity_id, NFC)
    WHERE org_id = ${orgId} AND ${isOdd('entity_id')}`.execute(tx);
  return Number(numAffectedRows);
}
