import { sql, type Insertable, type Selectable } from 'kysely';
import type { Actor } from '../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { NEWEST_ID, selectPage, type Listed } from '../../platform/db/lists/keyset.ts';
import type { Approvals, ApprovalSettings } from '../../platform/db/types.ts';
import type { Page } from '../../platform/http/schema.ts';

export type ApprovalRow = Selectable<Approvals>;
export type SettingsRow = Selectable<ApprovalSettings>;

export async function selectSettings(
  db: Queryable,
  orgId: string,
): Promise<SettingsRow | undefined> {
  return db
    .selectFrom('approval_settings')
    .selectAll()
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

export async function upsertSettings(tx: Tx, row: SettingsRow): Promise<void> {
  const { org_id: _, ...change } = row;
  await tx
    .insertInto('approval_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(change))
    .execute();
}

export async function insertApproval(tx: Tx, row: Insertable<Approvals>): Promise<ApprovalRow> {
  return tx.insertInto('approvals').values(row).returningAll().executeTakeFirstOrThrow();
}

export type Wanted = { orgId: string; action: string; objectId: string; detail: string };

/** A request of somebody else, also not by a key that the actor made, that nobody has answered yet. */
export async function selectOpen(
  db: Queryable,
  { orgId, action, objectId, detail }: Wanted,
  { kind, id: by, personId = null }: Pick<Actor, 'kind' | 'id' | 'personId'>,
): Promise<ApprovalRow | undefined> {
  let open = db
    .selectFrom('approvals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('action', '=', action)
    .where('object_id', '=', objectId)
    .where('detail', '=', detail)
    .where('outcome', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((eb) => eb.or([eb('asked_kind', '!=', kind), eb('asked_by', '!=', by)]));
  if (personId !== null) open = open.where('asked_person', 'is distinct from', personId);
  return open.orderBy('id').limit(1).executeTakeFirst();
}

/** Answers a request that nobody has answered; of two at once one does. @returns whether it was this one */
export async function answer(
  tx: Tx,
  { org_id: orgId, id }: Pick<ApprovalRow, 'org_id' | 'id'>,
  outcome: 'approved' | 'rejected',
  actor: Pick<Actor, 'kind' | 'id'>,
): Promise<ApprovalRow | undefined> {
  return tx
    .updateTable('approvals')
    .from(sql<{ at: Date }>`(SELECT now() AS at)`.as('moment'))
    .set({
      outcome,
      answered_kind: actor.kind,
      answered_by: actor.id,
      answered_at: sql`moment.at`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returningAll('approvals')
    .executeTakeFirst();
}

export async function selectApproval(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ApprovalRow | undefined> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Newest first. */
export async function selectApprovals(
  db: Queryable,
  orgId: string,
  status: string | undefined,
  page: Page,
): Promise<Listed<ApprovalRow>> {
  const base = () => {
    const query = db.selectFrom('approvals').where('org_id', '=', orgId);
    if (status === undefined) return query;
    if (status === 'approved' || status === 'rejected') return query.where('outcome', '=', status);
    const open = query.where('outcome', 'is', null);
    return open.where('expires_at', status === 'pending' ? '>' : '<=', sql<Date>`now()`);
  };
  return selectPage(db, { shown: base().selectAll(), counted: base() }, NEWEST_ID, page);
}
