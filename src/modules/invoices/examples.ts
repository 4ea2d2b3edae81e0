import { examplePage } from '../../platform/http/schema.ts';
import type { Invoice } from './schemas.ts';

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

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listInvoices: {
    query: { month: '2026-10' },
    data: examplePage(EXAMPLE),
  },
  getInvoice: {
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
};
