import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  naiveDecision,
  type Asked,
  type World,
} from '../../../../test/support/naive-permissions.ts';
import {
  allQuestions,
  itemsOf,
  policies,
  questions,
  relationalWorlds,
  worlds,
} from '../../../../test/support/permission-worlds.ts';
import {
  decide,
  evaluate,
  Evaluation,
  isAllowed,
  MAX_REACHED,
  TooManyReached,
} from './evaluate.ts';
import { explain } from './explain.ts';
import { Model } from './model.ts';
import type { Item } from './store.ts';

function modelOf(items: readonly Item[]): Model {
  const model = new Model();
  model.apply({ revision: 1, stamp: '' }, items);
  return model;
}

function allows(model: Model, asked: Asked): boolean {
  return isAllowed(evaluate(model, asked));
}
const many = fc.array(questions, { minLength: 5, maxLength: 30 });

// contract: permissions/default-deny-deny
test('every decision follows the documentation', () => {
  const seen = { yes: 0, no: 0, unknown: 0 };
  fc.assert(
    fc.property(worlds, many, (world, asked) => {
      const model = modelOf(itemsOf(world));
      for (const question of asked) {
        const expected = naiveDecision(world, question);
        seen[expected === undefined ? 'unknown' : expected ? 'yes' : 'no'] += 1;
        const reason = evaluate(model, question);
        expect(reason === 'unknown_capability').toBe(expected === undefined);
        expect(isAllowed(reason), JSON.stringify(question)).toBe(expected === true);
      }
    }),
    { numRuns: 150 },
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100);
});

test('relations, membership and parents are followed as documented', () => {
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(relationalWorlds, (world) => {
      const model = modelOf(itemsOf(world));
      for (const question of allQuestions) {
        const expected = naiveDecision(world, question) === true;
        seen[expected ? 'yes' : 'no'] += 1;
        expect(allows(model, question), JSON.stringify(question)).toBe(expected);
      }
    }),
    { numRuns: 120 },
  );
  expect(seen.yes).toBeGreaterThan(30);
});

// contract: permissions/explain-agrees-check
test('an explanation has the reason of the check, and a path leads from the subject to every rule in it', () => {
  fc.assert(
    fc.property(worlds, many, (world, asked) => {
      const model = modelOf(itemsOf(world));
      for (const question of asked) {
        const { reason, explanation } = explain(model, question);
        expect(reason).toBe(evaluate(model, question));
        const effects = explanation.rules.map(({ effect }) => effect);
        expect(effects.includes('deny')).toBe(reason === 'policy_denies');
        if (reason === 'nothing_grants') expect(effects).toEqual([]);
        if (isAllowed(reason)) expect(effects).toContain('allow');
        for (const { path, roleId } of explanation.rules) {
          expect(path[0]).toBe(question.subject);
          if (roleId !== null) expect(path.at(-1)).toBe(roleId);
        }
      }
    }),
    { numRuns: 120 },
  );
});

// contract: permissions/default-deny-deny
test('an allowing policy never removes access, and a denying one never grants any', () => {
  fc.assert(
    fc.property(worlds, policies, many, (world, policy, asked) => {
      const before = modelOf(itemsOf(world));
      const after = modelOf(itemsOf({ ...world, policies: [...world.policies, policy] }));
      for (const question of asked) {
        const [was, is] = [allows(before, question), allows(after, question)];
        if (policy.effect === 'allow') expect(is || !was).toBe(true);
        else expect(was || !is).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

test('the order of creation does not matter', () => {
  const shuffled = worlds.chain((world) => {
    const items = itemsOf(world);
    return fc.tuple(
      fc.constant(items),
      fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }),
    );
  });
  fc.assert(
    fc.property(shuffled, many, ([items, others], asked) => {
      const [one, other] = [modelOf(items), modelOf(others)];
      for (const question of asked) expect(evaluate(one, question)).toBe(evaluate(other, question));
    }),
    { numRuns: 120 },
  );
});

test('an updated copy decides like a newly loaded one', () => {
  /** The same objects, deleted and created again. */
  const renewed = (items: Item[]): Item[] =>
    items.map((item) => (item.kind === 'role' ? item : { ...item, id: `${item.id} again` }));
  fc.assert(
    fc.property(
      worlds,
      worlds,
      many,
      fc.boolean(),
      fc.boolean(),
      (old, world, asked, again, last) => {
        const model = modelOf(itemsOf(old));
        for (const question of asked.slice(0, 3)) evaluate(model, question);
        const now = again ? renewed(itemsOf(world)) : itemsOf(world);
        const kept = new Set(now.map(({ kind, id }) => `${kind} ${id}`));
        const gone = itemsOf(old)
          .filter(({ kind, id }) => !kept.has(`${kind} ${id}`))
          .map((item): Item => ({ ...item, data: null }));
        model.apply({ revision: 2, stamp: '' }, last ? [...now, ...gone] : [...gone, ...now]);
        const anew = modelOf(now);
        for (const question of asked)
          expect(evaluate(model, question)).toBe(evaluate(anew, question));
      },
    ),
    { numRuns: 150 },
  );
});

test('keeps an assignment or relationship that is deleted and recreated before the next check', () => {
  const items: Item[] = [
    { kind: 'module', id: 'm', data: { prefix: null, code: 'A', actions: ['X'] } },
    { kind: 'role', id: 'r', data: { capabilities: ['A:X'], inherits: [], tombstoned: false } },
  ];
  const data = { subject: 'u', relation: 'member', object: 'g' };
  const model = modelOf([
    ...items,
    { kind: 'assignment', id: 'a1', data: { subject: 'g', roleId: 'r' } },
    { kind: 'relationship', id: 'e1', data },
  ]);
  model.apply({ revision: 2, stamp: '' }, [
    { kind: 'assignment', id: 'a2', data: { subject: 'g', roleId: 'r' } },
    { kind: 'assignment', id: 'a1', data: null },
    { kind: 'relationship', id: 'e2', data },
    { kind: 'relationship', id: 'e1', data: null },
    { kind: 'module', id: 'm2', data: { prefix: null, code: 'A', actions: ['X'] } },
    { kind: 'module', id: 'm', data: null },
  ]);
  expect(evaluate(model, { subject: 'u', capability: 'A:X' })).toBe('role_grants');
  expect(model.relatedTo('g', 'member').has('u')).toBe(true);
});

test('decides checks over thousands of roles in a chain and thousands of groups, and rejects more groups than the limit', () => {
  const chain = (n: number, last: number) => (n === last ? [] : [`r${n + 1}`]);
  const roles = Array.from({ length: 5000 }, (_, n): Item => ({
    kind: 'role',
    id: `r${n}`,
    data: { capabilities: n === 4999 ? ['A:X'] : [], inherits: chain(n, 4999), tombstoned: false },
  }));
  const groups = Array.from({ length: MAX_REACHED + 1 }, (_, n): Item => ({
    kind: 'relationship',
    id: `m${n}`,
    data: { subject: `g${n}`, relation: 'member', object: `g${n + 1}` },
  }));
  const model = modelOf([
    { kind: 'module', id: 'm', data: { prefix: null, code: 'A', actions: ['X'] } },
    ...roles,
    ...groups,
    { kind: 'assignment', id: 'a', data: { subject: 'g5000', roleId: 'r0' } },
    {
      kind: 'policy',
      id: 'p',
      data: { effect: 'deny', roleId: 'r4999', capability: 'A:*', resource: 'x', relation: null },
    },
  ]);
  expect(evaluate(model, { subject: 'g1', capability: 'A:X' })).toBe('role_grants');
  expect(evaluate(model, { subject: 'g1', capability: 'A:X', resource: 'x' })).toBe(
    'policy_denies',
  );
  expect(explain(model, { subject: 'g1', capability: 'A:X' }).reason).toBe('role_grants');
  // This includes checks that could be decided without them, because an explanation reads all.
  for (const ask of [evaluate, explain])
    for (const capability of ['A:X', 'A:NONE', 'NO:X'])
      expect(() => ask(model, { subject: 'g0', capability })).toThrow(TooManyReached);
});

test('rejects more parents than the limit, for any rules and in any order of creation', () => {
  const parents = Array.from({ length: MAX_REACHED + 1 }, (_, n): Item => ({
    kind: 'relationship',
    id: `e${n}`,
    data: { subject: `p${n}`, relation: 'parent', object: n === 0 ? 'doc' : `p${n - 1}` },
  }));
  const policy = (id: string, relation: string | null): Item => ({
    kind: 'policy',
    id,
    data: { effect: 'deny', roleId: null, capability: 'A:X', resource: '*', relation },
  });
  const rules: Item[] = [policy('p1', null), policy('p2', 'owner')];
  for (const items of [rules, rules.toReversed(), []]) {
    const model = modelOf([
      { kind: 'module', id: 'm', data: { prefix: null, code: 'A', actions: ['X'] } },
      ...items,
      ...parents,
    ]);
    for (const ask of [evaluate, explain])
      expect(() => ask(model, { subject: 'u', capability: 'A:X', resource: 'doc' })).toThrow(
        TooManyReached,
      );
  }
});

test('visits a role once, however many paths of a subject lead to it', () => {
  const length = 3000;
  const ids = Array.from({ length }, (_, n) => `r${n}`);
  let read = 0;
  const model = modelOf([
    { kind: 'module', id: 'm', data: { prefix: null, code: 'A', actions: ['X'] } },
    ...ids.map((id, n): Item => ({
      kind: 'role',
      id,
      data: { capabilities: [], inherits: ids.slice(n + 1, n + 2), tombstoned: false },
    })),
    ...ids.map((roleId): Item => ({
      kind: 'assignment',
      id: roleId,
      data: { subject: 'u', roleId },
    })),
    ...ids.map((roleId): Item => ({
      kind: 'policy',
      id: roleId,
      data: { effect: 'deny', roleId, capability: 'A:X', resource: '*', relation: 'none' },
    })),
  ]);
  const evaluation = new Evaluation(model, { subject: 'u', capability: 'A:X', resource: 'x' });
  evaluation.hasRelation = () => {
    read += 1;
    return false;
  };
  expect(decide(evaluation)).toBe('nothing_grants');
  expect(read).toBe(length);
});

test('counts a copy’s memory by its content, and releases it', () => {
  const model = modelOf([]);
  const before = model.bytes;
  const capabilities = Array.from({ length: 1000 }, (_, n) => `A:X${n}`);
  const role = (id: string): Item => ({
    kind: 'role',
    id,
    data: { capabilities, inherits: [], tombstoned: false },
  });
  model.apply({ revision: 2, stamp: '' }, [role('r1')]);
  const one = model.bytes;
  model.apply({ revision: 3, stamp: '' }, [role('r2')]);
  expect(model.bytes - one).toBeGreaterThan(30_000);
  // Memory contains each text once.
  expect(model.bytes - one).toBeLessThan(one - before);
  model.apply({ revision: 4, stamp: '' }, [{ kind: 'role', id: 'r2', data: null }, role('r1')]);
  expect(model.bytes).toBe(one);
});

test('a model contains only what was applied to it', () => {
  fc.assert(
    fc.property(worlds, worlds, many, (world: World, other, asked) => {
      const model = modelOf(itemsOf(world));
      const before = asked.map((question) => evaluate(model, question));
      const neighbour = modelOf(itemsOf(other));
      for (const question of asked) evaluate(neighbour, question);
      expect(asked.map((question) => evaluate(model, question))).toEqual(before);
    }),
    { numRuns: 50 },
  );
});
