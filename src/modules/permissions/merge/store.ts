import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { inOneForm, isOdd } from '../../../platform/db/lists/external-ids.ts';

type Table = 'permission_assignments' | 'permission_relationships' | 'permission_policies';

/** The columns that make rows equal, and the order whose first row stays. */
const SAME: Record<Table, { key: RawBuilder<unknown>; first: RawBuilder<unknown> }> = {
  permission_assignments: {
    key: sql`${inOneForm('subject')}, role_id`,
    first: sql`expires_at DESC NULLS FIRST, id`,
  },
  permission_relationships: {
    key: sql`${inOneForm('subject')}, relation, ${inOneForm('object')}`,
    first: sql`expires_at DESC NULLS FIRST, id`,
  },
  permission_policies: {
    key: sql`role_id, capability, ${inOneForm('resource')}, relation`,
    first: sql`effect = 'deny' DESC, id`,
  },
};

/** Deletes the organization's own rows that equal others in NFC. @returns their ids */
export async function deleteSame(tx: Tx, orgId: string, table: Table): Promise<string[]> {
  const { key, first } = SAME[table];
  const own = table === 'permission_policies' ? sql`AND prefix IS NULL` : sql``;
  const { rows } = await sql<{ id: string }>`
    DELETE FROM ${sql.table(table)} WHERE org_id = ${orgId} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY ${key} ORDER BY ${first}) AS place
        FROM ${sql.table(table)} WHERE org_id = ${orgId} ${own}) AS placed WHERE place > 1)
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Converts the subjects of assignments to NFC. @returns the ids of changed assignments */
export async function renameAssignments(tx: Tx, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE permission_assignments SET subject = normalize(subject, NFC)
    WHERE org_id = ${orgId} AND ${isOdd('subject')} RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Converts relationships to NFC. @returns the changed relationships */
export async function renameRelationships(tx: Tx, orgId: string) {
  const { rows } = await sql<{ id: string; subject: string; object: string }>`
    UPDATE permission_relationships SET subject = normalize(subject, NFC), object = normalize(object, NFC)
    WHERE org_id = ${orgId} AND (${isOdd('subject')} OR ${isOdd('object')})
    RETURNING id, subject, object`.execute(tx);
  return rows;
}

/** Converts the resources of policies to NFC, including imported policies. @returns the ids of changed policies */
export async function renamePolicies(tx: Tx, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE permission_policies SET resource = normalize(resource, NFC)
    WHERE org_id = ${orgId} AND ${isOdd('resource')} RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}
