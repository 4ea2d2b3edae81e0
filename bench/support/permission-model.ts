import { newModelFromString, newEnforcer, type Enforcer } from 'casbin';
import { Model } from '../../src/modules/permissions/check/model.ts';
import type { Item } from '../../src/modules/permissions/check/store.ts';

/** The rules, which are the same for both engines: assignments, roles that inherit, policies that allow and deny. */
export type Rules = {
  actions: string[];
  inherits: Map<string, string[]>;
  assignments: { subject: string; roleId: string }[];
  policies: { effect: 'allow' | 'deny'; roleId: string; action: string; resource: string }[];
};
export type Question = { subject: string; capability: string; resource: string };

/** Pseudorandom numbers, the same in every run (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/**
 * Creates rules: every other role inherits from another, a tenth of the policies deny, and a third apply to one
 * resource only.
 */
export function makeRules(sizes: { roles: number; assignments: number; policies: number }): Rules {
  const next = random(1);
  const actions = Array.from({ length: 20 }, (_, n) => `ACTION_${n}`);
  const role = (n: number) => `role_${n}`;
  const inherits = new Map<string, string[]>();
  for (let n = 0; n < sizes.roles; n++)
    // Casbin follows at most ten links.
    inherits.set(role(n), n % 8 !== 7 && n + 1 < sizes.roles && n % 2 === 0 ? [role(n + 1)] : []);
  // Each subject has two roles. The roles of the first subjects do not depend on the number of later subjects.
  const assignments = Array.from({ length: sizes.assignments }, (_, n) => ({
    subject: `user:${n >>> 1}`,
    roleId: role((Math.imul(n, 7919) >>> 0) % sizes.roles),
  }));
  const seen = new Set<string>();
  const policies: Rules['policies'] = [];
  while (policies.length < sizes.policies) {
    const at = next(200);
    const resource = policies.length % 3 === 0 ? `docs/${at}/1` : `docs/${at % 20}*`;
    const roleId = role(next(sizes.roles));
    const action = actions[next(actions.length)]!;
    const key = `${roleId} ${action} ${resource}`;
    if (seen.has(key)) continue;
    seen.add(key);
    policies.push({ effect: next(10) === 0 ? 'deny' : 'allow', roleId, action, resource });
  }
  return { actions, inherits, assignments, policies };
}

/**
 * Creates checks; about half concern a policy for a role of the subject.
 * @param among the number of assignments, from the first, whose subjects are checked
 */
export function makeQuestions(rules: Rules, count: number, among: number): Question[] {
  const next = random(2);
  const byRole = Map.groupBy(rules.policies, ({ roleId }) => roleId);
  return Array.from({ length: count }, () => {
    const { subject, roleId } = rules.assignments[next(among)]!;
    const own = byRole.get(roleId) ?? byRole.get(rules.inherits.get(roleId)?.[0] ?? '');
    const policy = next(2) === 0 && own ? own[next(own.length)]! : undefined;
    const action = policy?.action ?? rules.actions[next(rules.actions.length)]!;
    const resource = policy?.resource.replace('*', '/1') ?? `docs/${next(200)}/1`;
    return { subject, capability: `DOCS:${action}`, resource };
  });
}

export function orikiModel(rules: Rules): Model {
  const model = new Model();
  const items: Item[] = [
    { kind: 'module', id: 'm', data: { prefix: null, code: 'DOCS', actions: rules.actions } },
    ...[...rules.inherits].map(([id, inherits]): Item => ({
      kind: 'role',
      id,
      data: { capabilities: [], inherits, tombstoned: false },
    })),
    ...rules.assignments.map((data, n): Item => ({ kind: 'assignment', id: `a${n}`, data })),
    ...rules.policies.map(({ effect, roleId, action, resource }, n): Item => ({
      kind: 'policy',
      id: `p${n}`,
      data: { effect, roleId, capability: `DOCS:${action}`, resource, relation: null },
    })),
  ];
  model.apply({ revision: 1, stamp: '' }, items);
  return model;
}

export async function casbinEnforcer(rules: Rules): Promise<Enforcer> {
  const enforcer = await newEnforcer(
    newModelFromString(`
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act, eft
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = g(r.sub, p.sub) && r.act == p.act && keyMatch(r.obj, p.obj)`),
  );
  await enforcer.addPolicies(
    rules.policies.map(({ roleId, resource, action, effect }) => [
      roleId,
      resource,
      `DOCS:${action}`,
      effect,
    ]),
  );
  const links = new Map<string, string[]>();
  for (const { subject, roleId } of rules.assignments)
    links.set(`${subject} ${roleId}`, [subject, roleId]);
  for (const [role, parents] of rules.inherits)
    for (const parent of parents) links.set(`${role} ${parent}`, [role, parent]);
  await enforcer.addGroupingPolicies([...links.values()]);
  return enforcer;
}
