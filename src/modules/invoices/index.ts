export { repriceMonth } from './charge.ts';
export { isMonth, monthStart } from './month.ts';
export { loadPriceSheet, type PriceSheet } from './price-sheet.ts';
export { invoiceRoutes } from './routes.ts';
export { jobs } from './jobs.ts';
export { runInvoicesNow } from './run.ts';
export { invoicesExport } from './store.ts';
export { verifyInvoices } from './verify.ts';
