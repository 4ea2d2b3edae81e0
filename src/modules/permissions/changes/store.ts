import { sql, type Selectable } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { PermissionHeads } from '../../../platform/db/types.ts';
import type { ChangeKind } from '../schemas.ts';

export type RevisionRow = Selectable<PermissionHeads>;
export type Counted = 'modules' | 'roles' | 'policies' | 'assignments' | 'relationships';

/** How many revisions back the log of changes goes. */
export const KEPT_REVISIONS = 1000;
/** Of more of one kind it is logged that the whole kind has changed. */
const MAX_LISTED = 200;
/** Kinds of which there are so many that a copy in memory is rather made anew, page by page: logged as everything. */
const LARGE: ReadonlySet<ChangeKind> = new Set(['assignment', 'relationship']);

type Logged = { kind: ChangeKind | 'all'; id: string };

/** `all` with a kind as its id for the whole kind, and with none for everything. */
function toLogged(changes: { kind: ChangeKind; id: string }[]): Logged[] {
  return [...Map.groupBy(changes, ({ kind }) => kind)].flatMap(([kind, some]): Logged[] => {
    if (some.length <= MAX_LISTED) return some;
    return [{ kind: 'all', id: LARGE.has(kind) ? '' : kind }];
  });
}

/**
 * Keeps others from changing anything of the organization until the transaction ends.
 * @returns the head, with the revision that a change will have; it is reached only by recording one
 */
export async function lockRevision(tx: Tx, orgId: string): Promise<RevisionRow> {
  const row = await tx
    .insertInto('permission_heads')
    .values({ org_id: orgId })
    .onConflict((conflict) =>
      // Only a row that is written is locked, and seen as whoever had the lock before has left it.
      conflict.column('org_id').doUpdateSet({ org_id: orgId }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, revision: row.revision + 1 };
}

/**
 * Reaches the revision: logs what it changed, counts what it added or (below 0) removed, and forgets what is old.
 * @param isShared whether it changed anything of what the organization shares with others
 */
export async function recordChanges(
  tx: Tx,
  { org_id: orgId, revision }: RevisionRow,
  changes: { kind: ChangeKind; id: string }[],
  added: Partial<Record<Counted, number>>,
  isShared: boolean,
): Promise<void> {
  const logged = toLogged(changes);
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
    UPDATE permission_heads SET revision = ${revision}::bigint,
      own_revision = CASE WHEN ${isShared}::boolean THEN ${revision}::bigint ELSE own_revision END,
      modules = modules + ${added.modules ?? 0}, roles = roles + ${added.roles ?? 0},
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

/** How many of these the organization has of its own, or, with `imported`, of others. */
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
