import type { Queryable } from '../../../platform/db/database.ts';
import type { SharedState } from '../schemas.ts';
import { denialsOf } from './denials.ts';
import * as store from './store.ts';

/**
 * The state that the organization shares with members of its federations, in one snapshot: its own modules, and the
 * parts of the own roles and policies that name these. A policy that allows every subject is not shared, because other
 * organizations have other subjects. A denial that an own role has through an imported parent is shared as a policy for
 * the own role. `revision` grows with every change of the shared state.
 */
export async function sharedState(db: Queryable, orgId: string): Promise<SharedState> {
  const { denials, children, ...state } = await store.selectShared(db, orgId);
  return { ...state, policies: [...state.policies, ...(await denialsOf({ denials, children }))] };
}
