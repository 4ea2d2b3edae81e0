import type { Module } from '../module.ts';
import { access } from './access.ts';
import { tenantRoutes } from './routes.ts';
export { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';
export {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
  withoutIdentifierLast4,
} from './organizations.ts';
export { createDemoTenant, type DemoTenant } from './demo.ts';
export { ADDONS, PLANS, detectionPack, type Addon, type Plan } from './plans.ts';
export { findPrincipal, selectBuckets as listBuckets } from './store.ts';

/** Organizations, plans and API keys. */
export const tenantsModule = {
  ...access,
  tags: {
    Administration:
      'The operator’s calls, with a platform key: organizations, their keys, global lists, providers, settings of exports.',
  },
  routes: [...tenantRoutes],
} satisfies Module;
