import { sql, type Selectable } from 'kysely';
import { arrayText, textArray } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { FederationMembers } from '../../../platform/db/types.ts';

type MemberRow = Selectable<FederationMembers>;

/** Active members of a locked group but for one, or only `only` if it is one of them; in the order of their ids. */
export async function selectActiveOthers(
  tx: Tx,
  group: { ownerOrgId: string; groupId: string },
  orgId: string,
  only: string | undefined,
): Promise<MemberRow[]> {
  let query = tx
    .selectFrom('federation_members')
    .selectAll()
    .where('owner_org_id', '=', group.ownerOrgId)
    .where('group_id', '=', group.groupId)
    .where('status', '=', 'ACTIVE')
    .where('org_id', '<>', orgId);
  if (only !== undefined) query = query.where('org_id', '=', only);
  return query.orderBy('org_id').execute();
}

/** The next revision of a locked group. */
export async function nextRevision(tx: Tx, ownerOrgId: string, groupId: string): Promise<number> {
  const { revision } = await tx
    .updateTable('federation_groups')
    .set({ revision: sql`revision + 1` })
    .where('org_id', '=', ownerOrgId)
    .where('id', '=', groupId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** Notes in which sync these members of a locked group took part. */
export async function markSynced(
  tx: Tx,
  groupId: string,
  orgIds: string[],
  revision: number,
  direction: 'pull' | 'push',
): Promise<void> {
  const column = direction === 'pull' ? 'last_pulled_at' : 'last_pushed_at';
  await tx
    .updateTable('federation_members')
    .set({ revision, [column]: sql`now()` })
    .where('group_id', '=', groupId)
    .where('org_id', '=', sql<string>`ANY (${arrayText(orgIds)}::text[])`)
    .execute();
}

/** Of which revision the organization has which members' modules. */
export async function selectImportedRevisions(
  db: Queryable,
  orgId: string,
  groupId: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('federation_imports')
    .select(['source_org_id', 'source_revision'])
    .where('org_id', '=', orgId)
    .where('group_id', '=', groupId)
    .execute();
  return new Map(rows.map((row) => [row.source_org_id, row.source_revision]));
}

export type Offer = { prefix: string; sourceOrgId: string; sourceRevision: number };

/**
 * Takes prefixes for what members of a group offer, or moves them to a newer revision. One that is another group's stays
 * as it is, and so does one that has this revision or a newer one.
 * @returns the prefixes whose modules are now to be replaced
 */
export async function claimPrefixes(
  tx: Tx,
  orgId: string,
  groupId: string,
  offers: Offer[],
): Promise<Set<string>> {
  const revisions = offers.map((offer) => String(offer.sourceRevision));
  const { rows } = await sql<{ prefix: string }>`
    INSERT INTO federation_imports AS i (org_id, group_id, prefix, source_org_id, source_revision)
    SELECT ${orgId}, ${groupId}, o.prefix, o.source, o.revision::bigint
    FROM unnest(${textArray(offers.map((offer) => offer.prefix))},
      ${textArray(offers.map((offer) => offer.sourceOrgId))}, ${textArray(revisions)}) AS o (prefix, source, revision)
    ORDER BY o.prefix
    ON CONFLICT (org_id, prefix) DO UPDATE SET source_revision = excluded.source_revision
      WHERE i.group_id = excluded.group_id AND i.source_org_id = excluded.source_org_id
        AND i.source_revision < excluded.source_revision
    RETURNING i.prefix`.execute(tx);
  return new Set(rows.map((row) => row.prefix));
}

/** Which of these prefixes hold modules of another group. */
export async function selectForeignPrefixes(
  tx: Tx,
  orgId: string,
  groupId: string,
  prefixes: string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('federation_imports')
    .select('prefix')
    .where('org_id', '=', orgId)
    .where('prefix', '=', sql<string>`ANY (${arrayText(prefixes)}::text[])`)
    .where('group_id', '<>', groupId)
    .execute();
  return new Set(rows.map((row) => row.prefix));
}

export type ImportKey = { orgId: string; prefix: string };

/** What a member of a locked group has of the others, and they of it; by organization. */
export async function selectImportsOf(
  tx: Tx,
  groupId: string,
  orgId: string,
): Promise<ImportKey[]> {
  const { rows } = await sql<ImportKey>`
    SELECT org_id AS "orgId", prefix FROM federation_imports WHERE org_id = ${orgId} AND group_id = ${groupId}
    UNION ALL
    SELECT org_id, prefix FROM federation_imports WHERE source_org_id = ${orgId} AND group_id = ${groupId}
    ORDER BY 1, 2`.execute(tx);
  return rows;
}

/** What any members of a locked group have of each other; by organization. */
export async function selectImportsIn(
  tx: Tx,
  ownerOrgId: string,
  groupId: string,
): Promise<ImportKey[]> {
  const { rows } = await sql<ImportKey>`
    SELECT i.org_id AS "orgId", i.prefix FROM federation_members m
    JOIN federation_imports i ON i.org_id = m.org_id AND i.group_id = m.group_id
    WHERE m.owner_org_id = ${ownerOrgId} AND m.group_id = ${groupId} ORDER BY 1, 2`.execute(tx);
  return rows;
}

export async function deleteImports(tx: Tx, orgId: string, prefixes: string[]): Promise<void> {
  await tx
    .deleteFrom('federation_imports')
    .where('org_id', '=', orgId)
    .where('prefix', '=', sql<string>`ANY (${arrayText(prefixes)}::text[])`)
    .execute();
}
