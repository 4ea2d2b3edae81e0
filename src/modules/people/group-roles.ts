import { rolesIn } from './roles.ts';
import type { Issuer } from './sign-in/provider.ts';

/** Returns the roles that groups map to, without unknown roles. */
export function groupRolesOf(
  { orgId, groupRoles }: Pick<Issuer, 'orgId' | 'groupRoles'>,
  groups: readonly string[],
): string[] {
  const known = rolesIn(orgId);
  const given = groups
    .filter((group) => Object.hasOwn(groupRoles, group))
    .flatMap((group) => groupRoles[group]!);
  return [...new Set(given)].filter((role) => Object.hasOwn(known, role)).toSorted();
}
