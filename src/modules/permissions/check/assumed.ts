import { EVERYTHING } from '../resource.ts';
import type { Model, Readable } from './model.ts';
import { push, type Lists } from './parts.ts';
import type { RoleNode } from './role-set.ts';
import type { CapabilityRules, RuleChanges } from './rules.ts';
import type { Assumptions } from './schemas.ts';

/** The id that an assumed policy has in explanations: its place in the question. */
function assumedPolicyId(n: number): string {
  return `assume.policies[${n}]`;
}

/**
 * The permissions as they would be with changes that nobody has made. The model stays as it is, and nothing of this is kept:
 * it is read before the model can change.
 */
export class AssumedModel implements Readable {
  readonly #model: Model;
  readonly #changes: RuleChanges;
  readonly #given: Lists<RoleNode> = new Map();
  readonly #taken: Lists<string> = new Map();

  constructor(
    model: Model,
    { roles = [], assignments = [], policies = [], without = [] }: Assumptions,
  ) {
    this.#model = model;
    this.#changes = {
      capabilities: new Map(roles.map(({ id, capabilities }) => [id, capabilities])),
      policies: policies.map(
        ({ roleId = null, resource = EVERYTHING, relation = null, ...rest }, n) => {
          return { ...rest, id: assumedPolicyId(n), roleId, resource, relation };
        },
      ),
      without: new Set(without),
    };
    for (const id of without) {
      const assignment = model.assignment(id);
      if (assignment) push(this.#taken, assignment.subject, assignment.role.id);
    }
    for (const { subject, roleId } of assignments) {
      const role = model.rules.find(roleId);
      if (role) push(this.#given, subject, role);
    }
  }

  rolesOf(subject: string): readonly RoleNode[] {
    const taken = this.#taken.get(subject) ?? [];
    const kept = this.#model.rolesOf(subject).filter(({ id }) => !taken.includes(id));
    return [...kept, ...(this.#given.get(subject) ?? [])];
  }

  capabilitiesOf(role: RoleNode): readonly string[] {
    return this.#changes.capabilities.get(role.id) ?? role.capabilities;
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
    return this.#model.rules.rulesWith(capability, this.#changes);
  }
}
