import { Type, type Static } from 'typebox';
import { Strict, StringEnum } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';

const MAX_CONDITIONS = 20;
const OPERATORS = ['eq', 'in', 'exists', 'gt', 'gte', 'lt', 'lte'] as const;
export type Operator = (typeof OPERATORS)[number];
/** At most eight member names, separated by dots. */
const PATH = definePattern(
  String.raw`^[^.\s]{1,64}(\.[^.\s]{1,64}){0,7}$`,
  'must be the names of one to eight members with dots between them, such as customer.country',
);

const Condition = Strict(
  {
    path: Type.String({
      maxLength: 519,
      pattern: PATH,
      description: 'A member of `data`, with dots for members of members: `customer.country`.',
    }),
    op: StringEnum('WebhookFilterOperator', OPERATORS, {
      description:
        '`eq`: is this text, number, true, false or null. `in`: is one of these. `exists`: is there, or is not with the ' +
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
      'Only events whose `data` meet all of these conditions are delivered. A member that is not there, or stands in a ' +
      'list, meets none but `exists` with false. `{}` removes the filter.',
  },
);
export type DataFilter = Static<typeof DataFilter>;
