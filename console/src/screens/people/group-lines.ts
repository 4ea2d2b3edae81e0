type GroupRoles = Record<string, readonly string[]>;

/** Groups and their roles as lines: `risk-team: analyst, reviewer`. */
export function linesOf(groupRoles: GroupRoles): string[] {
  return Object.entries(groupRoles).map(([group, roles]) => `${group}: ${roles.join(', ')}`);
}

/** Reads such lines. A group can have several lines and colons in its name; a role has no colon. */
export function groupRolesOf(lines: string): Record<string, string[]> {
  const rolesOf = new Map<string, Set<string>>();
  for (const line of lines.split('\n').filter((one) => one.trim() !== '')) {
    const at = line.lastIndexOf(':');
    const [group, roles] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    const given = roles.split(/[\s,]+/).filter((role) => role !== '');
    rolesOf.set(group.trim(), new Set([...(rolesOf.get(group.trim()) ?? []), ...given]));
  }
  return Object.fromEntries([...rolesOf].map(([group, roles]) => [group, [...roles]]));
}
