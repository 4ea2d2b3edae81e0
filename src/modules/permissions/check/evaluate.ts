import type { CapabilityRules, Model, Policy } from './model.ts';
import type { PolicySet } from './policy-set.ts';
import type { RoleNode } from './role-set.ts';

export type Question = { subject: string; capability: string; resource?: string };

/** Why it was decided so, in the order in which reasons count. */
export type Reason =
  | 'unknown_capability'
  | 'policy_denies'
  | 'role_grants'
  | 'policy_allows'
  | 'nothing_grants';

/** A rule that applies; `holder` is who of the subject and its groups has `role`, the assigned role that it is about. */
export type Applied =
  | { effect: 'allow' | 'deny'; policy: Policy; holder: string; role: RoleNode | undefined }
  | { effect: 'allow'; policy: undefined; holder: string; role: RoleNode };

/** Groups of one subject, parents of one resource: with more a check is refused, not answered wrongly or slowly. */
export const MAX_REACHED = 10_000;
export class TooManyReached extends Error {}

/** A node and all that is reached from it, nearest first. @throws TooManyReached */
function reachedFrom(node: string, next: (node: string) => Iterable<string>): Set<string> {
  const found = new Set([node]);
  for (const one of found) {
    for (const other of next(one)) found.add(other);
    if (found.size > MAX_REACHED + 1) throw new TooManyReached();
  }
  return found;
}

/** The subject and all that it is a member of, directly or through others, nearest first. @throws TooManyReached */
function principalsOf(model: Model, subject: string): readonly string[] {
  if (model.groupsOf(subject).length === 0) return [subject];
  return [...reachedFrom(subject, (one) => model.groupsOf(one))];
}

/** The resource and all that is a parent of it, directly or through others. @throws TooManyReached */
function ancestorsOf(model: Model, resource: string | undefined): readonly string[] {
  if (resource === undefined) return [];
  if (model.parentsOf(resource).size === 0) return [resource];
  return [...reachedFrom(resource, (one) => model.parentsOf(one))];
}

/**
 * A question as far as it has been looked into. What the subject acts as, and where the resource is, is found before
 * anything is decided, so that whether there is too much of it depends on nothing else.
 */
export class Evaluation {
  readonly model: Model;
  readonly question: Question;
  readonly principals: readonly string[];
  readonly record: ((applied: Applied) => void) | undefined;
  readonly #ancestors: readonly string[];
  #relations: Map<string, boolean> | undefined;

  /** @throws TooManyReached */
  constructor(model: Model, question: Question, record?: (applied: Applied) => void) {
    this.model = model;
    this.question = question;
    this.principals = principalsOf(model, question.subject);
    this.#ancestors = ancestorsOf(model, question.resource);
    this.record = record;
  }

  /** Whether the subject, or what it acts as, has a relation to the resource or to a parent of it. */
  hasRelation(relation: string): boolean {
    this.#relations ??= new Map();
    let holds = this.#relations.get(relation);
    if (holds === undefined) {
      const principals = new Set(this.principals);
      // `isDisjointFrom` goes through the smaller set.
      holds = this.#ancestors.some(
        (ancestor) => !this.model.relatedTo(ancestor, relation).isDisjointFrom(principals),
      );
      this.#relations.set(relation, holds);
    }
    return holds;
  }
}

/**
 * Decides. With `record` it looks at every rule that applies and tells them; without, it stops at the first that
 * decides. It is the same way through the same rules, so both come to the same answer.
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
export function evaluate(model: Model, question: Question): Reason {
  return decide(new Evaluation(model, question));
}

export function isAllowed(reason: Reason): boolean {
  return reason === 'role_grants' || reason === 'policy_allows';
}

/** Whether a role that the subject acts with holds the capability, itself or by inheritance. */
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

/** Whether one of the policies applies. */
function applyPolicies(policies: PolicySet, evaluation: Evaluation): boolean {
  if (policies.empty) return false;
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
