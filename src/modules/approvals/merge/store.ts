import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { inOneForm, isOdd } from '../../../platform/db/lists/external-ids.ts';

/** Voids open requests that equal older ones in NFC. @returns their number */
export async function voidSame(tx: Tx, orgId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE approvals SET outcome = 'void', answered_at = moment.at FROM (SELECT now() AS at) AS moment
    WHERE org_id = ${orgId} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY action, ${inOneForm('object_id')}, detail ORDER BY asked_at, id) AS place
        FROM approvals WHERE org_id = ${orgId} AND outcome IS NULL AND revision IS NOT NULL) AS placed WHERE place > 1)`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Gives requests the ids of their objects in NFC. @returns the number of changed requests */
export async function renameObjects(tx: Tx, orgId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE approvals SET object_id = normalize(object_id, NFC)
    WHERE org_id = ${orgId} AND ${isOdd('object_id')}`.execute(tx);
  return Number(numAffectedRows);
}
