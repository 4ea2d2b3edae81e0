import { moduleKey } from '../capability.ts';
import {
  addTo,
  bytesOfAssignment,
  bytesOfModule,
  bytesOfPolicy,
  bytesOfRelationship,
  bytesOfRole,
  push,
  removeFrom,
  type Assignment,
  type Lists,
  type Relationship,
} from './parts.ts';
import { PolicySet } from './policy-set.ts';
import { RoleSet, type RoleNode } from './role-set.ts';
import type { Item, PolicyData } from './store.ts';

/** The relation by which a subject acts as the object, too. */
const MEMBER = 'member';
/** The relation by which the object takes on the relations that others have to the subject. */
const PARENT = 'parent';

export type Policy = PolicyData & { readonly id: string };

/** The rules about one capability. */
export type CapabilityRules = {
  /** The roles that give the capability: they hold it, or inherit from a role that does. */
  readonly granting: RoleSet;
  readonly denying: PolicySet;
  readonly allowing: PolicySet;
};

/** Look-ups derived from modules, roles and policies. Any change of these discards them. */
type Compiled = {
  readonly actions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly holders: ReadonlyMap<string, readonly RoleNode[]>;
  readonly children: ReadonlyMap<RoleNode, readonly RoleNode[]>;
  readonly policies: ReadonlyMap<string, readonly Policy[]>;
  /** By capability; only of capabilities that were asked about. */
  readonly rules: Map<string, CapabilityRules>;
  /** The memory of `rules`, in bytes. */
  rulesBytes: number;
};

/** Limit for the rules of one organization. When they pass it, all are dropped and derived again on demand. */
const MAX_RULES_BYTES = 16 * 2 ** 20;

const NONE: readonly never[] = [];
const NOBODY: ReadonlySet<string> = new Set();

/** The permissions of one organization at one revision, in memory. */
export class Model {
  revision = -1;
  /** The number of checks that read the model over several turns of the event loop; above 0 it must not change. */
  held = 0;
  readonly #modules = new Map<string, { key: string; actions: ReadonlySet<string> }>();
  readonly #roles = new Map<string, RoleNode>();
  readonly #policies = new Map<string, Policy>();
  readonly #assignments = new Map<string, Assignment>();
  readonly #relationships = new Map<string, Relationship>();
  readonly #rolesOf: Lists<RoleNode> = new Map();
  readonly #groupsOf: Lists<string> = new Map();
  /** The subjects by relation and object. */
  readonly #related = new Map<string, Map<string, Set<string>>>();
  readonly #capabilities = new Map<string, string>();
  #compiled: Compiled | undefined;
  #bytes = 10_000;

  /**
   * Brings the model to `revision`. `items` are the things that have changed; of the kinds in `whole` they are all that
   * exist, and other things of these kinds are dropped.
   */
  apply(revision: number, items: readonly Item[], whole: readonly Item['kind'][] = []): void {
    const kept = new Set(whole.length === 0 ? [] : items.map(({ id }) => id));
    for (const kind of whole) this.#forget(kind, kept);
    // Removals come first: an edge that was deleted and created again has a new id, and must stay.
    for (const { kind, id } of items) {
      if (kind === 'assignment') this.#unassign(id);
      else if (kind === 'relationship') this.#unrelate(id);
    }
    for (const item of items) {
      if (item.kind === 'assignment') this.#assign(item.id, item.data);
      else if (item.kind === 'relationship') this.#relate(item.id, item.data);
      else {
        this.#compiled = undefined;
        if (item.kind === 'policy') this.#setPolicy(item.id, item.data);
        else if (item.kind === 'role') this.#setRole(item.id, item.data);
        else this.#setModule(item.id, item.data);
      }
    }
    this.revision = revision;
  }

  /** Drops the modules, roles or policies that are not in `kept`. */
  #forget(kind: Item['kind'], kept: ReadonlySet<string>): void {
    this.#compiled = undefined;
    const gone = (known: ReadonlyMap<string, unknown>) =>
      [...known.keys()].filter((id) => !kept.has(id));
    if (kind === 'module') for (const id of gone(this.#modules)) this.#setModule(id, null);
    if (kind === 'role') for (const id of gone(this.#roles)) this.#setRole(id, null);
    if (kind === 'policy') for (const id of gone(this.#policies)) this.#setPolicy(id, null);
  }

  #setModule(id: string, data: (Item & { kind: 'module' })['data']): void {
    this.#bytes -= bytesOfModule(this.#modules.get(id));
    this.#modules.delete(id);
    if (!data) return;
    const module = { key: moduleKey(data.prefix, data.code), actions: new Set(data.actions) };
    this.#modules.set(id, module);
    this.#bytes += bytesOfModule(module);
  }

  /** One string in memory for each capability, however many roles and policies name it. */
  #shared(capability: string): string {
    const known = this.#capabilities.get(capability);
    if (known !== undefined) return known;
    this.#capabilities.set(capability, capability);
    this.#bytes += 300;
    return capability;
  }

  /** The node of a role. Assignments refer to it, so it stays the same object when the role changes. */
  #role(id: string): RoleNode {
    let node = this.#roles.get(id);
    if (!node) {
      node = { id, slot: 0, capabilities: NONE, inherits: NONE, parents: NONE, tombstoned: false };
      this.#roles.set(id, node);
      this.#bytes += bytesOfRole(node);
      this.#compiled = undefined;
    }
    return node;
  }

  #setRole(id: string, data: (Item & { kind: 'role' })['data']): void {
    const node = this.#role(id);
    this.#bytes -= bytesOfRole(node);
    this.#roles.delete(id);
    if (!data) return;
    const { inherits, tombstoned } = data;
    const capabilities = data.capabilities.map((capability) => this.#shared(capability));
    Object.assign(node, { capabilities, inherits, tombstoned });
    this.#roles.set(id, node);
    this.#bytes += bytesOfRole(node);
  }

  #setPolicy(id: string, data: PolicyData | null): void {
    this.#bytes -= bytesOfPolicy(this.#policies.get(id));
    this.#policies.delete(id);
    if (!data) return;
    const policy = { ...data, id, capability: this.#shared(data.capability) };
    this.#policies.set(id, policy);
    this.#bytes += bytesOfPolicy(policy);
  }

  #unassign(id: string): void {
    const old = this.#assignments.get(id);
    if (!old) return;
    this.#assignments.delete(id);
    this.#bytes -= bytesOfAssignment(old);
    removeFrom(this.#rolesOf, old.subject, old.role);
  }

  #assign(id: string, data: (Item & { kind: 'assignment' })['data']): void {
    if (!data) return;
    const role = this.#role(data.roleId);
    const assignment = { subject: data.subject, role };
    this.#assignments.set(id, assignment);
    this.#bytes += bytesOfAssignment(assignment);
    addTo(this.#rolesOf, data.subject, role);
  }

  #unrelate(id: string): void {
    const old = this.#relationships.get(id);
    if (!old) return;
    const { subject, relation, object } = old;
    this.#relationships.delete(id);
    this.#bytes -= bytesOfRelationship(old);
    if (relation === MEMBER) removeFrom(this.#groupsOf, subject, object);
    const objects = this.#related.get(relation);
    const subjects = objects?.get(object);
    subjects?.delete(subject);
    if (subjects?.size === 0) objects!.delete(object);
  }

  #relate(id: string, data: Relationship | null): void {
    if (!data) return;
    this.#relationships.set(id, data);
    this.#bytes += bytesOfRelationship(data);
    const { subject, relation, object } = data;
    if (relation === MEMBER) addTo(this.#groupsOf, subject, object);
    let objects = this.#related.get(relation);
    if (!objects) this.#related.set(relation, (objects = new Map()));
    const subjects = objects.get(object);
    if (subjects) subjects.add(subject);
    else objects.set(object, new Set([subject]));
  }

  /** The roles that are assigned to the subject directly. */
  rolesOf(subject: string): readonly RoleNode[] {
    return this.#rolesOf.get(subject) ?? NONE;
  }

  /** The groups that the subject is a direct member of. */
  groupsOf(subject: string): readonly string[] {
    return this.#groupsOf.get(subject) ?? NONE;
  }

  /** The subjects that have the relation to the object directly. */
  relatedTo(object: string, relation: string): ReadonlySet<string> {
    return this.#related.get(relation)?.get(object) ?? NOBODY;
  }

  /** The direct parents of the object. */
  parentsOf(object: string): ReadonlySet<string> {
    return this.relatedTo(object, PARENT);
  }

  /**
   * The rules about a capability of one action.
   * @returns undefined when the module or the action does not exist
   */
  rulesFor(capability: string): CapabilityRules | undefined {
    const compiled = (this.#compiled ??= this.#compile());
    const known = compiled.rules.get(capability);
    if (known) return known;
    const colon = capability.lastIndexOf(':');
    const key = capability.slice(0, colon);
    if (!compiled.actions.get(key)?.has(capability.slice(colon + 1))) return undefined;
    const written = [capability, `${key}:*`];
    const holders = written.flatMap((text) => compiled.holders.get(text) ?? NONE);
    const granting = this.#withDescendants(compiled, holders, 'allow');
    const policies = written.flatMap((text) => compiled.policies.get(text) ?? NONE);
    const setOf = (effect: 'allow' | 'deny') => {
      const list = policies.filter((policy) => policy.effect === effect);
      const named = list.flatMap(({ roleId }) => this.#roles.get(roleId ?? '') ?? NONE);
      return new PolicySet(list, this.#withDescendants(compiled, named, effect));
    };
    const rules = { granting, denying: setOf('deny'), allowing: setOf('allow') };
    compiled.rulesBytes += 1000 + (3 * this.#roles.size) / 8 + 200 * policies.length;
    if (compiled.rulesBytes > MAX_RULES_BYTES) {
      compiled.rules.clear();
      compiled.rulesBytes = 0;
    }
    compiled.rules.set(capability, rules);
    return rules;
  }

  /** These roles and all that inherit from them. A tombstone passes on denials only. */
  #withDescendants(
    { children }: Compiled,
    roles: readonly RoleNode[],
    effect: 'allow' | 'deny',
  ): RoleSet {
    const set = new RoleSet(this.#roles.size);
    const found = new Set(roles);
    for (const role of found) {
      if (effect === 'allow' && role.tombstoned) continue;
      set.add(role);
      for (const child of children.get(role) ?? NONE) found.add(child);
    }
    return set;
  }

  #compile(): Compiled {
    const actions = new Map<string, ReadonlySet<string>>();
    for (const module of this.#modules.values()) actions.set(module.key, module.actions);
    const holders = new Map<string, RoleNode[]>();
    const children = new Map<RoleNode, RoleNode[]>();
    let slot = 0;
    for (const role of this.#roles.values()) {
      role.slot = slot++;
      for (const capability of role.capabilities) push(holders, capability, role);
      role.parents = role.inherits.flatMap((id) => this.#roles.get(id) ?? NONE);
      for (const parent of role.parents) push(children, parent, role);
    }
    const policies = new Map<string, Policy[]>();
    for (const policy of this.#policies.values()) push(policies, policy.capability, policy);
    return { actions, holders, children, policies, rules: new Map(), rulesBytes: 0 };
  }

  /** An upper estimate of the memory that the model takes now, in bytes. */
  get bytes(): number {
    return this.#bytes + (this.#compiled?.rulesBytes ?? 0);
  }
}
