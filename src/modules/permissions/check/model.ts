import { moduleKey } from '../capability.ts';
import { PolicySet } from './policy-set.ts';
import { RoleSet, type RoleNode } from './role-set.ts';
import type { Item, PolicyData } from './store.ts';

/** Whoever is a member of something acts as that, too. */
const MEMBER = 'member';
/** Whoever has a relation to something has it to what that is the parent of, too. */
const PARENT = 'parent';

export type Policy = PolicyData & { readonly id: string };

/** What there is about one capability. */
export type CapabilityRules = {
  /** Whoever has one of these has the capability: they, or roles that they inherit from, hold it. */
  readonly granting: RoleSet;
  readonly denying: PolicySet;
  readonly allowing: PolicySet;
};

/** What follows from modules, roles and policies; made anew when any of them has changed. */
type Compiled = {
  readonly actions: ReadonlyMap<string, ReadonlySet<string>>;
  readonly holders: ReadonlyMap<string, readonly RoleNode[]>;
  readonly heirs: ReadonlyMap<RoleNode, readonly RoleNode[]>;
  readonly policies: ReadonlyMap<string, readonly Policy[]>;
  /** By capability, those that were asked about. */
  readonly rules: Map<string, CapabilityRules>;
  /** Of the rules, in bytes. */
  rulesBytes: number;
};

/** Of the rules of one organization; beyond it they are made anew when they are needed. */
const MAX_RULES_BYTES = 16 * 2 ** 20;
/** Longer closures are not kept: those of a chain of thousands would take memory in proportion to its square. */
const MAX_KEPT_CLOSURE = 256;

const NONE: readonly never[] = [];
const NOBODY: ReadonlySet<string> = new Set();

type Assignment = { subject: string; role: RoleNode };
type Relationship = { subject: string; relation: string; object: string };

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

type Lists<V> = Map<string, V[]>;

/** Nearly all lists are short, and there are hundreds of thousands: those take no more room than what is in them. */
const SHORT = 16;

function addTo<V>(lists: Lists<V>, key: string, value: V): void {
  const list = lists.get(key) ?? [];
  if (list.length < SHORT) lists.set(key, [...list, value]);
  else list.push(value);
}

function removeFrom<V>(lists: Lists<V>, key: string, value: V): void {
  const rest = (lists.get(key) ?? NONE).filter((other) => other !== value);
  if (rest.length > 0) lists.set(key, rest);
  else lists.delete(key);
}

/** The permissions of one organization at one revision, in memory. */
export class Model {
  revision = -1;
  /** Checks under way that must not see it change. */
  held = 0;
  readonly #modules = new Map<string, { key: string; actions: ReadonlySet<string> }>();
  readonly #roles = new Map<string, RoleNode>();
  readonly #policies = new Map<string, Policy>();
  readonly #assignments = new Map<string, Assignment>();
  readonly #relationships = new Map<string, Relationship>();
  readonly #rolesOf: Lists<RoleNode> = new Map();
  readonly #groupsOf: Lists<string> = new Map();
  /** By relation and object. */
  readonly #related = new Map<string, Map<string, Set<string>>>();
  #compiled: Compiled | undefined;

  /** Makes things what they are at `revision`; what is not among them stays. */
  apply(revision: number, items: readonly Item[]): void {
    // First all that goes: what was deleted and created again has another id, and is there.
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

  #setModule(id: string, data: (Item & { kind: 'module' })['data']): void {
    if (data)
      this.#modules.set(id, {
        key: moduleKey(data.prefix, data.code),
        actions: new Set(data.actions),
      });
    else this.#modules.delete(id);
  }

  /** Assignments keep the node, so it stays the same when the role changes. */
  #role(id: string): RoleNode {
    let node = this.#roles.get(id);
    if (!node) {
      node = { id, slot: 0, capabilities: NONE, inherits: NONE, closure: undefined };
      this.#roles.set(id, node);
      this.#compiled = undefined;
    }
    return node;
  }

  #setRole(id: string, data: (Item & { kind: 'role' })['data']): void {
    if (data) Object.assign(this.#role(id), data);
    else this.#roles.delete(id);
  }

  #setPolicy(id: string, data: PolicyData | null): void {
    if (data) this.#policies.set(id, { ...data, id });
    else this.#policies.delete(id);
  }

  #unassign(id: string): void {
    const old = this.#assignments.get(id);
    if (!old) return;
    this.#assignments.delete(id);
    removeFrom(this.#rolesOf, old.subject, old.role);
  }

  #assign(id: string, data: (Item & { kind: 'assignment' })['data']): void {
    if (!data) return;
    const role = this.#role(data.roleId);
    this.#assignments.set(id, { subject: data.subject, role });
    addTo(this.#rolesOf, data.subject, role);
  }

  #unrelate(id: string): void {
    const old = this.#relationships.get(id);
    if (!old) return;
    const { subject, relation, object } = old;
    this.#relationships.delete(id);
    if (relation === MEMBER) removeFrom(this.#groupsOf, subject, object);
    const objects = this.#related.get(relation);
    const subjects = objects?.get(object);
    subjects?.delete(subject);
    if (subjects?.size === 0) objects!.delete(object);
  }

  #relate(id: string, data: Relationship | null): void {
    if (!data) return;
    this.#relationships.set(id, data);
    const { subject, relation, object } = data;
    if (relation === MEMBER) addTo(this.#groupsOf, subject, object);
    let objects = this.#related.get(relation);
    if (!objects) this.#related.set(relation, (objects = new Map()));
    const subjects = objects.get(object);
    if (subjects) subjects.add(subject);
    else objects.set(object, new Set([subject]));
  }

  /** The roles that were given to a subject itself. */
  rolesOf(subject: string): readonly RoleNode[] {
    return this.#rolesOf.get(subject) ?? NONE;
  }

  /** What a subject is a member of, itself. */
  groupsOf(subject: string): readonly string[] {
    return this.#groupsOf.get(subject) ?? NONE;
  }

  /** What has a relation to an object, itself. */
  relatedTo(object: string, relation: string): ReadonlySet<string> {
    return this.#related.get(relation)?.get(object) ?? NOBODY;
  }

  /** What an object's parents are, itself. */
  parentsOf(object: string): ReadonlySet<string> {
    return this.relatedTo(object, PARENT);
  }

  /** The role and all that it inherits from, nearest first. */
  closureOf(role: RoleNode): readonly RoleNode[] {
    if (role.closure) return role.closure;
    const found = new Set([role]);
    for (const node of found)
      for (const id of node.inherits) {
        const parent = this.#roles.get(id);
        if (parent) found.add(parent);
      }
    const closure = [...found];
    if (closure.length <= MAX_KEPT_CLOSURE) role.closure = closure;
    return closure;
  }

  /**
   * What there is about a capability of one action.
   * @returns undefined when there is no such module or action
   */
  rulesFor(capability: string): CapabilityRules | undefined {
    const compiled = (this.#compiled ??= this.#compile());
    const known = compiled.rules.get(capability);
    if (known) return known;
    const colon = capability.lastIndexOf(':');
    const key = capability.slice(0, colon);
    if (!compiled.actions.get(key)?.has(capability.slice(colon + 1))) return undefined;
    const written = [capability, `${key}:*`];
    const granting = this.#withHeirs(
      compiled,
      written.flatMap((text) => compiled.holders.get(text) ?? NONE),
    );
    const policies = written.flatMap((text) => compiled.policies.get(text) ?? NONE);
    const setOf = (effect: 'allow' | 'deny') => {
      const list = policies.filter((policy) => policy.effect === effect);
      const named = list.flatMap(({ roleId }) => this.#roles.get(roleId ?? '') ?? NONE);
      return new PolicySet(list, this.#withHeirs(compiled, named));
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

  /** These roles and all that inherit from them. */
  #withHeirs({ heirs }: Compiled, roles: readonly RoleNode[]): RoleSet {
    const set = new RoleSet(this.#roles.size);
    const found = new Set(roles);
    for (const role of found) {
      set.add(role);
      for (const heir of heirs.get(role) ?? NONE) found.add(heir);
    }
    return set;
  }

  #compile(): Compiled {
    const actions = new Map<string, ReadonlySet<string>>();
    for (const module of this.#modules.values()) actions.set(module.key, module.actions);
    const holders = new Map<string, RoleNode[]>();
    const heirs = new Map<RoleNode, RoleNode[]>();
    let slot = 0;
    for (const role of this.#roles.values()) {
      role.slot = slot++;
      role.closure = undefined;
      for (const capability of role.capabilities) push(holders, capability, role);
      for (const id of role.inherits) {
        const parent = this.#roles.get(id);
        if (parent) push(heirs, parent, role);
      }
    }
    const policies = new Map<string, Policy[]>();
    for (const policy of this.#policies.values()) push(policies, policy.capability, policy);
    return { actions, holders, heirs, policies, rules: new Map(), rulesBytes: 0 };
  }

  /** Estimate of the memory it takes, in bytes. */
  get bytes(): number {
    const heavy = this.#modules.size + this.#roles.size + this.#policies.size;
    return 10_000 + 2000 * heavy + 400 * this.#assignments.size + 600 * this.#relationships.size;
  }
}
