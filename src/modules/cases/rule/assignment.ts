import type { Queryable } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import {
  membersWithScope,
  TENANT_ROLES,
  USER_PREFIX,
  type TENANT_ROLE_NAMES,
} from '../../people/index.ts';
import { selectLastCases } from './store.ts';

const DECIDES = 'cases:manage';

/** Returns true if the person is a member who may decide cases. */
export async function mayDecide(db: Queryable, orgId: string, id: string): Promise<boolean> {
  return isId(USER_PREFIX, id) && (await membersWithScope(db, orgId, DECIDES, { id })).length > 0;
}

export function roleMayDecide(role: (typeof TENANT_ROLE_NAMES)[number]): boolean {
  return (TENANT_ROLES[role].scopes as readonly string[]).includes(DECIDES);
}

/**
 * Returns the people to whom the rule assigns its next cases, in turn. For a role, the member who has waited longest
 * for a new case comes first. Empty if no member who may decide cases is left.
 */
export async function assigneesOf(
  db: Queryable,
  orgId: string,
  { assignee: id, assignee_role: role }: { assignee: string | null; assignee_role: string | null },
): Promise<string[]> {
  if (id !== null) return membersWithScope(db, orgId, DECIDES, { id });
  if (role === null) return [];
  const members = await membersWithScope(db, orgId, DECIDES, { role });
  if (members.length < 2) return members;
  const last = await selectLastCases(db, orgId, members);
  return members.toSorted((a, b) => ((last.get(a) ?? '') < (last.get(b) ?? '') ? -1 : 1));
}
