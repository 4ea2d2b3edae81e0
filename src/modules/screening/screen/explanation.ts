import { Type } from 'typebox';
import { StringEnum } from '../../../platform/http/schema.ts';
import { WeighedFacts } from '../../../matching/index.ts';
import type { MatchKind, PenaltyReason } from '../../../names/index.ts';

const MATCH_KINDS = [
  'exact',
  'variant',
  'nickname',
  'initial',
  'edit',
  'joined',
  'acronym',
  'none',
] as const satisfies readonly MatchKind[];

const PENALTY_REASONS = [
  'spelling',
  'contradiction',
  'extra_in_query',
  'extra_in_candidate',
  'number_mismatch',
  'syllable_order',
  'filiation_turned',
  'no_distinctive_word',
  'transliteration_only',
  'weak_alias',
  'acronym',
  'dob_different',
  'dob_near',
  'dob_swapped',
  'country_different',
  'identifier_different',
] as const satisfies readonly PenaltyReason[];

/** The explanation of two names with the same words. */
export const exampleExplanation = {
  tokens: [
    { query: 'smith', candidate: 'smith', match: 'exact' as const, similarity: 1, weight: 1 },
  ],
  unmatchedQuery: [],
  unmatchedCandidate: [],
  penalties: [],
};

/** The explanation of a score: `NameExplanation` with the deductions for dates and countries. */
export const Explanation = Type.Object(
  {
    tokens: Type.Array(
      Type.Object({
        query: Type.String({ description: 'A word of the name that was screened.' }),
        candidate: Type.String({
          description: 'The word of the listed name that it was matched with.',
        }),
        match: StringEnum('TokenMatch', MATCH_KINDS),
        similarity: Type.Number({ description: '0 (different) to 1 (same).' }),
        weight: Type.Number({ description: 'How much the word counts.' }),
      }),
      { description: 'Words that were matched.' },
    ),
    unmatchedQuery: Type.Array(Type.String()),
    unmatchedCandidate: Type.Array(Type.String()),
    penalties: Type.Array(
      Type.Object({
        reason: StringEnum('PenaltyReason', PENALTY_REASONS),
        points: Type.Number({ description: 'Points of the score that it took.' }),
      }),
    ),
    facts: Type.Optional(WeighedFacts),
    reading: Type.Optional(
      Type.Object(
        {
          text: Type.String({ description: 'The part of the name that was compared.' }),
          leftOut: Type.Array(Type.String(), {
            description: 'What was left out, in its order; with `text`, it is the whole name.',
          }),
          mayBlock: Type.Boolean({
            description: 'False: it is not sure to be the name, and the hit is for review.',
          }),
        },
        {
          title: 'NameReading',
          description:
            'There when not the whole name matched best: without a title or a remark, say, or as one of two holders.',
        },
      ),
    ),
  },
  {
    title: 'MatchExplanation',
    additionalProperties: true,
    description: 'Which tokens matched how, what found no partner, and what was taken off.',
  },
);
