import { Type } from 'typebox';
import { MapOf, StringEnum } from '../../../platform/http/schema.ts';
import { UNAVAILABLE_OUTCOMES } from '../providers/adapter.ts';

/** The outcome of a call to a provider. */
export const ProviderOutcome = StringEnum('ProviderOutcome', [
  'ok',
  'not_found',
  'mismatch',
  'invalid_input',
  ...UNAVAILABLE_OUTCOMES,
]);

/** The part of a judgment that is stored in the clear; its fields depend on the kind. */
export const Metadata = Type.Object(
  {
    attempts: Type.Optional(
      Type.Array(
        Type.Object({
          provider: Type.String({ description: 'Label of the provider.' }),
          outcome: ProviderOutcome,
          skipped: Type.Boolean({ description: 'It failed before, or wished a pause.' }),
          durationMs: Type.Number({ description: 'Milliseconds.' }),
        }),
        { description: 'Which providers were asked, in order.' },
      ),
    ),
    matchScore: Type.Optional(Type.Number({ description: 'Similarity of names, 0 to 100.' })),
    threshold: Type.Optional(Type.Number({ description: 'The least score that verifies.' })),
    matchedFields: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Those of `firstName` and `lastName` that matched.',
      }),
    ),
    kinds: Type.Optional(
      MapOf(Type.Integer(), {
        description: 'How many words agreed how: `exact`, `variant` and so on.',
      }),
    ),
    singleName: Type.Optional(
      Type.Boolean({ description: 'True when claim and record are one word each.' }),
    ),
    dateOfBirth: Type.Optional(
      Type.String({
        description:
          '`same`, `different`, `day_month_swapped`, `year_only`; `unreadable`: the register’s is in no known form; ' +
          '`ambiguous_time`: the claim is a time other than midnight.',
      }),
    ),
    identifier: Type.Optional(
      Type.String({ description: '`virtual`: a virtual number was asked about.' }),
    ),
    bankCode: Type.Optional(Type.String({ description: 'Bank of the account, as asked.' })),
    score: Type.Optional(Type.Number({ description: 'Likelihood of a living face, 0 to 100.' })),
    similarity: Type.Optional(Type.Number({ description: 'Similarity of the faces, 0 to 100.' })),
    scoreKind: Type.Optional(
      Type.String({
        description:
          'Basis of the faces’ match: `similarity`, or `decision` from a provider that says yes or no.',
      }),
    ),
  },
  {
    title: 'VerificationMetadata',
    additionalProperties: true,
    description:
      'Scores, thresholds, which fields agreed, and which providers were asked. No personal data.',
  },
);
