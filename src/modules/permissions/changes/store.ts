import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { newStamp, type Version } from '../../../platform/db/buckets/history.ts';
import type { PermissionHeads } from '../../../platform/db/types.ts';
import type { ChangeKind } from '../schemas.ts';

export type RevisionRow = Selectable<PermissionHeads>;
export type Counted = 'modules' | 'roles' | 'policies' | 'assignments' | 'relationships';

/** The number of revisions that the log of changes keeps. */
export const KEPT_REVISIONS = 1000;
/**
 * The number of changed objects of a kind in one revision above which the log records that the whole kind has changed.
 */
const MAX_LISTED = 200;
/**
 * Large kinds. If the whole kind has changed, the log contains `everything`, because a new copy costs less than an
 * update.
 */
const LARGE: ReadonlySet<ChangeKind> = new Set(['assignment', 'relationship']);

type Logged = { kind: ChangeKind | 'all'; id: string };

/** Entries of the log. The kind `all` means the whole kind in its id, or everything when the id is empty. */
function toLogged(changes: { kind: ChangeKind; id: string }[]): Logged[] {
  return [...Map.groupBy(changes, ({ kind }) => kind)].flatMap(([kind, some]): Logged[] => {
    if (some.length <= MAX_LISTED) return some;
    return [{ kind: 'all', id: LARGE.has(kind) ? '' : kind }];
  });
}

/**
 * Locks the row of the organization's revision until the transaction ends.
 * @returns the row with the next revision, which becomes current when a change is recorded
 */
export async function lockRevision(tx: Tx, orgId: string): Promise<RevisionRow> {
  const row = await tx
    .insertInto('permission_heads')
    .values({ org_id: orgId })
    .onConflict((conflict) =>
      // An update without a change locks the row and returns the state that the previous holder of the lock has left.
      // It does not set org_id, because no statement may write the distribution column.
      conflict
        .column('org_id')
        .doUpdateSet((eb) => ({ revision: eb.ref('permission_heads.revision') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, revision: row.revision + 1 };
}

/**
 * Makes the revision current, with a new stamp. Logs the changes, adjusts the counts and deletes old log entries.
 * @param added the number of added things of each kind; negative for removed ones
 * @param isShared true when the change concerns data that the organization shares with others
 */
export async function recordChanges(
  tx: Tx,
  { org_id: orgId, revision }: RevisionRow,
  changes: { kind: ChangeKind; id: string }[],
  added: Partial<Record<Counted, number>>,
  isShared: boolean,
): Promise<void> {
  const logged = toLogged(changes);
  const stamp = newStamp();
  await sql`
    WITH logged AS (
      INSERT INTO permission_changes (org_id, revision, kind, id, stamp)
      SELECT ${orgId}, ${revision}::bigint, c.kind, c.id, ${stamp}
      FROM ${rowsOf(logged, { kind: 'text', id: 'text' }, 'c').from}
      ON CONFLICT DO NOTHING
    ), forgotten AS (
      DELETE FROM permission_changes
      WHERE org_id = ${orgId} AND revision <= ${revision - KEPT_REVISIONS}::bigint
    )
    UPDATE permission_heads SET revision = ${revision}::bigint, stamp = ${stamp},
      own_revision = CASE WHEN ${isShared}::boolean THEN ${revision}::bigint ELSE own_revision END,
      own_stamp = CASE WHEN ${isShared}::boolean THEN ${stamp} ELSE own_stamp END,
      modules = modules + ${added.modules ?? 0}, roles = roles + ${added.roles ?? 0},
      policies = policies + ${added.policies ?? 0}, assignments = assignments + ${added.assignments ?? 0},
      relationships = relationships + ${added.relationships ?? 0}
    WHERE org_id = ${orgId}`.execute(tx);
}

/** The version of an organization without any permissions. */
export const NO_PERMISSIONS: Version = { revision: 0, stamp: '' };

/** The current versions of the permissions of these organizations. */
export async function selectRevisions(
  db: Queryable,
  orgIds: string[],
): Promise<(orgId: string) => Version> {
  const { rows } = await sql<Version & { org_id: string }>`
    SELECT org_id, revision, stamp FROM permission_heads WHERE org_id = ${anyOf(orgIds)}`.execute(
    db,
  );
  const revisions = new Map(rows.map((row) => [row.org_id, row]));
  return (orgId) => revisions.get(orgId) ?? NO_PERMISSIONS;
}

/** Counts the organization's own things, or with `imported` the imported ones. */
export async function countOf(
  tx: Tx,
  orgId: string,
  counted: 'modules' | 'roles' | 'policies',
  imported = false,
): Promise<number> {
  const { count } = await tx
    .selectFrom(`permission_${counted}`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('prefix', imported ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
