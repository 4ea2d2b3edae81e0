/** The parts of a copy in memory, with an upper estimate of the memory of each, in bytes. */
import type { RoleNode } from './role-set.ts';

export type Assignment = { subject: string; role: RoleNode };
export type Relationship = {
  subject: string;
  relation: string;
  object: string;
  expiresAt?: number;
};

/** Text outside Latin-1 takes two bytes per character in V8. */
function bytesOf(text: string | null): number {
  return text === null ? 0 : 24 + 2 * text.length;
}

export function bytesOfModule(module: { actions: ReadonlySet<string> } | undefined): number {
  return module ? 700 + 150 * module.actions.size : 0;
}

/** Includes the role's entries among the holders and children of a compiled model. */
export function bytesOfRole({ capabilities, inherits }: RoleNode): number {
  return 600 + 32 * capabilities.length + 120 * inherits.length;
}

/** Includes the policy's entries in sets of policies, and its compiled pattern. */
export function bytesOfPolicy(
  policy: { resource: string; relation: string | null } | undefined,
): number {
  return policy ? 600 + bytesOf(policy.resource) + bytesOf(policy.relation) : 0;
}

export function bytesOfAssignment({ subject }: Assignment): number {
  return 350 + bytesOf(subject);
}

export function bytesOfRelationship({ subject, relation, object }: Relationship): number {
  return 450 + bytesOf(subject) + bytesOf(relation) + bytesOf(object);
}

/** The memory of an end time. */
export const BYTES_OF_END = 100;

export type Lists<V> = Map<string, V[]>;

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/**
 * Lists up to this length are copied at each change, so hundreds of thousands of short lists have no spare capacity.
 */
const SHORT = 16;

export function addTo<V>(lists: Lists<V>, key: string, value: V): void {
  const list = lists.get(key) ?? [];
  if (list.length < SHORT) lists.set(key, [...list, value]);
  else list.push(value);
}

export function removeFrom<V>(lists: Lists<V>, key: string, value: V): void {
  const rest = (lists.get(key) ?? []).filter((other) => other !== value);
  if (rest.length > 0) lists.set(key, rest);
  else lists.delete(key);
}
