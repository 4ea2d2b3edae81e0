import type { Principal } from '../../../platform/auth/key-cache.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { KEY_PREFIX } from '../../tenants/index.ts';
import { SCIM_SCOPE } from '../access.ts';
import { assertMayGrant } from '../roles.ts';
import { selectMappedRoles } from '../sign-in/store.ts';

/** True for a person whose session no key opened. */
function isPerson({ kind, through }: Pick<Principal, 'kind' | 'through'>): boolean {
  return kind === 'person' && !through.some((id) => isId(KEY_PREFIX, id));
}

/**
 * Checks who makes a key for SCIM: whoever has it gives roles by groups, so its maker is a person who has all scopes of the
 * roles that groups of the organization's issuers give. A role that is mapped later needs the rights of whoever maps it.
 * @throws ApiError FORBIDDEN
 */
export async function assertMayProvision(
  tx: Tx,
  orgId: string,
  { scopes, mode }: { scopes: readonly string[]; mode?: string | undefined },
  grantor: Pick<Principal, 'kind' | 'through' | 'scopes' | 'reads'>,
): Promise<void> {
  if (!scopes.includes(SCIM_SCOPE)) return;
  // A key of test mode lets nobody into the organization itself.
  if (mode !== 'test' && !isPerson(grantor))
    throw new ApiError(
      'FORBIDDEN',
      `a key with the scope ${SCIM_SCOPE} is made by a person who signed in, or with: oriki key create`,
    );
  assertMayGrant(grantor, orgId, await selectMappedRoles(tx, orgId));
}
