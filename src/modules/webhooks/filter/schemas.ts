import { Type, type Static } from 'typebox';
import { Strict, StringEnum } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';

const MAX_CONDITIONS = 20;
const OPERATORS = ['eq', 'in', 'exists', 'gt', 'gte', 'lt', 'lte'] as const;
export type Operator = (typeof OPERATORS)[number];
/** At most eight member names, separated by dots. */
const PATH = definePattern(
  String.raw`^[^.\s]{1,64}(\.[^.\s]{1,64}){0,7}$`,
  'must be one to eight member names separated by dots, such as customer.country',
);

const Condition = Strict(
  {
    path: Type.String({
      maxLength: 519,
      pattern: PATH,
      description: 'A member of `data`, with dots for nested members: `customer.country`.',
    }),
    op: StringEnum('WebhookFilterOperator', OPERATORS, {
      description:
        '`eq`: equals this text, number, true, false or null. `in`: equals one of these. `exists`: exists, or does not with the ' +
        'value false. `gt`, `gte`, `lt`, `lte`: is a number above, from, below or up to this one.',
    }),
    value: Type.Unsafe<unknown>({
      description:
        'For `eq` a text of at most 256 characters, a number, true, false or null; for `in` a list of 1 to 50 of them; for ' +
        '`exists` true or false; for the others a number.',
    }),
  },
  { title: 'WebhookCondition' },
);

/** Conditions on the data of events, all of which must be met. */
export const DataFilter = Strict(
  { all: Type.Optional(Type.Array(Condition, { maxItems: MAX_CONDITIONS })) },
  {
    title: 'WebhookFilter',
    description:
      'Delivers only events whose `data` meets all of these conditions. A member that is missing, or is in a ' +
      'list, meets only `exists` with false. `{}` removes the filter.',
  },
);
export type DataFilter = Static<typeof DataFilter>;
