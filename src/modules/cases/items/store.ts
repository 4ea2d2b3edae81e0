import { sql } from 'kysely';
import type { Actor } from '../../../platform/audit/action.ts';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export type NewItem = { caseId: string; id: string; kind: string };

/** Adds the items that the cases do not have yet. The caller has locked the cases. @returns the added items */
export async function insertItems(
  tx: Tx,
  orgId: string,
  actor: Pick<Actor, 'kind' | 'id'>,
  items: readonly NewItem[],
): Promise<{ case_id: string; item_id: string }[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<{ case_id: string; item_id: string }>`
    INSERT INTO case_items (org_id, case_id, item_id, kind, added_kind, added_by)
    SELECT ${orgId}, i.case_id, i.id, i.kind, ${actor.kind}, ${actor.id}
    FROM ${rowsOf(items, { caseId: 'text', id: 'text', kind: 'text' }, 'i').from}
    ON CONFLICT (org_id, case_id, item_id) DO NOTHING
    RETURNING case_id, item_id`.execute(tx);
  return rows;
}

export async function deleteItem(
  tx: Tx,
  orgId: string,
  caseId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('case_items')
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .where('item_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Selects the items of a case in the order in which they were added. */
export async function selectItems(db: Queryable, orgId: string, caseId: string) {
  return db
    .selectFrom('case_items')
    .select(['item_id', 'kind', 'added_kind', 'added_by', 'added_at'])
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .orderBy('added_at')
    .orderBy('item_id')
    .execute();
}

/**
 * Selects a page of the items of a case.
 * @param after the place after which the page begins, `0_` for the first page
 * @returns each item with its place
 */
export async function selectItemsAfter(
  db: Queryable,
  orgId: string,
  caseId: string,
  after: string,
  limit: number,
) {
  const [micros, id] = [after.slice(0, after.indexOf('_')), after.slice(after.indexOf('_') + 1)];
  const at = sql<Date>`to_timestamp(0) + ${micros}::bigint * interval '1 microsecond'`;
  return db
    .selectFrom('case_items')
    .select(['item_id', 'kind', 'added_kind', 'added_by', 'added_at'])
    .select(
      sql<string>`(extract(epoch FROM added_at) * 1000000)::bigint || '_' || item_id`.as('place'),
    )
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .where(sql<boolean>`(added_at, item_id) > (${at}, ${id})`)
    .orderBy('added_at')
    .orderBy('item_id')
    .limit(limit)
    .execute();
}

export async function countItems(db: Queryable, orgId: string, caseId: string): Promise<number> {
  const { total } = await db
    .selectFrom('case_items')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  return total;
}

function casesOf(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('cases')
    .select(['id', 'subject_id'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .orderBy('id');
}

export async function selectSubjectsOf(db: Queryable, orgId: string, ids: readonly string[]) {
  return casesOf(db, orgId, ids).execute();
}

/** Locks cases against changes. Skips cases that another transaction has locked. */
export async function lockCases(tx: Tx, orgId: string, ids: readonly string[]) {
  return casesOf(tx, orgId, ids).forShare().skipLocked().execute();
}

/** Selects the ids of all items of cases. */
export async function selectItemIds(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('case_items')
    .select('item_id')
    .where('org_id', '=', orgId)
    .where('case_id', '=', anyOf(ids))
    .execute();
  return rows.map((row) => row.item_id);
}
