import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const tables = {
  audit_links: { service: APPEND },
  audit_unlinked: { waiting: { as: 'audit_rows' } },
  audit_unstreamed: {},
} satisfies ModuleTables;
