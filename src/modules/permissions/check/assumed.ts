import type { Model, Readable } from './model.ts';
import { push, type Lists } from './parts.ts';
import type { RoleNode } from './role-set.ts';
import type { CapabilityRules, Rules } from './rules.ts';
import type { Assumptions } from './schemas.ts';

/** The id that an assumed policy has in explanations: its place in the question. */
function assumedPolicyId(n: number): string {
  return `assume.policies[${n}]`;
}

/**
 * The permissions as they would be with changes that nobody has made. The model stays as it is, and no copy of this is kept:
 * it is read before the model can change.
 */
export class AssumedModel implements Readable {
  readonly #model: Model;
  readonly #rules: Rules;
  readonly #given: Lists<RoleNode> = new Map();
  readonly #taken: Lists<string> = new Map();

  constructor(
    model: Model,
    { roles = [], assignments = [], policies = [], without = [] }: Assumptions,
  ) {
    this.#model = model;
    const rules = (this.#rules = model.rules.copy());
    for (const id of without) {
      const assignment = model.assignment(id);
      if (assignment) push(this.#taken, assignment.subject, assignment.role.id);
      else rules.set({ kind: 'policy', id, data: null });
    }
    for (const { id, capabilities } of roles) {
      const known = rules.find(id);
      if (!known) continue;
      const { inherits, tombstoned } = known;
      rules.set({ kind: 'role', id, data: { capabilities, inherits: [...inherits], tombstoned } });
    }
    for (const [n, policy] of policies.entries()) {
      const { effect, capability, roleId = null, resource = '*', relation = null } = policy;
      const data = { effect, capability, roleId, resource, relation };
      rules.set({ kind: 'policy', id: assumedPolicyId(n), data });
    }
    for (const { subject, roleId } of assignments) {
      const role = rules.find(roleId);
      if (role) push(this.#given, subject, role);
    }
  }

  rolesOf(subject: string): readonly RoleNode[] {
    const taken = this.#taken.get(subject) ?? [];
    const kept = this.#model.rolesOf(subject).filter(({ id }) => !taken.includes(id));
    return [
      ...kept.flatMap(({ id }) => this.#rules.find(id) ?? []),
      ...(this.#given.get(subject) ?? []),
    ];
  }

  groupsOf(subject: string): readonly string[] {
    return this.#model.groupsOf(subject);
  }

  relatedTo(object: string, relation: string): ReadonlySet<string> {
    return this.#model.relatedTo(object, relation);
  }

  parentsOf(object: string): ReadonlySet<string> {
    return this.#model.parentsOf(object);
  }

  rulesFor(capability: string): CapabilityRules | undefined {
    return this.#rules.rulesFor(capability);
  }
}
