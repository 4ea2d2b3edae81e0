import { compilePattern, EVERYTHING, isPattern } from '../resource.ts';
import type { RoleNode, RoleSet } from './role-set.ts';
import type { Policy } from './rules.ts';

type Decides = (policy: Policy) => boolean;

/** The policies of one capability, effect and role, by the resources that they cover. */
type ByResource = {
  readonly everything: Policy[];
  readonly exact: Map<string, Policy[]>;
  readonly patterns: { policy: Policy; matches: (resource: string) => boolean }[];
};

function newByResource(): ByResource {
  return { everything: [], exact: new Map(), patterns: [] };
}

function addTo(set: ByResource, policy: Policy): void {
  const { resource } = policy;
  if (resource === EVERYTHING) set.everything.push(policy);
  else if (isPattern(resource)) set.patterns.push({ policy, matches: compilePattern(resource) });
  else {
    const same = set.exact.get(resource);
    if (same) same.push(policy);
    else set.exact.set(resource, [policy]);
  }
}

/** Visits the policies that cover the resource until one decides. */
function someCovering(set: ByResource, resource: string | undefined, decides: Decides): boolean {
  if (set.everything.some(decides)) return true;
  if (resource === undefined) return false;
  if (set.exact.get(resource)?.some(decides)) return true;
  return set.patterns.some(({ policy, matches }) => matches(resource) && decides(policy));
}

/** The policies of one capability and effect. */
export class PolicySet {
  readonly #everybody = newByResource();
  readonly #byRole = new Map<string, ByResource>();
  /** The roles in policies and those that inherit from them; all others are skipped. */
  readonly #concerned: RoleSet;
  readonly size: number;

  constructor(policies: readonly Policy[], concerned: RoleSet) {
    this.#concerned = concerned;
    this.size = policies.length;
    for (const policy of policies) {
      let set = this.#everybody;
      if (policy.roleId !== null) {
        const known = this.#byRole.get(policy.roleId);
        set = known ?? newByResource();
        if (!known) this.#byRole.set(policy.roleId, set);
      }
      addTo(set, policy);
    }
  }

  /** Visits the policies for every subject that cover the resource until one decides. */
  someForEverybody(resource: string | undefined, decides: Decides): boolean {
    return someCovering(this.#everybody, resource, decides);
  }

  /** True when a policy names a role. */
  get aboutRoles(): boolean {
    return this.#byRole.size > 0;
  }

  /**
   * Visits the policies of the role and its parents that cover the resource, until one decides.
   * @param seen roles that were visited before; each is visited once
   */
  someForRole(
    role: RoleNode,
    seen: Set<RoleNode>,
    resource: string | undefined,
    decides: Decides,
  ): boolean {
    if (!this.#concerned.has(role) || seen.has(role)) return false;
    const queue = [role];
    seen.add(role);
    for (const { id, parents } of queue) {
      const set = this.#byRole.get(id);
      if (set && someCovering(set, resource, decides)) return true;
      for (const parent of parents)
        if (this.#concerned.has(parent) && !seen.has(parent)) {
          seen.add(parent);
          queue.push(parent);
        }
    }
    return false;
  }
}
