import type { Tx } from '../../../platform/db/database.ts';
import { Turns } from '../../../platform/turns.ts';
import type { ChangeKind, Touched } from '../schemas.ts';
import * as store from './store.ts';

/** What was touched, by kind. */
export type TouchedBy = Partial<Record<ChangeKind, Touched[]>>;

/**
 * Removes imported roles that have gone from where they come from, and every grant that names what is not imported any
 * more: capabilities of roles and policies that allow, of the organization's own, and assignments.
 *
 * What the organization itself denies stays denied. A role that a policy of its own is about, one that denies, or from
 * which such a role is reached, is not removed but retires, with its assignments: it gives nothing any more, and the
 * policy is still about whoever has it.
 * @param before the imported roles of the prefixes as they were
 * @param staying ids of those that stay
 */
export async function dropWhatIsGone(
  tx: Tx,
  orgId: string,
  prefixes: string[],
  before: store.RoleBefore[],
  staying: ReadonlySet<string>,
): Promise<TouchedBy> {
  const going = before.filter(({ id }) => !staying.has(id));
  const retiring = going.length === 0 ? [] : await whatRetires(tx, orgId, before, staying);
  const retired = new Set(retiring.map(({ id }) => id));
  const gone = going.map(({ id }) => id).filter((id) => !retired.has(id));
  return {
    policy: await store.dropAllowing(tx, orgId, prefixes),
    assignment: gone.length === 0 ? [] : await store.dropAssignments(tx, orgId, gone),
    role: [
      ...(retiring.length === 0 ? [] : await store.retireRoles(tx, orgId, retiring)),
      ...(await store.cleanRoles(tx, orgId, prefixes, gone)),
      ...(gone.length === 0 ? [] : await store.deleteRoles(tx, orgId, gone)),
    ],
  };
}

/**
 * Roles that go and cannot be removed, each with the nearest that it is to count as: what retires with it, and roles
 * that stay and are denied something.
 */
async function whatRetires(
  tx: Tx,
  orgId: string,
  before: store.RoleBefore[],
  staying: ReadonlySet<string>,
): Promise<{ id: string; inherits: string[] }[]> {
  const denied = await store.selectDenied(
    tx,
    orgId,
    before.map(({ id }) => id),
  );
  if (denied.size === 0) return [];
  const edges = before.flatMap(({ id, inherits }) => inherits.map((parent) => ({ id, parent })));
  const heirs = Map.groupBy(edges, ({ parent }) => parent);
  /** Whoever has one of these is denied something. */
  const concerned = new Set(denied);
  for (const id of concerned) for (const heir of heirs.get(id) ?? []) concerned.add(heir.id);
  const going = [...concerned].filter((id) => !staying.has(id));
  const held = await store.selectHeld(tx, orgId, going);
  const retiring = new Set(going.filter((id) => held.has(id) || denied.has(id)));
  const parentsOf = new Map(before.map(({ id, inherits }) => [id, inherits]));
  const turns = new Turns();
  const roles: { id: string; inherits: string[] }[] = [];
  for (const id of retiring) {
    const found = new Set([id]);
    for (const one of found)
      if (one === id || !retiring.has(one))
        for (const parent of parentsOf.get(one) ?? []) if (concerned.has(parent)) found.add(parent);
    found.delete(id);
    roles.push({ id, inherits: [...found].filter((one) => retiring.has(one) || denied.has(one)) });
    await turns.yieldIfDue();
  }
  return roles;
}
