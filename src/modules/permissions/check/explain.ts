import { findPath, shownPath } from '../graph.ts';
import { actingAs, evaluate, type Applied, type Question, type Reason } from './evaluate.ts';
import type { Model } from './model.ts';
import type { RoleNode } from './role-set.ts';
import { MAX_SHOWN, type AppliedRule, type Explanation } from './schemas.ts';

/** The nearest of the role and those it inherits from that holds the capability, and how it is written there. */
function holderOf(model: Model, role: RoleNode, capability: string) {
  const all = `${capability.slice(0, capability.lastIndexOf(':'))}:*`;
  for (const { id, capabilities } of model.closureOf(role))
    for (const written of [capability, all])
      if (capabilities.includes(written)) return { roleId: id, capability: written };
  throw new Error('a role grants what it does not hold');
}

function rolePath(model: Model, role: RoleNode, to: string): string[] {
  const inherits = new Map(model.closureOf(role).map((one) => [one.id, one.inherits]));
  return findPath((id) => inherits.get(id) ?? [], role.id, to)!;
}

function toRule(model: Model, { subject, capability }: Question, applied: Applied): AppliedRule {
  const { effect, policy, holder, role } = applied;
  const groups = findPath((one) => model.groupsOf(one), subject, holder)!;
  const about = policy
    ? { policyId: policy.id, roleId: policy.roleId, capability: policy.capability }
    : { policyId: null, ...holderOf(model, role!, capability) };
  const roles = role && about.roleId !== null ? rolePath(model, role, about.roleId) : [];
  return {
    effect,
    ...about,
    resource: policy?.resource ?? null,
    relation: policy?.relation ?? null,
    path: shownPath([...groups, ...roles]),
  };
}

/** Decides like `evaluate`, and says why. @throws TooManyReached */
export function explain(
  model: Model,
  question: Question,
): { reason: Reason; explanation: Explanation } {
  const rules = new Map<string, AppliedRule>();
  let truncated = false;
  const reason = evaluate(model, question, (applied) => {
    const key = applied.policy ? applied.policy.id : applied.role.id;
    if (rules.has(key)) return;
    if (rules.size < MAX_SHOWN) rules.set(key, toRule(model, question, applied));
    else truncated = true;
  });
  const acting = actingAs(model, question.subject);
  return {
    reason,
    explanation: {
      actingAs: acting.slice(0, MAX_SHOWN),
      rules: [...rules.values()],
      truncated: truncated || acting.length > MAX_SHOWN,
    },
  };
}
