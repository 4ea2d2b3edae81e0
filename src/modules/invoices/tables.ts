import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const TABLES = {
  invoice_lines: { service: APPEND, tenant: ['SELECT'] },
  invoice_repricings: { service: [...APPEND, 'UPDATE'] },
  invoice_runs: { service: APPEND },
  invoices: { service: APPEND, tenant: ['SELECT'] },
  price_sheets: { isShared: true, service: APPEND, tenant: ['SELECT'] },
} satisfies ModuleTables;
