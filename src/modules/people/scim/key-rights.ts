import type { Principal } from '../../../platform/auth/key-cache.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { SCIM_SCOPE } from '../access.ts';
import { assertMayGrant } from '../roles.ts';
import { selectMappedRoles } from '../sign-in/store.ts';

/**
 * Checks the maker of a key for SCIM. A SCIM key can give roles by groups, so its maker must have all scopes of the
 * roles that the organization's issuers map to groups.
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
