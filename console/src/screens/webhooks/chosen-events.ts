/** The entry that means every event type. */
export const ALL = '*';

/** The first word of an event type, which groups the catalogue. */
function groupOf(type: string): string {
  return type.split('.', 1)[0]!;
}

/** Returns the pattern for all types of a group. */
export function wholeGroup(group: string): string {
  return `${group}.*`;
}

/** Returns the catalogue by groups, in its own order. */
export function groupsOf<Type extends { type: string }>(
  types: readonly Type[],
): [string, Type[]][] {
  const groups = new Map<string, Type[]>();
  for (const type of types) {
    const group = groupOf(type.type);
    groups.set(group, [...(groups.get(group) ?? []), type]);
  }
  return [...groups];
}

/** Returns the chosen patterns that the catalogue does not show: types that the organization publishes itself. */
export function ownOf(chosen: readonly string[], types: readonly string[]): string[] {
  const known = new Set([ALL, ...types, ...types.map((type) => wholeGroup(groupOf(type)))]);
  return chosen.filter((pattern) => !known.has(pattern));
}

/** Returns the chosen patterns with one more, or without it. A whole group replaces its types. */
export function withPattern(chosen: readonly string[], pattern: string, isOn: boolean): string[] {
  const group = pattern.endsWith('.*') ? pattern.slice(0, -1) : undefined;
  const others = chosen.filter(
    (one) => one !== pattern && !(isOn && group !== undefined && one.startsWith(group)),
  );
  return isOn ? [...others, pattern] : others;
}

/** Returns true if one of the patterns is the type, or contains it. */
export function isCovered(patterns: readonly string[], type: string): boolean {
  return patterns.some((one) =>
    one.endsWith('.*') ? type.startsWith(one.slice(0, -1)) : one === type,
  );
}

export function patternsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((pattern) => pattern !== '');
}
