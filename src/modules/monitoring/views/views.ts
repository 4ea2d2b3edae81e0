import type { Actor } from '../../../platform/audit/action.ts';
import { clock } from '../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { VIEW_PREFIX, type CreateHitView, type HitView } from './schemas.ts';
import * as store from './store.ts';

/** The maximum number of views of a person, and of those of an organization. */
export const MAX_VIEWS = 50;

function toView(row: store.ViewRow): HitView {
  return {
    id: row.id,
    name: row.name,
    isShared: row.owner === store.SHARED,
    filters: row.filters as HitView['filters'],
    createdAt: row.created_at.toISOString(),
  };
}

/** Lists the shared views and the actor's own, by name. */
export async function listViews(db: Queryable, orgId: string, actor: Actor) {
  return { views: (await store.selectViews(db, orgId, actor.id)).map(toView) };
}

/** Saves a view. @throws ApiError CONFLICT if there are too many views, or a view has the name */
export async function saveView(
  tx: Tx,
  orgId: string,
  { name, isShared, filters }: CreateHitView,
  actor: Actor,
): Promise<HitView> {
  await store.lockViews(tx, orgId);
  const owner = isShared ? store.SHARED : actor.id;
  const others = (await store.selectViews(tx, orgId, actor.id)).filter(
    (one) => one.owner === owner,
  );
  if (others.length >= MAX_VIEWS)
    throw new ApiError('CONFLICT', `there are at most ${MAX_VIEWS} views: delete one first`);
  if (others.some((one) => one.name === name))
    throw new ApiError('CONFLICT', 'another view has this name');
  const row = {
    org_id: orgId,
    id: newId(VIEW_PREFIX),
    owner,
    name,
    filters: JSON.stringify(filters),
    created_by: actor.id,
    created_at: clock.now(),
  };
  await store.insertView(tx, row);
  return toView({ ...row, filters });
}

/** Deletes a shared view or one of the actor's own. @throws ApiError NOT_FOUND */
export async function deleteView(tx: Tx, orgId: string, id: string, actor: Actor) {
  await found('view', isId(VIEW_PREFIX, id) && store.deleteView(tx, orgId, id, actor.id));
  return { id, deleted: true as const };
}
