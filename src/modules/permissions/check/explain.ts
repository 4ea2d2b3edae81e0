import { findPath, shownPath } from '../graph.ts';
import {
  decide,
  Evaluation,
  type Applied,
  type EvaluationRequest,
  type Reason,
} from './evaluate.ts';
import type { Readable } from './model.ts';
import type { RoleNode } from './role-set.ts';
import { MAX_SHOWN, type AppliedRule, type Explanation } from './schemas.ts';

type Next = (role: RoleNode) => readonly RoleNode[];

/** The roles that a role includes: a tombstone includes its parents for denials only. */
const NEXT: Record<'allow' | 'deny', Next> = {
  allow: ({ tombstoned, parents }) => (tombstoned ? [] : parents),
  deny: ({ parents }) => parents,
};

/** The shortest path from the role to one with the capability, and the capability as that role has it. */
function wayToHolder(model: Readable, role: RoleNode, capability: string) {
  const all = `${capability.slice(0, capability.lastIndexOf(':'))}:*`;
  const holds = (one: RoleNode) =>
    [capability, all].find((text) => model.capabilitiesOf(one).includes(text));
  const way = findPath(NEXT.allow, role, (one) => holds(one) !== undefined)!;
  return { way, capability: holds(way.at(-1)!)! };
}

function toRule(
  model: Readable,
  { subject, capability }: EvaluationRequest,
  applied: Applied,
): AppliedRule {
  const { effect, policy, holder, role } = applied;
  const groups = findPath(
    (one) => model.groupsOf(one),
    subject,
    (one) => one === holder,
  )!;
  let way: RoleNode[] = [];
  let written = policy?.capability;
  if (!policy) ({ way, capability: written } = wayToHolder(model, role, capability));
  else if (policy.roleId !== null)
    way = findPath(NEXT[effect], role!, ({ id }) => id === policy.roleId)!;
  return {
    effect,
    policyId: policy?.id ?? null,
    roleId: way.at(-1)?.id ?? null,
    capability: written!,
    resource: policy?.resource ?? null,
    relation: policy?.relation ?? null,
    path: shownPath([...groups, ...way.map(({ id }) => id)]),
  };
}

/** Decides as `evaluate` does, and lists the rules that apply. @throws TooManyReached */
export function explain(
  model: Readable,
  question: EvaluationRequest,
): { reason: Reason; explanation: Explanation } {
  const rules = new Map<string, AppliedRule>();
  let truncated = false;
  const evaluation = new Evaluation(model, question, (applied) => {
    const key = applied.policy ? applied.policy.id : applied.role.id;
    if (rules.has(key)) return;
    if (rules.size < MAX_SHOWN) rules.set(key, toRule(model, question, applied));
    else truncated = true;
  });
  const reason = decide(evaluation);
  const { principals } = evaluation;
  return {
    reason,
    explanation: {
      actingAs: principals.slice(0, MAX_SHOWN),
      rules: [...rules.values()],
      truncated: truncated || principals.length > MAX_SHOWN,
    },
  };
}
