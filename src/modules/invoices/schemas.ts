import { Type, type Static } from 'typebox';
import {
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  StringEnum,
  Timestamp,
} from '../../platform/http/schema.ts';
import { defineFormat } from '../../platform/http/validate.ts';
import { isMonth } from './month.ts';

defineFormat('month', isMonth, 'must be a month, as YYYY-MM', '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$');

export const INVOICE_TYPES = ['invoice', 'credit_note', 'debit_note'] as const;
export const REASONS = ['late_usage', 'repriced'] as const;

export const InvoiceQuery = Type.Object({
  month: Type.Optional(
    Type.String({ format: 'month', description: 'Only documents for this month, as YYYY-MM.' }),
  ),
  type: Type.Optional(StringEnum('InvoiceType', INVOICE_TYPES)),
  ...pageQuery(PAGE_CAP),
});
export type InvoiceQuery = Static<typeof InvoiceQuery>;

const fields = {
  id: Type.String(),
  number: Type.Integer({
    description: 'From 1, without gaps within the organization, over all types of documents.',
  }),
  type: StringEnum('InvoiceType', INVOICE_TYPES, {
    description:
      'An `invoice` charges a month; a `credit_note` or a `debit_note` corrects it downwards or upwards.',
  }),
  month: Type.String({ description: 'The month that is charged, as YYYY-MM.' }),
  timeZone: Type.String({ description: 'The time zone of its days: the one of billing.' }),
  startsAt: Timestamp('When the month started: at the end of the month before.'),
  endsAt: Timestamp('When the next one started.'),
  corrects: Nullable(Type.String(), {
    description: 'Id of the invoice that a note corrects; null for an invoice.',
  }),
  reason: Nullable(StringEnum('InvoiceReason', REASONS), {
    description: 'The reason for a note: late usage, or corrected prices. Null for an invoice.',
  }),
  currency: Type.String({ description: 'ISO 4217.' }),
  total: Type.Integer({
    description: 'Sum of the lines in minor units (cents); negative for a credit note.',
  }),
  issuedAt: Timestamp('When it was issued.'),
};
function decimal(description: string) {
  return Type.String({ description: `${description} An exact decimal.` });
}

const InvoiceLine = Type.Object(
  {
    service: Type.String(),
    metric: Type.String(),
    quantity: decimal('Quantity that this document adds.'),
    totalQuantity: decimal('Quantity of it and earlier documents of the month.'),
    amount: Type.Integer({ description: 'Charge of this document, in minor units.' }),
    totalAmount: Type.Integer({
      description: 'Charges of it and earlier documents of the month, in minor units.',
    }),
    tiers: Type.Array(
      Type.Object({
        upTo: Nullable(Type.String(), { description: 'Units of the month; null: unlimited.' }),
        unitPrice: decimal('Minor units for one unit above the tier before.'),
      }),
      {
        description: 'The prices from which totalAmount follows. Empty if they no longer exist.',
      },
    ),
  },
  { title: 'InvoiceLine' },
);

export const Invoice = Type.Object(fields, { title: 'Invoice' });
export type Invoice = Static<typeof Invoice>;
export const InvoicePage = PageOf(Invoice);
export const InvoiceWithLines = Type.Object(
  { ...fields, lines: Type.Array(InvoiceLine) },
  { title: 'InvoiceWithLines' },
);
export type InvoiceWithLines = Static<typeof InvoiceWithLines>;
