import type { Tx } from '../../../platform/db/database.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { childRoles, reachableFrom } from '../graph.ts';
import type { SharedState, Touched } from '../schemas.ts';
import * as store from './store.ts';

const NOTHING: SharedState = { stamp: '', revision: 0, modules: [], roles: [], policies: [] };

/**
 * Removes imports under these prefixes that are no longer in the state of the source. Also removes every grant that
 * depends on them: assignments, own policies that allow, capabilities and parents of own roles.
 * No denial is lost: own policies that deny stay, and a role stays as a tombstone if an own denial would otherwise lose
 * a holder. A tombstone grants nothing. Own policies still deny to its holders the actions that they deny to it and to
 * the roles that it inherits from.
 * @param state of the source; empty if its membership has ended
 */
export async function removeStaleImports(
  tx: Tx,
  orgId: string,
  prefixes: string[],
  { modules, roles, policies }: SharedState = NOTHING,
): Promise<Touched[]> {
  const codes = modules.map(({ code }) => code);
  const policyIds = policies.map(({ id }) => id);
  const roleIds = new Set(roles.map(({ id }) => id));
  const active = await store.selectActiveRoles(tx, orgId, prefixes);
  const stale = active.filter(({ sourceId }) => !roleIds.has(sourceId));
  const tombstones = await tombstonesAmong(stale, active);
  const deleted = new Set(stale.map(({ id }) => id));
  for (const { id } of tombstones) deleted.delete(id);
  return [
    ...(await store.deleteStale(tx, orgId, 'module', prefixes, codes)),
    ...(await store.deleteStale(tx, orgId, 'policy', prefixes, policyIds)),
    ...(await store.tombstoneRoles(tx, orgId, tombstones)),
    ...(await store.cleanOwn(tx, orgId, prefixes, [...deleted])),
    ...(await store.deleteRoles(tx, orgId, [...deleted])),
  ];
}

/**
 * Returns the stale roles that become tombstones: roles to which an own policy denies something, and assigned roles
 * that inherit from a denied role. A tombstone inherits from the denied roles and tombstones that it reaches without
 * passing another tombstone, so no role between them has to stay.
 */
async function tombstonesAmong(
  stale: store.ActiveRole[],
  active: store.ActiveRole[],
): Promise<{ id: string; inherits: string[] }[]> {
  const roles = new Map(active.map((role) => [role.id, role]));
  const children = childRoles(active);
  const denied = active.filter((role) => role.denied);
  const affected = reachableFrom(denied, ({ id }) => children.get(id) ?? []);
  const tombstones = new Set(
    stale.filter((role) => role.denied || (role.held && affected.has(role))),
  );
  const found: { id: string; inherits: string[] }[] = [];
  const yieldIfDue = yielder();
  for (const role of tombstones) {
    const reached = reachableFrom([role], (one) =>
      one === role || !tombstones.has(one) ? one.inherits.flatMap((id) => roles.get(id) ?? []) : [],
    );
    reached.delete(role);
    const parents = [...reached].filter((one) => one.denied || tombstones.has(one));
    found.push({ id: role.id, inherits: parents.map(({ id }) => id) });
    await yieldIfDue();
  }
  return found;
}
