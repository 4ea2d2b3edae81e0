import { Type } from 'typebox';
import { defineRoute, type Policy } from './access.ts';
import { idParam, examplePage } from '../../platform/http/schema.ts';
import { INVOICE_PREFIX } from './charge.ts';
import { getInvoice, listInvoices } from './invoices.ts';
import { InvoicePage, InvoiceQuery, InvoiceWithLines, type Invoice } from './schemas.ts';

const READ: Policy = {
  scope: 'invoices:read',
  context: 'organization',
  rateLimit: 'usage',
  idempotency: false,
};
const COMMON = { tag: 'Invoices', extension: true, policy: READ } as const;

const EXAMPLE: Invoice = {
  id: 'invoice_01kf3w5r7t9v1x3z5b7d9f1h3k',
  number: 4,
  type: 'invoice',
  month: '2026-10',
  timeZone: 'Africa/Lagos',
  startsAt: '2026-09-30T23:00:00.000Z',
  endsAt: '2026-10-31T23:00:00.000Z',
  corrects: null,
  reason: null,
  currency: 'EUR',
  total: 10_080,
  issuedAt: '2026-11-04T00:00:41.000Z',
};

export const invoiceRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/invoices',
    operationId: 'listInvoices',
    summary: 'List invoices and correction notes, newest first',
    query: InvoiceQuery,
    appended: ['cursor'],
    status: 200,
    data: InvoicePage,
    example: {
      query: { month: '2026-10' },
      data: examplePage(EXAMPLE),
    },
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
    status: 200,
    data: InvoiceWithLines,
    example: {
      data: {
        ...EXAMPLE,
        lines: [
          {
            service: 'screening',
            metric: 'screenings',
            quantity: '22600',
            totalQuantity: '22600',
            amount: 10_080,
            totalAmount: 10_080,
            tiers: [
              { upTo: '10000', unitPrice: '0' },
              { upTo: null, unitPrice: '0.8' },
            ],
          },
        ],
      },
    },
    handle: ({ principal, params: { id } }, db) => getInvoice(db, principal.organization!, id),
  }),
];
