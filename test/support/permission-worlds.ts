import * as fc from 'fast-check';
import type { Item } from '../../src/modules/permissions/check/store.ts';
import type { Asked, World } from './naive-permissions.ts';

const SUBJECTS = ['u1', 'u2', 'g1', 'g2', 'g3'];
const RESOURCES = ['f1', 'f2', 'docs/1', 'docs/2/a', 'docs/', 'other', 'g3'];
/** In an order without cyclic relationships. */
const NODES = [...SUBJECTS, 'f1', 'f2', 'docs/1', 'docs/2/a'];
const PATTERNS = ['*', 'docs/*', 'docs/1', 'docs/*/a', '*/1', 'g3', 'o*'];
const ROLES = ['r0', 'r1', 'r2', 'r3', 'r4'];
const CAPABILITIES = ['A:X', 'A:Y', 'B:X', 'PQ:A:X'];
const WRITTEN = [...CAPABILITIES, 'A:*', 'B:*', 'PQ:A:*'];
const RELATIONS = ['member', 'owner', 'parent'];

function some<T>(arbitrary: fc.Arbitrary<T>, maxLength: number) {
  return fc.uniqueArray(arbitrary, { maxLength, selector: (one) => JSON.stringify(one) });
}

export const policies = fc.record({
  effect: fc.constantFrom('allow' as const, 'deny' as const),
  roleId: fc.option(fc.constantFrom(...ROLES)),
  capability: fc.constantFrom(...WRITTEN),
  resource: fc.constantFrom(...PATTERNS),
  relation: fc.option(fc.constantFrom(...RELATIONS), { freq: 2 }),
});

function edge(subjects: string[], relation: string, objects: string[]) {
  return fc.record({
    subject: fc.constantFrom(...subjects),
    relation: fc.constant(relation),
    object: fc.constantFrom(...objects),
  });
}

const relationships = some(
  fc
    .oneof(
      edge(SUBJECTS.slice(0, 4), 'member', SUBJECTS.slice(2)),
      edge(SUBJECTS, 'owner', NODES.slice(5)),
      edge(['f1', 'f2'], 'parent', NODES.slice(6)),
      fc.record({
        subject: fc.constantFrom(...NODES),
        relation: fc.constantFrom(...RELATIONS),
        object: fc.constantFrom(...NODES),
      }),
    )
    .filter(({ subject, object }) => NODES.indexOf(subject) < NODES.indexOf(object)),
  8,
);

/** Small, so that all parts interact. Roles inherit from later ones, groups are members of later ones. */
export const worlds: fc.Arbitrary<World> = fc.record({
  modules: fc.constant([
    { prefix: null, code: 'A', actions: ['X', 'Y'] },
    { prefix: null, code: 'B', actions: ['X'] },
    { prefix: 'PQ', code: 'A', actions: ['X'] },
  ]),
  roles: fc
    .tuple(
      ...ROLES.map((id, n) =>
        fc.record({
          id: fc.constant(id),
          capabilities: some(fc.constantFrom(...WRITTEN), 2),
          inherits: n === ROLES.length - 1 ? fc.constant([]) : fc.subarray(ROLES.slice(n + 1)),
          tombstoned: fc.nat({ max: 5 }).map((drawn) => drawn === 0),
        }),
      ),
    )
    .map((roles) => roles as World['roles']),
  assignments: some(
    fc.record({ subject: fc.constantFrom(...SUBJECTS), roleId: fc.constantFrom(...ROLES) }),
    4,
  ),
  policies: some(policies, 6),
  relationships,
});

export const questions: fc.Arbitrary<Asked> = fc.record(
  {
    subject: fc.constantFrom(...SUBJECTS),
    capability: fc.constantFrom(...CAPABILITIES, 'B:Y', 'PQ:B:X'),
    resource: fc.constantFrom(...RESOURCES),
  },
  { requiredKeys: ['subject', 'capability'] },
);

/** Returns the rows of such a world, as read from the database. */
export function itemsOf(world: World): Item[] {
  const ids =
    <K extends Item['kind']>(kind: K) =>
    (data: unknown): Item =>
      ({ kind, id: `${kind} ${JSON.stringify(data)}`, data }) as Item;
  return [
    ...world.modules.map(ids('module')),
    ...world.roles.map(({ id, ...data }): Item => ({ kind: 'role', id, data })),
    ...world.policies.map(ids('policy')),
    ...world.assignments.map(ids('assignment')),
    ...world.relationships.map(ids('relationship')),
  ];
}

/** One policy about a relation, and relationships only. */
export const relationalWorlds: fc.Arbitrary<World> = fc
  .tuple(relationships, fc.constantFrom(...RELATIONS))
  .map(([edges, relation]) => ({
    modules: [{ prefix: null, code: 'A', actions: ['X'] }],
    roles: [],
    assignments: [],
    policies: [{ effect: 'allow', roleId: null, capability: 'A:X', resource: '*', relation }],
    relationships: edges,
  }));

/** Every combination of subject and resource. */
export const allQuestions: Asked[] = SUBJECTS.flatMap((subject) =>
  RESOURCES.map((resource) => ({ subject, capability: 'A:X', resource })),
);
