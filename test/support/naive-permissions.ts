/**
 * The rules of docs/permissions.md under "How a check is decided", implemented literally, without regard to speed.
 */

export type World = {
  modules: { prefix: string | null; code: string; actions: string[] }[];
  roles: { id: string; capabilities: string[]; inherits: string[]; tombstoned: boolean }[];
  assignments: { subject: string; roleId: string }[];
  policies: {
    effect: 'allow' | 'deny';
    roleId: string | null;
    capability: string;
    resource: string;
    relation: string | null;
  }[];
  relationships: { subject: string; relation: string; object: string }[];
};
export type Asked = { subject: string; capability: string; resource?: string };

function untilNothingIsAdded(start: string[], next: (one: string) => string[]): Set<string> {
  const found = new Set(start);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const other of [...found].flatMap(next)) found.add(other);
  }
  return found;
}

function covers(written: string, asked: string): boolean {
  return written === asked || written === `${asked.split(':').slice(0, -1).join(':')}:*`;
}

function covered(pattern: string, resource: string | undefined): boolean {
  if (resource === undefined) return pattern === '*';
  const open = pattern.endsWith('*');
  const text = open ? pattern.slice(0, -1) : pattern;
  const source = text
    .split('/')
    .map((one) => (one === '*' ? '[^/]+' : one.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)))
    .join('/');
  return new RegExp(`^${source}${open ? '.*' : ''}$`, 's').test(resource);
}

/** Returns undefined for an unknown capability. */
export function naiveDecision(world: World, asked: Asked): boolean | undefined {
  const parts = asked.capability.split(':');
  const action = parts.pop()!;
  const code = parts.pop()!;
  const prefix = parts.pop() ?? null;
  const known = world.modules.some(
    (module) => module.prefix === prefix && module.code === code && module.actions.includes(action),
  );
  if (!known) return undefined;

  const actsAs = untilNothingIsAdded([asked.subject], (one) =>
    world.relationships
      .filter(({ subject, relation }) => subject === one && relation === 'member')
      .map(({ object }) => object),
  );
  const assigned = world.assignments
    .filter(({ subject }) => actsAs.has(subject))
    .map(({ roleId }) => roleId);
  const parents = (among: World['roles']) => (one: string) =>
    among.filter(({ id }) => id === one).flatMap(({ inherits }) => inherits);
  const roles = untilNothingIsAdded(assigned, parents(world.roles));
  const giving = untilNothingIsAdded(
    assigned,
    parents(world.roles.filter(({ tombstoned }) => !tombstoned)),
  );
  for (const { id, tombstoned } of world.roles) if (tombstoned) giving.delete(id);
  const places = untilNothingIsAdded(asked.resource === undefined ? [] : [asked.resource], (one) =>
    world.relationships
      .filter(({ object, relation }) => object === one && relation === 'parent')
      .map(({ subject }) => subject),
  );
  const applies = world.policies.filter(
    ({ effect, roleId, capability, resource, relation: wanted }) =>
      covers(capability, asked.capability) &&
      (roleId === null || (effect === 'deny' ? roles : giving).has(roleId)) &&
      covered(resource, asked.resource) &&
      (wanted === null ||
        world.relationships.some(
          ({ subject, relation, object }) =>
            actsAs.has(subject) && relation === wanted && places.has(object),
        )),
  );
  if (applies.some(({ effect }) => effect === 'deny')) return false;
  return (
    applies.length > 0 ||
    world.roles.some(
      ({ id, capabilities }) =>
        giving.has(id) && capabilities.some((written) => covers(written, asked.capability)),
    )
  );
}
