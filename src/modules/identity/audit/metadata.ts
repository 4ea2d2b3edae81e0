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
          skipped: Type.Boolean({
            description:
              'True if it was skipped, because it had failed before or requested a pause.',
          }),
          durationMs: Type.Number({ description: 'Milliseconds.' }),
        }),
        { description: 'The providers in the order of the calls.' },
      ),
    ),
    matchScore: Type.Optional(Type.Number({ description: 'Similarity of names, 0 to 100.' })),
    threshold: Type.Optional(Type.Number({ description: 'The lowest score that verifies.' })),
    matchedFields: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The fields among `firstName` and `lastName` that matched.',
      }),
    ),
    kinds: Type.Optional(
      MapOf(Type.Integer(), {
        description: 'The number of words by kind of match: `exact`, `variant` and so on.',
      }),
    ),
    singleName: Type.Optional(
      Type.Boolean({ description: 'True if claim and record are one word each.' }),
    ),
    dateOfBirth: Type.Optional(
      Type.String({
        description:
          '`same`, `different`, `day_month_swapped`, `year_only`; `unreadable`: the register’s date is in no known format; ' +
          '`ambiguous_time`: the claim is a time other than midnight.',
      }),
    ),
    identifier: Type.Optional(
      Type.String({ description: '`virtual`: the number was a virtual one.' }),
    ),
    consent: Type.Optional(
      Type.Object(
        {
          basis: StringEnum('ConsentBasis', ['recorded', 'contract'], {
            description:
              '`recorded`: the call carried a consent; `contract`: the organization holds consents under contract.',
          }),
          sha256: Type.Optional(Type.String({ description: 'Hash of the consent, in hex.' })),
        },
        { title: 'VerificationConsent', description: 'The consent on which providers were asked.' },
      ),
    ),
    bankCode: Type.Optional(Type.String({ description: 'Bank of the account, as requested.' })),
    score: Type.Optional(Type.Number({ description: 'Likelihood of a living face, 0 to 100.' })),
    similarity: Type.Optional(Type.Number({ description: 'Similarity of the faces, 0 to 100.' })),
    scoreKind: Type.Optional(
      Type.String({
        description:
          'Basis of the faces’ match: `similarity`, or `decision` from a provider that answers only yes or no.',
      }),
    ),
  },
  {
    title: 'VerificationMetadata',
    additionalProperties: true,
    description:
      'Scores, thresholds, matching fields, and the providers that were asked. No personal data.',
  },
);
