export { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';
export {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
  withoutIdentifierLast4,
} from './organizations.ts';
export { createDemoTenant, type DemoTenant } from './demo.ts';
export { ADDONS, PLANS, planGates, type Addon, type Plan } from './plans.ts';
export { tenantRoutes } from './routes.ts';
export { PLATFORM_SCOPE, SCOPES, TENANT_SCOPES } from './scopes.ts';
export { findPrincipal } from './store.ts';
