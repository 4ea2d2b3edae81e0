type GroupRoles = Record<string, readonly string[]>;

/** Groups and their roles as lines: `risk-team: analyst, reviewer`. */
export function linesOf(groupRoles: GroupRoles): string {
  return Object.entries(groupRoles)
    .map(([group, roles]) => `${group}: ${roles.join(', ')}`)
    .join('\n');
}

/** Reads such lines; a group may have colons in its name, a role has none. */
export function groupRolesOf(lines: string): Record<string, string[]> {
  const pairs = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): [string, string[]] => {
      const at = line.lastIndexOf(':');
      const [group, roles] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
      return [group.trim(), roles.split(/[\s,]+/).filter((role) => role !== '')];
    });
  return Object.fromEntries(pairs);
}
