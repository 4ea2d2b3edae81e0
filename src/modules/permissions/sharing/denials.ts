import type { Queryable } from '../../../platform/db/database.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { MAX_IMPORTED } from '../changes/change.ts';
import { childRoles, reachableFrom } from '../graph.ts';
import type { SharedPolicy, SharedState } from '../schemas.ts';
import { selectDenials, selectShared, type Denials } from './store.ts';

/**
 * Returns the denials that own roles inherit from imported roles, which are not shared. Each is a policy for the first
 * own role on the path; roles that inherit from that role get it through inheritance.
 * @returns at most one more than an organization can import
 */
async function denialsOf({ denials, children }: Denials): Promise<SharedPolicy[]> {
  const childrenOf = childRoles(children);
  const found: SharedPolicy[] = [];
  const yieldIfDue = yielder();
  for (const [denied, policies] of Map.groupBy(denials, ({ roleId }) => roleId!)) {
    const own = new Set<string>();
    reachableFrom([denied], (id) => {
      const next = childrenOf.get(id) ?? [];
      for (const role of next) if (role.own) own.add(role.id);
      return next.filter((role) => !role.own).map((role) => role.id);
    });
    for (const roleId of own)
      for (const policy of policies) {
        found.push({ ...policy, id: `${policy.id} ${roleId}`, roleId });
        if (found.length > MAX_IMPORTED.policies) return found;
      }
    await yieldIfDue();
  }
  return found;
}

/** Changes when the shared denials have changed. */
export async function denialsFingerprint(db: Queryable, orgId: string): Promise<string> {
  const denials = await denialsOf(await selectDenials(db, orgId));
  return denials.map(({ id }) => id).join();
}

/** True when a policy for an imported role denies something to an own role, which is shared with others. */
export async function deniesOwnRole(
  db: Queryable,
  orgId: string,
  policyId: string,
): Promise<boolean> {
  const { denials, children } = await selectDenials(db, orgId);
  const one = denials.filter(({ id }) => id === policyId);
  return (await denialsOf({ denials: one, children })).length > 0;
}

/**
 * Returns the state that the organization shares with members of its federations, in one snapshot: its own modules, and
 * the parts of the own roles and policies about these modules. A policy that allows every subject is not shared,
 * because other organizations have other subjects. If an own role inherits a denial from an imported parent, the denial
 * is shared as a policy for the own role. `revision` grows with every change of the shared state.
 */
export async function sharedState(db: Queryable, orgId: string): Promise<SharedState> {
  const { denials, children, ...state } = await selectShared(db, orgId);
  return { ...state, policies: [...state.policies, ...(await denialsOf({ denials, children }))] };
}
