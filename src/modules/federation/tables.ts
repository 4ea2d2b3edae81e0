import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const TABLES = {
  federation_groups: { isShared: true },
  federation_invitations: { isShared: true },
  federation_members: { isShared: true },
} satisfies ModuleTables;
