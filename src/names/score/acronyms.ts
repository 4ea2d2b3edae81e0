import { acronymIn, acronymsOf } from '../words/acronyms.ts';
import type { NameScore } from './explain.ts';
import type { CanonicalName } from '../types.ts';

/**
 * Returns the score of a name that is an acronym of a candidate's full name, before `applyEvidence` deducts points for
 * acronyms; undefined for other names. Every letter must be equal: one different letter makes another acronym.
 */
export function scoreAcronym(
  query: CanonicalName,
  candidate: CanonicalName,
): NameScore | undefined {
  const acronym = acronymIn(query.tokens);
  if (acronym === undefined || !acronymsOf(candidate.tokens).includes(acronym)) return undefined;
  return {
    score: 100,
    explanation: {
      tokens: [
        {
          query: acronym,
          candidate: candidate.canonical,
          match: 'acronym',
          similarity: 1,
          weight: 1,
        },
      ],
      unmatchedQuery: [],
      unmatchedCandidate: [],
      penalties: [],
    },
  };
}
