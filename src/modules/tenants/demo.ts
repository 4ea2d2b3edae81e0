import type { Tx } from '../../platform/db/database.ts';
import { createKey } from './keys.ts';
import { createOrganization } from './organizations.ts';
import { TENANT_SCOPES } from '../declared.ts';
import { lockNewInstallation, markInstalled } from './store.ts';

export type DemoTenant = { organizationId: string; keyId: string; key: string };

/**
 * Creates, once in a new database, an organization with all features and a key for it. If several processes start
 * concurrently, one gets the result, and the others get undefined.
 */
export async function createDemoTenant(tx: Tx): Promise<DemoTenant | undefined> {
  if (!(await lockNewInstallation(tx))) return undefined;
  const organization = await createOrganization(tx, {
    name: 'Demo',
    plan: 'enterprise',
    addons: ['detection_pack'],
  });
  const { id: keyId, key } = await createKey(tx, {
    organizationId: organization.id,
    name: 'demo',
    scopes: [...TENANT_SCOPES],
  });
  await markInstalled(tx, organization.id);
  return { organizationId: organization.id, keyId, key };
}
