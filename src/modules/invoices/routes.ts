import { Type } from 'typebox';
import { idParam } from '../../platform/http/schema.ts';
import { INVOICE_PREFIX } from './charge.ts';
import { getInvoice, listInvoices } from './invoices.ts';
import { InvoicePage, InvoiceQuery, InvoiceWithLines } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf, withExamples } from '../../platform/http/route.ts';
import { access as usage } from '../usage/index.ts';

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'invoices:read': 'Read invoices',
  },
  rateLimits: usage.rateLimits,
  plans: {},
} as const satisfies Access;

type Policy = PolicyOf<typeof access>;
const defineRoute = routesOf<typeof access>();

const READ: Policy = { ...ORGANIZATION_READ, scope: 'invoices:read', rateLimit: 'usage' };
const COMMON = { tag: 'Invoices', extension: true, policy: READ } as const;

export const invoiceRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/invoices',
    operationId: 'listInvoices',
    summary: 'List invoices and correction notes, newest first',
    query: InvoiceQuery,
    appended: ['cursor'],
    data: InvoicePage,
    handle: ({ principal, query }, db) => listInvoices(db, principal.organization!, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/invoices/:id',
    operationId: 'getInvoice',
    summary: 'Fetch an invoice or a note with its lines',
    description: 'An issued document never changes; notes correct it.',
    params: Type.Object({ id: idParam('invoice', INVOICE_PREFIX) }),
    data: InvoiceWithLines,
    handle: ({ principal, params: { id } }, db) => getInvoice(db, principal.organization!, id),
  }),
]);
