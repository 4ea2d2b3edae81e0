import type { Actor } from '../../../../platform/audit/action.ts';
import { newAction, writeActions } from '../../../../platform/audit/audit.ts';
import { parseTimestamp } from '../../../../platform/calendar/iso-time.ts';
import type { Tx, Database } from '../../../../platform/db/database.ts';
import { badRequest } from '../../../../platform/errors/index.ts';
import { isId } from '../../../../platform/ids.ts';
import { noteChange } from '../../../live/index.ts';
import { HIT_PREFIX } from '../schemas.ts';
import { lockHits } from '../store.ts';
import type { AssignedHits, AssignHits } from './schemas.ts';
import { assign } from './store.ts';
import { takeFromLeavers } from '../../../people/index.ts';
import * as store from './store.ts';

export function assignProblems({ assignee, dueAt }: AssignHits) {
  if (assignee !== undefined || dueAt !== undefined) return [];
  return [{ path: 'assignee', message: 'is required without dueAt' }];
}

/**
 * Sets assignee and due date of hits, all or none. Their revisions stay, because decisions do not depend on either.
 * Writes an audit row for each hit but the first, which the row of the request names.
 * @throws ApiError BAD_REQUEST for ids of no hits
 */
export async function assignHits(
  tx: Tx,
  orgId: string,
  { ids, assignee, dueAt }: AssignHits,
  actor: Actor,
): Promise<AssignedHits> {
  const known = ids.filter((id) => isId(HIT_PREFIX, id));
  // All callers use the same order, so that two callers never wait for each other.
  await lockHits(tx, orgId, known);
  const due = typeof dueAt === 'string' ? parseTimestamp(dueAt)! : dueAt;
  const assigned = await assign(tx, orgId, known, {
    ...(assignee !== undefined && { assignee }),
    ...(due !== undefined && { due_at: due }),
  });
  const done = new Set(assigned.map(({ id }) => id));
  const unknown = ids.flatMap((id, i) =>
    done.has(id) ? [] : [{ path: `ids[${i}]`, message: 'must be the id of a hit' }],
  );
  if (unknown.length > 0) throw badRequest(unknown);
  await noteChange(tx, orgId, 'hit', ids);
  const after = {
    ...(assignee !== undefined && { assignee }),
    ...(due !== undefined && { dueAt: due?.toISOString() ?? null }),
  };
  const actions = ids
    .slice(1)
    .map((object) => newAction({ orgId, actor, action: 'hit.assign', object, after }));
  await writeActions(tx, actions);
  return { ids, ...after };
}

const ACTOR: Actor = { kind: 'service', id: 'hits', via: null, requestId: null, address: null };

/** Takes the open hits of a bucket from people who are no longer members. @returns the number of hits */
export async function unassignLeavers(db: Database, signal?: AbortSignal): Promise<number> {
  const take = async (tx: Tx, orgId: string, userId: string, limit: number): Promise<number> => {
    const ids = await store.unassign(tx, orgId, userId, limit);
    if (ids.length === 0) return 0;
    const after = { assignee: null };
    const action = { orgId, actor: ACTOR, action: 'hit.assign', after };
    await writeActions(
      tx,
      ids.map((object) => newAction({ ...action, object })),
    );
    await noteChange(tx, orgId, 'hit', ids);
    return ids.length;
  };
  return takeFromLeavers(db, await store.selectAssignees(db.read), take, signal);
}
