/** The current rights of the people and keys that made invitations and codes, which are used later. */
import type { Queryable } from '../../platform/db/database.ts';
import { scopesInUse } from '../tenants/index.ts';
import { findMembership } from './members/store.ts';
import { lackOf, rightsOf, type Grantor } from './roles.ts';

/** The maker of codes from the command line, which has full access to the database. */
export const COMMAND_LINE = 'cli';

/**
 * Returns the rights of a member, or of each key in use that is, or replaces, the maker. None after a member has
 * left.
 */
async function rightsNow(db: Queryable, orgId: string, maker: string): Promise<Grantor[]> {
  if (maker === COMMAND_LINE) return [null];
  const member = await findMembership(db, orgId, maker);
  if (member) return [rightsOf(orgId, [...member.roles, ...member.group_roles])];
  const keys = await scopesInUse(db, orgId, maker);
  return keys.map((scopes) => ({ scopes: new Set(scopes), reads: new Set() }));
}

/**
 * Returns true if the maker could give these roles now, by an operation with this scope.
 * @param maker the id of a person or a key, or `COMMAND_LINE`
 */
export async function mayStillGive(
  db: Queryable,
  orgId: string,
  maker: string,
  { scope, roles }: { scope: string; roles: readonly string[] },
): Promise<boolean> {
  const all = await rightsNow(db, orgId, maker);
  return all.some((one) => !one || (one.scopes.has(scope) && !lackOf(one, orgId, roles)));
}

/** Returns true if the maker, a person or a key, could now do the operation with this scope. */
export async function holdsScope(
  db: Queryable,
  orgId: string,
  maker: string,
  scope: string,
): Promise<boolean> {
  const all = await rightsNow(db, orgId, maker);
  return all.some((one) => !one || one.scopes.has(scope));
}
