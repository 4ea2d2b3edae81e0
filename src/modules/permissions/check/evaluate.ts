import type { Readable } from './model.ts';
import type { PolicySet } from './policy-set.ts';
import type { RoleNode } from './role-set.ts';
import type { CapabilityRules, Policy } from './rules.ts';

export type EvaluationRequest = { subject: string; capability: string; resource?: string };

/** The reason of a decision, the strongest first. */
export type Reason =
  | 'unknown_capability'
  | 'policy_denies'
  | 'role_grants'
  | 'policy_allows'
  | 'nothing_grants';

/** A rule that applies. `role` is the assigned role that leads to it, and `holder` the principal that has the role. */
export type Applied =
  | { effect: 'allow' | 'deny'; policy: Policy; holder: string; role: RoleNode | undefined }
  | { effect: 'allow'; policy: undefined; holder: string; role: RoleNode };

/** The maximum number of groups of a subject and of ancestors of a resource. With more, the check is rejected. */
export const MAX_REACHED = 10_000;
export class TooManyReached extends Error {}

/** The node and everything reachable from it, nearest first. @throws TooManyReached */
function reachedFrom(node: string, next: (node: string) => Iterable<string>): Set<string> {
  const found = new Set([node]);
  for (const one of found) {
    for (const other of next(one)) found.add(other);
    if (found.size > MAX_REACHED + 1) throw new TooManyReached();
  }
  return found;
}

/** The subject and its groups, direct and indirect, nearest first. @throws TooManyReached */
function principalsOf(model: Readable, subject: string): readonly string[] {
  if (model.groupsOf(subject).length === 0) return [subject];
  return [...reachedFrom(subject, (one) => model.groupsOf(one))];
}

/** The resource and its parents, direct and indirect. @throws TooManyReached */
function ancestorsOf(model: Readable, resource: string | undefined): readonly string[] {
  if (resource === undefined) return [];
  if (model.parentsOf(resource).size === 0) return [resource];
  return [...reachedFrom(resource, (one) => model.parentsOf(one))];
}

/**
 * Evaluates one check. Finds the principals and the ancestors before it decides, so a check with too many is always
 * rejected.
 */
export class Evaluation {
  readonly model: Readable;
  readonly question: EvaluationRequest;
  readonly principals: readonly string[];
  readonly record: ((applied: Applied) => void) | undefined;
  readonly #ancestors: readonly string[];
  #relations: Map<string, boolean> | undefined;

  /** @throws TooManyReached */
  constructor(model: Readable, question: EvaluationRequest, record?: (applied: Applied) => void) {
    this.model = model;
    this.question = question;
    this.principals = principalsOf(model, question.subject);
    this.#ancestors = ancestorsOf(model, question.resource);
    this.record = record;
  }

  /** True when a principal has the relation to the resource or to one of its ancestors. */
  hasRelation(relation: string): boolean {
    this.#relations ??= new Map();
    let holds = this.#relations.get(relation);
    if (holds === undefined) {
      const principals = new Set(this.principals);
      // `isDisjointFrom` iterates over the smaller set.
      holds = this.#ancestors.some(
        (ancestor) => !this.model.relatedTo(ancestor, relation).isDisjointFrom(principals),
      );
      this.#relations.set(relation, holds);
    }
    return holds;
  }
}

/**
 * Decides. Without `record` it stops at the first rule that decides; with `record` it continues and records every rule
 * that applies. Both visit the same rules in the same order, so they reach the same answer.
 */
export function decide(evaluation: Evaluation): Reason {
  const { model, question, record } = evaluation;
  const rules = model.rulesFor(question.capability);
  if (!rules) return 'unknown_capability';
  const denied = applyPolicies(rules.denying, evaluation);
  if (denied && !record) return 'policy_denies';
  const granted = applyRoles(rules, evaluation);
  if (granted && !record) return 'role_grants';
  const allowed = applyPolicies(rules.allowing, evaluation);
  if (denied) return 'policy_denies';
  if (granted) return 'role_grants';
  return allowed ? 'policy_allows' : 'nothing_grants';
}

/** @throws TooManyReached */
export function evaluate(model: Readable, question: EvaluationRequest): Reason {
  return decide(new Evaluation(model, question));
}

export function isAllowed(reason: Reason): boolean {
  return reason === 'role_grants' || reason === 'policy_allows';
}

/** True when a principal has a role with the capability, directly or by inheritance. */
function applyRoles(
  { granting }: CapabilityRules,
  { model, principals, record }: Evaluation,
): boolean {
  let granted = false;
  for (const holder of principals)
    for (const role of model.rolesOf(holder)) {
      if (!granting.has(role)) continue;
      if (!record) return true;
      granted = true;
      record({ effect: 'allow', policy: undefined, holder, role });
    }
  return granted;
}

/** True when one of the policies applies. */
function applyPolicies(policies: PolicySet, evaluation: Evaluation): boolean {
  if (policies.size === 0) return false;
  const { model, principals, record } = evaluation;
  const { subject, resource } = evaluation.question;
  let applied = false;
  let holder = subject;
  let role: RoleNode | undefined;
  const decides = (policy: Policy): boolean => {
    if (policy.relation !== null && !evaluation.hasRelation(policy.relation)) return false;
    applied = true;
    record?.({ effect: policy.effect, policy, holder, role });
    return record === undefined;
  };
  if (policies.someForEverybody(resource, decides)) return true;
  if (!policies.aboutRoles) return applied;
  const seen = new Set<RoleNode>();
  for (holder of principals)
    for (role of model.rolesOf(holder))
      if (policies.someForRole(role, seen, resource, decides)) return true;
  return applied;
}
