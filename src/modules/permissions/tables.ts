import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const TABLES = {
  permission_assignments: { externalIds: ['subject'] },
  permission_changes: {},
  permission_heads: {},
  permission_imports: {},
  permission_modules: {},
  permission_policies: { externalIds: ['resource'] },
  permission_relationships: { externalIds: ['subject', 'object'] },
  permission_roles: {},
} satisfies ModuleTables;
