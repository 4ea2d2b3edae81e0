import type { Actor } from '../../../platform/audit/action.ts';
import type { Principal } from '../../../platform/auth/key-cache.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { assertSecondPerson } from '../../approvals/index.ts';
import { KEY_PREFIX, type GivenKey } from '../../tenants/index.ts';
import { SCIM_SCOPE } from '../access.ts';
import { assertMayGrant } from '../roles.ts';
import { selectMappedRoles } from '../sign-in/store.ts';

type Grantor = Pick<Principal, 'kind' | 'through' | 'scopes' | 'reads'>;

/** Returns whether the caller is a person whose session no key opened. */
function isPerson({ kind, through }: Grantor): boolean {
  return kind === 'person' && !through.some((id) => isId(KEY_PREFIX, id));
}

/**
 * Checks the maker of a key for SCIM. A SCIM key can give roles by groups, so its maker must be a person who has all
 * scopes of the roles that the organization's issuers map to groups. A role that is mapped later needs the rights of
 * the person who maps it.
 * @throws ApiError FORBIDDEN; APPROVAL_REQUIRED as `assertMayHandOut` does
 */
export async function assertMayProvision(
  tx: Tx,
  orgId: string,
  key: GivenKey,
  { grantor, actor }: { grantor: Grantor; actor: Actor },
): Promise<void> {
  if (!key.scopes.includes(SCIM_SCOPE)) return;
  // A test key signs no person in to the organization itself.
  if (key.mode !== 'test' && !isPerson(grantor))
    throw new ApiError(
      'FORBIDDEN',
      `only a person who signed in, or the command oriki key create, can create a key with the scope ${SCIM_SCOPE}`,
    );
  assertMayGrant(grantor, orgId, await selectMappedRoles(tx, orgId));
  await assertMayHandOut(tx, orgId, key, actor);
}

/**
 * Checks the caller that creates or resumes a key for SCIM. Such a key gives roles without a second person, so its
 * creation needs one if a change of roles does. A test key gives roles only in the twin.
 * @throws ApiError APPROVAL_REQUIRED
 */
export async function assertMayHandOut(
  tx: Tx,
  orgId: string,
  { scopes, mode }: GivenKey,
  actor: Actor,
): Promise<void> {
  if (!scopes.includes(SCIM_SCOPE) || mode === 'test') return;
  const detail = { key: { scopes: scopes.toSorted() } };
  const guarded = { orgId, action: 'member.change_roles', objectId: orgId, detail } as const;
  await assertSecondPerson(await bucketOf(tx, orgId), { ...guarded, revision: '' }, actor);
}
