import type { AnyRoute } from '../../platform/http/route.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import type { Permissions } from './check/check.ts';
import { checkRoutes } from './check/routes.ts';
import { moduleRoutes } from './modules/routes.ts';
import { policyRoutes } from './policies/routes.ts';
import { relationshipRoutes } from './relationships/routes.ts';
import { roleRoutes } from './roles/routes.ts';

export { Permissions } from './check/check.ts';
export { removeImports } from './leaving/leaving.ts';
export type { SharedState } from './schemas.ts';
export { importsOf, importState, sharedState, type ImportOf } from './sharing/sharing.ts';

export type PermissionParts = { permissions: Permissions };

/** Modules, roles, assignments, policies, relationships, and the question what follows from them. */
export function permissionRoutes(parts: PermissionParts): AnyRoute[] {
  return [
    ...moduleRoutes,
    ...roleRoutes,
    ...assignmentRoutes,
    ...policyRoutes,
    ...relationshipRoutes,
    ...checkRoutes(parts.permissions),
  ];
}
