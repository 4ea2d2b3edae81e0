import type { Module, ModuleTables } from '../module.ts';
import { access } from './routes.ts';
import { jobs } from './jobs.ts';
import { invoiceRoutes } from './routes.ts';
import { invoicesExport } from './store.ts';
import { APPEND } from '../../platform/db/tables.ts';

/** The reason to keep them: tax law requires it. */
const BOOKS = {
  keptAfterLeaving: 'They are in the books of the operator, which tax law asks for.',
};

/** The module's tables. */
const TABLES = {
  invoice_lines: { service: APPEND, tenant: ['SELECT'], ...BOOKS },
  invoice_repricings: { service: [...APPEND, 'UPDATE'], ...BOOKS },
  invoice_runs: { service: APPEND, ...BOOKS },
  invoices: { service: APPEND, tenant: ['SELECT'], ...BOOKS },
  price_sheets: { isShared: true, service: APPEND, tenant: ['SELECT'] },
} satisfies ModuleTables;

export { repriceMonth } from './charge.ts';
export { isMonth, monthStart } from './month.ts';
export { monthCost } from './month-cost.ts';
export { loadPriceSheet, type PriceSheet } from './price-sheet.ts';
export { runInvoicesNow } from './run.ts';
export { verifyInvoices } from './verify.ts';

/** Invoices for usage. */
export const invoicesModule = {
  ...access,
  tags: {
    Invoices: 'Monthly invoices of what was used.',
  },
  routes: [...invoiceRoutes],
  jobs,
  tables: TABLES,
  exports: { invoices: { title: 'Invoices', source: invoicesExport } },
  screens: {
    '/invoices': {
      file: 'money/invoices',
      component: 'Invoices',
      navigation: { title: 'Invoices', scope: 'invoices:read', place: 140 },
    },
    '/invoices/$id': {
      file: 'money/invoice',
      component: 'InvoiceScreen',
    },
  },
} satisfies Module;
