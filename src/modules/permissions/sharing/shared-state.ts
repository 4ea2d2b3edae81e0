import type { Queryable } from '../../../platform/db/database.ts';
import type { SharedState } from '../schemas.ts';
import { denialsOf } from './denials.ts';
import * as store from './store.ts';

/**
 * The state that the organization shares with members of its federations, as of one moment: its own modules, and its
 * own roles and policies as far as they name these. A policy that allows everybody is not shared: everybody is somebody
 * else there. A denial that an own role has by way of an imported parent is shared as a policy about the own role.
 * `revision` grows with every change of what is shared.
 */
export async function sharedState(db: Queryable, orgId: string): Promise<SharedState> {
  const { denials, children, ...state } = await store.selectShared(db, orgId);
  return { ...state, policies: [...state.policies, ...(await denialsOf({ denials, children }))] };
}
