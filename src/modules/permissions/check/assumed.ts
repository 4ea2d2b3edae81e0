import { EVERYTHING } from '../resource.ts';
import { MEMBER, PARENT, type Model, type Readable } from './model.ts';
import { push, type Lists, type Relationship } from './parts.ts';
import type { RoleNode } from './role-set.ts';
import type { CapabilityRules, RuleChanges } from './rules.ts';
import type { Assumptions } from './schemas.ts';

/** The id of an assumed policy in explanations: its place in the check. */
function assumedPolicyId(n: number): string {
  return `assume.policies[${n}]`;
}

/**
 * The permissions as they would be after changes that were not made. The model stays unchanged, and this view is not
 * stored: checks read it before the model can change.
 */
export class AssumedModel implements Readable {
  readonly #model: Model;
  readonly #changes: RuleChanges;
  readonly #given: Lists<RoleNode> = new Map();
  readonly #taken: Lists<string> = new Map();
  readonly #related: readonly Relationship[];
  readonly #unrelated: Readonly<Relationship>[] = [];

  constructor(
    model: Model,
    { roles = [], assignments = [], policies = [], relationships = [], without = [] }: Assumptions,
  ) {
    this.#model = model;
    this.#related = relationships;
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
      const relationship = model.relationship(id);
      if (relationship) this.#unrelated.push(relationship);
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
    const isOne = (one: Relationship) => one.subject === subject && one.relation === MEMBER;
    const left = new Set(this.#unrelated.filter(isOne).map(({ object }) => object));
    const joined = this.#related.filter(isOne).map(({ object }) => object);
    return [...this.#model.groupsOf(subject).filter((group) => !left.has(group)), ...joined];
  }

  relatedTo(object: string, relation: string): ReadonlySet<string> {
    const isOne = (one: Relationship) => one.object === object && one.relation === relation;
    const subjects = new Set(this.#model.relatedTo(object, relation));
    for (const { subject } of this.#unrelated.filter(isOne)) subjects.delete(subject);
    for (const { subject } of this.#related.filter(isOne)) subjects.add(subject);
    return subjects;
  }

  parentsOf(object: string): ReadonlySet<string> {
    return this.relatedTo(object, PARENT);
  }

  rulesFor(capability: string): CapabilityRules | undefined {
    return this.#model.rules.rulesWith(capability, this.#changes);
  }
}
