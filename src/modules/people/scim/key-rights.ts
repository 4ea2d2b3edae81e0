import type { Actor } from '../../../platform/audit/action.ts';
import type { Principal } from '../../../platform/auth/key-cache.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { assertSecondPerson } from '../../approvals/index.ts';
import { SCIM_SCOPE } from '../access.ts';
import { assertMayGrant } from '../roles.ts';
import { selectMappedRoles } from '../sign-in/store.ts';

/** A key that is made, replaced or resumed. */
type Given = { scopes: readonly string[]; mode?: string | null | undefined };

/**
 * Checks the maker of a key for SCIM. A SCIM key can give roles by groups, so its maker must have all scopes of the
 * roles that the organization's issuers map to groups.
 * @throws ApiError FORBIDDEN; APPROVAL_REQUIRED as `assertMayHandOut`
 */
export async function assertMayProvision(
  tx: Tx,
  orgId: string,
  key: Given,
  { grantor, actor }: { grantor: Pick<Principal, 'scopes' | 'reads'>; actor: Actor },
): Promise<void> {
  if (!key.scopes.includes(SCIM_SCOPE)) return;
  assertMayGrant(grantor, orgId, await selectMappedRoles(tx, orgId));
  await assertMayHandOut(tx, orgId, key, actor);
}

/**
 * Checks who gets a key for SCIM, or has one work again: the key gives roles without asking anybody, so two people give it where
 * they change roles. A test key gives roles in the twin alone.
 * @throws ApiError APPROVAL_REQUIRED
 */
export async function assertMayHandOut(
  tx: Tx,
  orgId: string,
  { scopes, mode }: Given,
  actor: Actor,
): Promise<void> {
  if (!scopes.includes(SCIM_SCOPE) || mode === 'test') return;
  const detail = { key: { scopes: scopes.toSorted() } };
  const guarded = { orgId, action: 'member.change_roles', objectId: orgId, detail } as const;
  await assertSecondPerson(await bucketOf(tx, orgId), { ...guarded, revision: '' }, actor);
}
