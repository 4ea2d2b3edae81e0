import type { CapabilityRules, Model, Policy, RoleNode } from './model.ts';
import type { PolicySet } from './policy-set.ts';

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

/** Groups of one subject; beyond it a check is refused rather than answered wrongly or slowly. */
export const MAX_GROUPS = 10_000;
export class TooManyGroups extends Error {}

/** The subject and all that it is a member of, directly or through others, nearest first. @throws TooManyGroups */
export function actingAs(model: Model, subject: string): readonly string[] {
  const direct = model.groupsOf(subject);
  if (direct.length === 0) return [subject];
  const found = new Set([subject]);
  for (const one of found) {
    for (const group of model.groupsOf(one)) found.add(group);
    if (found.size > MAX_GROUPS + 1) throw new TooManyGroups();
  }
  return [...found];
}

/**
 * Decides. With `record` it looks at every rule that applies and tells them; without, it stops at the first that
 * decides. It is the same way through the same rules, so both come to the same answer.
 * @throws TooManyGroups
 */
export function evaluate(
  model: Model,
  question: Question,
  record?: (applied: Applied) => void,
): Reason {
  const rules = model.rulesFor(question.capability);
  if (!rules) return 'unknown_capability';
  const acting = actingAs(model, question.subject);
  const denied = applyPolicies(model, question, rules.denying, acting, record);
  if (denied && !record) return 'policy_denies';
  const granted = applyRoles(model, rules, acting, record);
  if (granted && !record) return 'role_grants';
  const allowed = applyPolicies(model, question, rules.allowing, acting, record);
  if (denied) return 'policy_denies';
  if (granted) return 'role_grants';
  return allowed ? 'policy_allows' : 'nothing_grants';
}

export const isAllowed = (reason: Reason): boolean =>
  reason === 'role_grants' || reason === 'policy_allows';

/** Whether a role that the subject acts with holds the capability, itself or by inheritance. */
function applyRoles(
  model: Model,
  rules: CapabilityRules,
  acting: readonly string[],
  record: ((applied: Applied) => void) | undefined,
): boolean {
  let granted = false;
  for (const holder of acting)
    for (const role of model.rolesOf(holder)) {
      if (!rules.granting.has(role)) continue;
      if (!record) return true;
      granted = true;
      record({ effect: 'allow', policy: undefined, holder, role });
    }
  return granted;
}

/** Whether one of the policies applies. */
function applyPolicies(
  model: Model,
  { subject, resource }: Question,
  policies: PolicySet,
  acting: readonly string[],
  record: ((applied: Applied) => void) | undefined,
): boolean {
  if (policies.empty) return false;
  const holds = ({ relation }: Policy): boolean =>
    relation === null ||
    (resource !== undefined && acting.some((one) => model.isRelated(one, relation, resource)));
  let applied = false;
  let holder = subject;
  let role: RoleNode | undefined;
  const decides = (policy: Policy): boolean => {
    if (!holds(policy)) return false;
    applied = true;
    record?.({ effect: policy.effect, policy, holder, role });
    return record === undefined;
  };
  if (policies.someForEverybody(resource, decides)) return true;
  for (holder of acting)
    for (role of model.rolesOf(holder))
      if (
        policies.concerns(role) &&
        policies.someForRoles(model.closureOf(role), resource, decides)
      )
        return true;
  return applied;
}
