import { rolesIn } from './roles.ts';
import type { Issuer } from './sign-in/provider.ts';

/** The roles that groups give, those alone that there are. */
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
