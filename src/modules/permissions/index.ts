import type { Module, ModuleTables } from '../module.ts';
import { access, type PermissionServices } from './access.ts';
import { events } from './events.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import { checkRoutes } from './check/routes.ts';
import { moduleRoutes } from './modules/routes.ts';
import { policyRoutes } from './policies/routes.ts';
import { relationshipRoutes } from './relationships/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { removeEnded } from './ended/ended.ts';

const jobs: Job<{ db: Database }>[] = [
  {
    name: 'permission-ends',
    does: 'Deletes ended assignments and relationships of permissions, with an event for each.',
    whenStopped: 'They stay in lists, but have no effect on checks.',
    everyMs: 60_000,
    lock: 'job',
    run: async ({ db }, { signal }) => ({ removed: await removeEnded(db, signal) }),
  },
];

/** The module's tables. */
const TABLES = {
  permission_assignments: {
    personal: {
      people: 'any',
      columns: { subject: 'ids of users of organizations' },
      others: ['role_id'],
      readers: ['permissions:manage'],
      kept: 'until deleted',
    },
  },
  permission_changes: {},
  permission_heads: {},
  permission_imports: {},
  permission_modules: {},
  permission_policies: {
    personal: {
      people: 'any',
      columns: { resource: 'ids of resources of organizations' },
      others: ['role_id', 'prefix', 'source_id', 'capability', 'effect', 'relation'],
      readers: ['permissions:manage'],
      kept: 'until deleted',
    },
  },
  permission_relationships: {
    personal: {
      people: 'any',
      columns: {
        subject: 'ids of users of organizations',
        object: 'ids of resources of organizations',
      },
      others: ['relation'],
      readers: ['permissions:manage'],
      kept: 'until deleted',
    },
  },
  permission_roles: {},
} satisfies ModuleTables;

export { copyPermissions } from './copy/copy.ts';
export { selectUnreadable, type Unreadable } from './ended/store.ts';
export { Permissions } from './check/check.ts';
export { importState, removeImports } from './imports/imports.ts';
export { importsOf, type ImportOf } from './imports/store.ts';
export type { SharedState } from './schemas.ts';
export { sharedState } from './sharing/denials.ts';

/** Modules, roles, assignments, policies, relationships, and the checks that follow from them. */
export const permissionsModule = {
  ...access,
  tags: {
    Permissions:
      'Permissions: Modules, roles, assignments and policies, and checks whether a subject may do something.',
  },
  routes: [
    ...moduleRoutes,
    ...roleRoutes,
    ...assignmentRoutes,
    ...policyRoutes,
    ...relationshipRoutes,
    ...checkRoutes,
  ],
  events,
  jobs,
  tables: TABLES,
  liveKinds: { permission: 'permissions:manage' },
  screens: {
    '/permissions': {
      file: 'permissions/permissions',
      component: 'Permissions',
      navigation: { title: 'Permissions', scope: 'permissions:manage', place: 110 },
    },
  },
} satisfies Module<PermissionServices>;
