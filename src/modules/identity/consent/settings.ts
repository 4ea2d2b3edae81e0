import { Changed } from '../../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { getConsentKinds, setConsentKinds } from '../../tenants/index.ts';
import type { IdentitySettings, UpdateIdentitySettings } from './schemas.ts';

/** The columns of kinds contain only kinds. */
function toSettings(organizationId: string, kinds: readonly string[]): IdentitySettings {
  return { organizationId, consentKinds: [...kinds] as IdentitySettings['consentKinds'] };
}

export async function getSettings(db: Queryable, orgId: string): Promise<IdentitySettings> {
  return toSettings(orgId, await getConsentKinds(db, orgId));
}

/** @throws ApiError NOT_FOUND for an unknown organization */
export async function updateSettings(
  tx: Tx,
  orgId: string,
  { consentKinds }: UpdateIdentitySettings,
): Promise<Changed<IdentitySettings>> {
  const before = await setConsentKinds(tx, orgId, consentKinds);
  return new Changed(toSettings(orgId, before), toSettings(orgId, consentKinds ?? before));
}
