import type { Module } from '../module.ts';
import { access, type PermissionServices } from './access.ts';
import { events } from './events.ts';
import { jobs } from './jobs.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import { checkRoutes } from './check/routes.ts';
import { moduleRoutes } from './modules/routes.ts';
import { policyRoutes } from './policies/routes.ts';
import { relationshipRoutes } from './relationships/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { TABLES } from './tables.ts';

export { copyPermissions } from './copy/copy.ts';
export { selectUnreadable, type Unreadable } from './ended/store.ts';
export { Permissions } from './check/check.ts';
export { importState, removeImports } from './imports/imports.ts';
export { importsOf, type ImportOf } from './imports/store.ts';
export { mergePermissions } from './merge/merge.ts';
export type { SharedState } from './schemas.ts';
export { sharedState } from './sharing/shared-state.ts';

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
