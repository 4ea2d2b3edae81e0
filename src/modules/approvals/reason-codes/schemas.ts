import { Type, type Static } from 'typebox';
import { Strict } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';

/** The most codes of an organization. */
const MAX_CODES = 30;

const CODE = {
  maxLength: 64,
  pattern: definePattern(
    '^[a-z][a-z0-9_]*$',
    'must be lower-case letters, digits and underscores, and begin with a letter',
  ),
  examples: ['date_of_birth_differs'],
};

/** A code of a reason in a request. */
export const reasonCode = Type.Optional(
  Type.String({
    ...CODE,
    description:
      'A code of the reason: one of the organization’s codes (`GET /approvals/reasons`).',
  }),
);

const ReasonCode = Strict(
  {
    reasonCode: Type.String({ ...CODE, description: 'The code, as decisions store it.' }),
    text: Type.String({
      maxLength: 100,
      pattern: '\\S',
      description: 'The text that people see.',
    }),
  },
  { title: 'ReasonCode' },
);

const codes = Type.Array(ReasonCode, {
  minItems: 1,
  maxItems: MAX_CODES,
  description: 'The codes, in the order in which people see them.',
});
const required = Type.Boolean({
  description:
    'If true, a false positive needs a code, and from the score `textFrom` on also a sentence.',
});
const textFrom = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'The lowest score whose false positive needs a sentence.',
});

export const ReasonSettings = Type.Object(
  { organizationId: Type.String(), codes, required, textFrom },
  { title: 'ReasonSettings' },
);
export type ReasonSettings = Static<typeof ReasonSettings>;

export const UpdateReasons = Strict({
  codes: Type.Optional(codes),
  required: Type.Optional(required),
  textFrom: Type.Optional(textFrom),
});
export type UpdateReasons = Static<typeof UpdateReasons>;
