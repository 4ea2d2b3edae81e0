import type { Module, ModuleTables } from '../module.ts';
import { access, type TenantServices } from './access.ts';
import { events } from './events.ts';
import { ownKeyRoutes } from './own-key-routes.ts';
import { tenantRoutes } from './routes.ts';
import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { tellExpiring } from './expiring.ts';

const jobs: Job<{ db: Database }>[] = [
  {
    name: 'key-expiry',
    does: 'Notifies organizations of API keys that expire within 30, 7 or 1 days.',
    whenStopped: 'Organizations get no warning; keys still expire.',
    everyMs: 60_000,
    isShared: true,
    lock: 'job',
    run: async ({ db }, { signal }) => ({ told: await tellExpiring(db, signal) }),
  },
];

/** The module's tables. */
const TABLES = {
  api_keys: {
    isShared: true,
    tenant: [],
    personal: {
      people: 'members',
      columns: { made_by: 'ids of members', made_by_person: 'ids of members' },
      others: [
        'name',
        'mode',
        'hint',
        'key_hash',
        'scopes',
        'through',
        'rate_limits',
        'allowed_cidrs',
        'rotated_from',
      ],
      readers: ['keys:manage'],
      kept: 'until deleted',
    },
  },
  organizations: {
    isShared: true,
    tenant: ['SELECT', 'UPDATE(consent_kinds)', 'UPDATE(consents_withdrawn)'],
  },
} satisfies ModuleTables;

export type { GivenKey } from './access.ts';
export { zonesOf } from './billing-zones.ts';
export { ContentSealer, sealsContent, type ContentTable } from './content/sealing.ts';
export { createKey, revokeKey, rotateKey } from './keys.ts';
export { KEY_PREFIX } from './key-maker.ts';
export { updateKey } from './update-key.ts';
export { listKeys } from './keys.ts';
export {
  createOrganization,
  getConsentKinds,
  getOrganization,
  listOrganizations,
  logOf,
  noteConsentWithdrawn,
  setConsentKinds,
  updateOrganization,
  verificationFacts,
  isTestOrganization,
  testOrganizationOf,
  type CopyToTest,
} from './organizations.ts';
export {
  KEYS_OF_LEAVER,
  keysMadeBy,
  leaveKeys,
  type KeysOfLeaver,
  type OwnedKey,
} from './owners.ts';
export type { ApiKey } from './schemas.ts';
export { createDemoTenant, type DemoTenant } from './demo.ts';
export { ADDONS, PLANS, detectionPack, type Addon, type Plan } from './schemas.ts';
export {
  deleteOrganization,
  findPrincipal,
  replacesKey,
  selectBuckets as listBuckets,
  selectKeyNames,
  selectScopesInUse as scopesInUse,
  selectOrganizationIds as organizationIds,
  touchKey,
} from './store.ts';
export { selectMisplaced } from './store.ts';

/** Organizations, plans and API keys. */
export const tenantsModule = {
  ...access,
  tags: {
    Keys: 'API keys of your organization.',
    Administration:
      'The operator’s calls, with a platform key: organizations, their keys, global lists, providers, settings of exports.',
  },
  routes: [...tenantRoutes, ...ownKeyRoutes],
  events,
  jobs,
  tables: TABLES,
  screens: {
    '/keys': {
      file: 'people/keys',
      component: 'Keys',
      navigation: { title: 'Keys', scope: 'keys:manage', place: 95 },
    },
    '/keys/$id': { file: 'people/key', component: 'KeyScreen' },
    '/organizations': {
      file: 'operators/organizations',
      component: 'Organizations',
      navigation: { title: 'Organizations', scope: 'platform:admin', place: 190 },
    },
  },
} satisfies Module<TenantServices>;
