import { sql } from 'kysely';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { inOneForm, isOdd } from '../../../platform/db/lists/external-ids.ts';

/** A merged hit, and the hit that takes over its decision. */
export type MergedHit = { from: string; into: string };

/** Adds hits to the cases that have hits merged into them. @returns the cases, each with its new hit */
export async function addMergedHits(
  tx: Tx,
  orgId: string,
  hits: readonly MergedHit[],
): Promise<{ caseId: string; hitId: string }[]> {
  const ids = hits.map(({ from, into }) => ({ fromId: from, intoId: into }));
  const moved = rowsOf(ids, { fromId: 'text', intoId: 'text' }, 'hit');
  const { rows } = await sql<{ caseId: string; hitId: string }>`
    INSERT INTO case_items (org_id, case_id, item_id, kind, added_kind, added_by)
    SELECT ${orgId}, i.case_id, hit.into_id, i.kind, i.added_kind, i.added_by
    FROM case_items i JOIN ${moved.joined} ON hit.from_id = i.item_id
    WHERE i.org_id = ${orgId}
    ON CONFLICT (org_id, case_id, item_id) DO NOTHING
    RETURNING case_id AS "caseId", item_id AS "hitId"`.execute(tx);
  return rows;
}

/**
 * Turns open cases of the rule into manual cases if an older case of the rule has the same subject. @returns their
 * ids
 */
export async function giveUpRule(tx: Tx, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE cases SET origin = 'hand', revision = revision + 1 WHERE org_id = ${orgId} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY ${inOneForm('subject_id')} ORDER BY id) AS place
        FROM cases WHERE org_id = ${orgId} AND origin = 'rule' AND status <> 'CLOSED') AS placed WHERE place > 1)
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Gives cases the ids of their subjects in NFC. @returns the number of changed cases */
export async function renameSubjects(tx: Tx, orgId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE cases SET subject_id = normalize(subject_id, NFC)
    WHERE org_id = ${orgId} AND ${isOdd('subject_id')}`.execute(tx);
  return Number(numAffectedRows);
}
