import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { sharedOf } from '../../platform/db/places.ts';
import type { RetentionClasses } from '../../platform/db/types.ts';

export type ClassRow = Selectable<RetentionClasses>;

/** Selects the classes that an operator has set. */
export async function selectClasses(db: Queryable): Promise<ClassRow[]> {
  return sharedOf(db).selectFrom('retention_classes').selectAll().execute();
}

/** Inserts a class unless it exists, and locks it. */
export async function lockClass(tx: Tx, first: ClassRow): Promise<ClassRow> {
  const shared = sharedOf(tx);
  await shared
    .insertInto('retention_classes')
    .values(first)
    .onConflict((conflict) => conflict.column('class').doNothing())
    .execute();
  return shared
    .selectFrom('retention_classes')
    .selectAll()
    .where('class', '=', first.class)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes a locked class. */
export async function updateClass(tx: Tx, { class: name, ...change }: ClassRow): Promise<void> {
  await sharedOf(tx)
    .updateTable('retention_classes')
    .set(change)
    .where('class', '=', name)
    .execute();
}

/** Returns the periods that an organization has chosen, by class. */
export async function selectChoices(db: Queryable, orgId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('retention_choices')
    .select(['class', 'days'])
    .where('org_id', '=', orgId)
    .execute();
  return new Map(rows.map((row) => [row.class, row.days]));
}

/** Stores a choice; null removes it. */
export async function setChoice(
  tx: Tx,
  orgId: string,
  name: string,
  days: number | null,
): Promise<void> {
  if (days === null)
    await tx
      .deleteFrom('retention_choices')
      .where('org_id', '=', orgId)
      .where('class', '=', name)
      .execute();
  else
    await tx
      .insertInto('retention_choices')
      .values({ org_id: orgId, class: name, days })
      .onConflict((conflict) => conflict.columns(['org_id', 'class']).doUpdateSet({ days }))
      .execute();
}

/**
 * Locks the retention of an organization until the transaction ends, so that removals, new holds and choices run one
 * after the other.
 * @param isShared true for callers that must only exclude a new hold
 */
export async function lockRetention(tx: Tx, orgId: string, isShared = false): Promise<void> {
  const lock = isShared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`SELECT ${lock}(hashtextextended('retention ' || ${orgId}, 0))`.execute(tx);
}

/** Works like `lockRetention`, but does not wait. @returns false if another transaction has the lock */
export async function tryLockRetention(tx: Tx, orgId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('retention ' || ${orgId}, 0)) AS locked`.execute(
    tx,
  );
  return rows[0]!.locked;
}
