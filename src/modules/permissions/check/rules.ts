import { moduleKey } from '../capability.ts';
import { bytesOfModule, bytesOfPolicy, bytesOfRole, push } from './parts.ts';
import { PolicySet } from './policy-set.ts';
import { RoleSet, type RoleNode } from './role-set.ts';
import type { Item, PolicyData } from './store.ts';

export type Policy = PolicyData & { readonly id: string };

/** The rules about one capability. */
export type CapabilityRules = {
  /** The roles that grant the capability, directly or by inheritance. */
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
  /** By capability; only for capabilities that a check has used. */
  readonly rules: Map<string, CapabilityRules>;
  /** The memory of `rules`, in bytes. */
  rulesBytes: number;
};

/** Assumed changes. They keep the existing roles and their inheritance. */
export type RuleChanges = {
  /** Replacement capabilities of roles, by role id. */
  readonly capabilities: ReadonlyMap<string, readonly string[]>;
  /** Additional policies. */
  readonly policies: readonly Policy[];
  /** Ids of ignored policies. */
  readonly without: ReadonlySet<string>;
};
const NO_CHANGES: RuleChanges = { capabilities: new Map(), policies: [], without: new Set() };

/** Memory limit for the rules of one organization. Above it, all are dropped and derived again on demand. */
const MAX_RULES_BYTES = 16 * 2 ** 20;

const NONE: readonly never[] = [];

/** The modules, roles and policies of one organization in memory: all data that does not concern single subjects. */
export class Rules {
  readonly #modules = new Map<string, { key: string; actions: ReadonlySet<string> }>();
  readonly #roles = new Map<string, RoleNode>();
  readonly #policies = new Map<string, Policy>();
  readonly #capabilities = new Map<string, string>();
  #compiled: Compiled | undefined;
  #bytes = 0;

  set(item: Item & { kind: 'module' | 'role' | 'policy' }): void {
    this.#compiled = undefined;
    if (item.kind === 'policy') this.#setPolicy(item.id, item.data);
    else if (item.kind === 'role') this.#setRole(item.id, item.data);
    else this.#setModule(item.id, item.data);
  }

  /** Drops the modules, roles or policies that are not in `kept`. */
  forget(kind: Item['kind'], kept: ReadonlySet<string>): void {
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

  /** One string in memory for each capability, for any number of roles and policies that contain it. */
  #shared(capability: string): string {
    const known = this.#capabilities.get(capability);
    if (known !== undefined) return known;
    this.#capabilities.set(capability, capability);
    this.#bytes += 300;
    return capability;
  }

  /** The role, if it exists. */
  find(id: string): RoleNode | undefined {
    return this.#roles.get(id);
  }

  /** The node of a role. Assignments refer to it, so it stays the same object when the role changes. */
  role(id: string): RoleNode {
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
    const node = this.role(id);
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

  /**
   * The rules about a capability with one action.
   * @returns undefined when the module or the action does not exist
   */
  rulesFor(capability: string): CapabilityRules | undefined {
    const compiled = (this.#compiled ??= this.#compile());
    const known = compiled.rules.get(capability);
    if (known) return known;
    const rules = this.#derive(compiled, capability, NO_CHANGES);
    if (!rules) return undefined;
    const { denying, allowing } = rules;
    const policies = denying.size + allowing.size;
    compiled.rulesBytes += 1000 + (3 * this.#roles.size) / 8 + 200 * policies;
    if (compiled.rulesBytes > MAX_RULES_BYTES) {
      compiled.rules.clear();
      compiled.rulesBytes = 0;
    }
    compiled.rules.set(capability, rules);
    return rules;
  }

  /** The rules about a capability with the assumed changes; they are not cached. */
  rulesWith(capability: string, changes: RuleChanges): CapabilityRules | undefined {
    return this.#derive((this.#compiled ??= this.#compile()), capability, changes);
  }

  #derive(
    compiled: Compiled,
    capability: string,
    changes: RuleChanges,
  ): CapabilityRules | undefined {
    const colon = capability.lastIndexOf(':');
    const key = capability.slice(0, colon);
    if (!compiled.actions.get(key)?.has(capability.slice(colon + 1))) return undefined;
    const written = [capability, `${key}:*`];
    const holders = written.flatMap((text) => this.#holders(compiled, text, changes));
    const granting = this.#withDescendants(compiled, holders, 'allow');
    const policies = written.flatMap((text) => [
      ...(compiled.policies.get(text) ?? NONE).filter(({ id }) => !changes.without.has(id)),
      ...changes.policies.filter((policy) => policy.capability === text),
    ]);
    const setOf = (effect: 'allow' | 'deny') => {
      const list = policies.filter((policy) => policy.effect === effect);
      const named = list.flatMap(({ roleId }) => this.#roles.get(roleId ?? '') ?? NONE);
      return new PolicySet(list, this.#withDescendants(compiled, named, effect));
    };
    return { granting, denying: setOf('deny'), allowing: setOf('allow') };
  }

  /** The roles that contain a capability literally. */
  #holders(
    compiled: Compiled,
    written: string,
    { capabilities }: RuleChanges,
  ): readonly RoleNode[] {
    const holders = compiled.holders.get(written) ?? NONE;
    if (capabilities.size === 0) return holders;
    const changed = [...capabilities].flatMap(([id, held]) =>
      held.includes(written) ? (this.#roles.get(id) ?? NONE) : NONE,
    );
    return [...holders.filter(({ id }) => !capabilities.has(id)), ...changed];
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

  /** An upper estimate of the rules' current memory, in bytes. */
  get bytes(): number {
    return this.#bytes + (this.#compiled?.rulesBytes ?? 0);
  }
}
