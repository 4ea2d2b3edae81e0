import type { Actor } from '../../../../platform/audit/action.ts';
import { newAction, writeActions } from '../../../../platform/audit/audit.ts';
import type { Database, Tx } from '../../../../platform/db/database.ts';
import { noteChange } from '../../../live/index.ts';
import { takeFromLeavers } from '../../../people/index.ts';
import * as store from './store.ts';

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
