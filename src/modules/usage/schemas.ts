import { Type, type Static } from 'typebox';
import { DECIMAL_PLACES } from '../../platform/decimal.ts';
import { defineFormat } from '../../platform/http/validate.ts';
import {
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  Strict,
  Timestamp,
} from '../../platform/http/schema.ts';
import { OWN_USAGE } from '../declared.ts';
import '../../platform/calendar/iso-time.ts';

/** Services whose usage modules count, so that no caller may report it. */
export const OWN_SERVICES: readonly string[] = Object.keys(OWN_USAGE);
const MAX_BATCH = 1000;
/** The maximum time by which the clock of a reporting service may be ahead. */
export const MAX_AHEAD_MINUTES = 5;
/** 15 digits: enough for a petabyte in bytes, and exact as a JSON number. */
const MAX_WHOLE = 999_999_999_999_999;

defineFormat('usage-id', /^[A-Za-z0-9_.-]+$/, 'must consist of A-Z, a-z, 0-9, _, . and -');
defineFormat(
  'usage-name',
  /^[a-z0-9][a-z0-9_.-]*$/,
  'must consist of a-z, 0-9, _, . and -, with a letter or a digit first',
);
defineFormat(
  'decimal-quantity',
  /^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?$/,
  `must be a decimal of at most 15 digits before the point and ${DECIMAL_PLACES} after it, such as 12.5`,
);

function Service(description: string) {
  return Type.String({ minLength: 1, maxLength: 64, format: 'usage-name', description });
}
function Metric(description: string) {
  return Type.String({ minLength: 1, maxLength: 64, format: 'usage-name', description });
}
/** An exact decimal, as text. */
function Quantity(description: string) {
  return Type.String({ description });
}

export const ReportUsage = Strict(
  {
    service: Service(
      `The service, such as \`email\`. Not ${OWN_SERVICES.join(', ')}: Oriki counts these itself.`,
    ),
    metric: Metric('Name of the counted unit, such as `messages`.'),
    quantity: Type.Unsafe<number | string>({
      type: ['integer', 'string'],
      minimum: -MAX_WHOLE,
      maximum: MAX_WHOLE,
      format: 'decimal-quantity',
      description:
        'A whole number, or an exact decimal as a text, such as `"12.5"`: at most 15 digits before the point and 6 ' +
        'after it. A negative quantity corrects an earlier report.',
    }),
    at: Type.String({
      format: 'iso-8601',
      description:
        'The time of use. It may be long ago, and reports may come in any order; at most ' +
        `${MAX_AHEAD_MINUTES} minutes ahead.`,
    }),
    id: Type.String({
      minLength: 1,
      maxLength: 64,
      format: 'usage-id',
      description:
        'An id of your choice, unique in the organization: Oriki counts the same id only once.',
    }),
  },
  { title: 'UsageReport' },
);
export type ReportUsage = Static<typeof ReportUsage>;

export const ReportUsageBatch = Strict({
  items: Type.Array(ReportUsage, { minItems: 1, maxItems: MAX_BATCH }),
});

export const UsageRecord = Type.Object(
  {
    id: Type.String(),
    service: Type.String(),
    metric: Type.String(),
    quantity: Quantity('An exact decimal.'),
    at: Timestamp('When it was used.'),
    recordedAt: Timestamp('When it was reported first.'),
  },
  { title: 'UsageRecord' },
);
export type UsageRecord = Static<typeof UsageRecord>;
export const UsageRecords = Type.Object({
  items: Type.Array(UsageRecord, { description: 'In the order of the request.' }),
});

function day(description: string) {
  return Type.Optional(Type.String({ format: 'calendar-date', description }));
}

export const UsageQuery = Type.Object({
  from: day('First day, as YYYY-MM-DD.'),
  to: day('The day after the last, as YYYY-MM-DD.'),
  service: Type.Optional(Service('Only this service.')),
  metric: Type.Optional(Metric('Only this metric.')),
  ...pageQuery(PAGE_CAP),
  cost: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'True adds the cost of the current month so far.',
    }),
  ),
});
export type UsageQuery = Static<typeof UsageQuery>;

export const Usage = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'A day in the time zone of billing.' }),
    service: Type.String(),
    metric: Type.String(),
    quantity: Quantity('Sum of the day, an exact decimal.'),
  },
  { title: 'Usage' },
);
export type Usage = Static<typeof Usage>;

export const MonthCost = Type.Object(
  {
    month: Type.String({ description: 'The running month, as YYYY-MM.' }),
    currency: Type.String({ description: 'ISO 4217.' }),
    total: Type.Integer({ description: 'Minor units, such as cents.' }),
    lines: Type.Array(
      Type.Object(
        {
          service: Type.String(),
          metric: Type.String(),
          quantity: Quantity('Of the month so far, an exact decimal.'),
          amount: Type.Integer({ description: 'Minor units.' }),
        },
        { title: 'MonthCostLine' },
      ),
    ),
    unpriced: Type.Array(
      Type.Object({ service: Type.String(), metric: Type.String() }, { title: 'UnpricedUsage' }),
      { description: 'Usage of the month without a price; at most 100.' },
    ),
  },
  { title: 'MonthCost' },
);
export type MonthCost = Static<typeof MonthCost>;
const RunningMonth = Type.Object(
  {
    month: Type.String({ description: 'As YYYY-MM.' }),
    timeZone: Type.String({ description: 'The time zone of its days: the one of billing.' }),
    startsAt: Timestamp('When it started: at the end of the month before.'),
    endsAt: Timestamp('When the next one starts.'),
  },
  { title: 'RunningMonth' },
);
const { properties } = PageOf(Usage);
export const UsagePage = Type.Object(
  {
    ...properties,
    runningMonth: RunningMonth,
    cost: Type.Optional(
      Nullable(MonthCost, {
        description:
          'The cost of the current month so far, as in an invoice issued now; with `cost=true`. Null if no prices are set.',
      }),
    ),
  },
  { title: 'UsagePage' },
);
