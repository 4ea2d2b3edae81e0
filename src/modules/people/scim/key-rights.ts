import type { Principal } from '../../../platform/auth/key-cache.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { SCIM_SCOPE } from '../access.ts';
import { assertMayGrant } from '../roles.ts';
import { selectMappedRoles } from '../sign-in/store.ts';

/**
 * Checks who makes a key for SCIM: whoever has it gives roles by groups, so its maker has all scopes of the roles that groups of
 * the organization's issuers give.
 * @throws ApiError FORBIDDEN
 */
export async function assertMayProvision(
  tx: Tx,
  orgId: string,
  scopes: readonly string[],
  grantor: Pick<Principal, 'scopes' | 'reads'>,
): Promise<void> {
  if (scopes.includes(SCIM_SCOPE))
    assertMayGrant(grantor, orgId, await selectMappedRoles(tx, orgId));
}
