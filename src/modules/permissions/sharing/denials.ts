import type { Queryable } from '../../../platform/db/database.ts';
import { Turns } from '../../../platform/turns.ts';
import { MOST_IMPORTED } from '../changes/change.ts';
import type { SharedPolicy } from '../schemas.ts';
import { selectDenials, type Denials } from './store.ts';

/**
 * What the organization's own roles are denied because they inherit from roles that are not its own, which others do not
 * get to see: one policy for each own role that inherits so, and not by way of another one of its own, which passes it on.
 * @returns at most one more than anybody can import
 */
export async function denialsOf({ denials, heirs }: Denials): Promise<SharedPolicy[]> {
  const heirsOf = new Map<string, Denials['heirs']>();
  for (const heir of heirs)
    for (const parent of heir.inherits) {
      const known = heirsOf.get(parent);
      if (known) known.push(heir);
      else heirsOf.set(parent, [heir]);
    }
  const found: SharedPolicy[] = [];
  const turns = new Turns();
  for (const [denied, policies] of Map.groupBy(denials, ({ roleId }) => roleId!)) {
    const reached = new Set([denied]);
    const own = new Set<string>();
    for (const role of reached)
      for (const heir of heirsOf.get(role) ?? []) (heir.own ? own : reached).add(heir.id);
    for (const roleId of own)
      for (const policy of policies) {
        found.push({ ...policy, id: `${policy.id} ${roleId}`, roleId });
        if (found.length > MOST_IMPORTED.policies) return found;
      }
    await turns.yieldIfDue();
  }
  return found;
}

/** Tells, when it is different later, that what is shared is. */
export async function markOfDenials(db: Queryable, orgId: string): Promise<string> {
  const denials = await denialsOf(await selectDenials(db, orgId));
  return denials.map(({ id }) => id).join();
}

/** Whether what a policy about a role that is not the organization's own denies is shared with others. */
export async function isDeniedToOwn(
  db: Queryable,
  orgId: string,
  policyId: string,
): Promise<boolean> {
  const { denials, heirs } = await selectDenials(db, orgId);
  const one = denials.filter(({ id }) => id === policyId);
  return (await denialsOf({ denials: one, heirs })).length > 0;
}
