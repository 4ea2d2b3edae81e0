import { sql, type Selectable } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { PermissionHeads } from '../../../platform/db/types.ts';
import type { ChangeKind } from '../schemas.ts';

export type Head = Selectable<PermissionHeads>;
export type Counted = 'modules' | 'roles' | 'policies' | 'assignments' | 'relationships';

/** How many revisions back the log of changes goes. */
export const KEPT_REVISIONS = 1000;
/** A change of more is logged as one of everything. */
const MAX_LISTED = 200;

/** Moves the organization to its next revision and keeps others from changing anything until the transaction ends. */
export async function advanceHead(tx: Tx, orgId: string, isOwn: boolean): Promise<Head> {
  return tx
    .insertInto('permission_heads')
    .values({ org_id: orgId, revision: 1, own_revision: isOwn ? 1 : 0 })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({
        revision: (eb) => eb('permission_heads.revision', '+', 1),
        ...(isOwn && { own_revision: (eb) => eb('permission_heads.revision', '+', 1) }),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Logs what the revision changed, counts what it added or (below 0) removed, and forgets what is old. */
export async function recordChanges(
  tx: Tx,
  orgId: string,
  revision: number,
  changes: { kind: ChangeKind; id: string }[],
  added: Partial<Record<Counted, number>>,
): Promise<void> {
  const logged: { kind: ChangeKind | 'all'; id: string }[] =
    changes.length > MAX_LISTED ? [{ kind: 'all', id: '' }] : changes;
  await sql`
    WITH logged AS (
      INSERT INTO permission_changes (org_id, revision, kind, id)
      SELECT ${orgId}, ${revision}::bigint, c.kind, c.id
      FROM unnest(${arrayText(logged.map(({ kind }) => kind))}::text[],
        ${arrayText(logged.map(({ id }) => id))}::text[]) AS c (kind, id)
      ON CONFLICT DO NOTHING
    ), forgotten AS (
      DELETE FROM permission_changes
      WHERE org_id = ${orgId} AND revision <= ${revision - KEPT_REVISIONS}::bigint
    )
    UPDATE permission_heads SET modules = modules + ${added.modules ?? 0}, roles = roles + ${added.roles ?? 0},
      policies = policies + ${added.policies ?? 0}, assignments = assignments + ${added.assignments ?? 0},
      relationships = relationships + ${added.relationships ?? 0}
    WHERE org_id = ${orgId}`.execute(tx);
}

/** The revisions of these organizations: 0 for one that has nothing yet. */
export async function selectRevisions(
  db: Queryable,
  orgIds: string[],
): Promise<(orgId: string) => number> {
  const { rows } = await sql<{ org_id: string; revision: number }>`
    SELECT org_id, revision FROM permission_heads WHERE org_id = ANY (${arrayText(orgIds)}::text[])`.execute(
    db,
  );
  const revisions = new Map(rows.map((row) => [row.org_id, row.revision]));
  return (orgId) => revisions.get(orgId) ?? 0;
}
