import type { StoredQuery } from '../asked/schemas.ts';
import type { Hit } from '../schemas.ts';

/** The columns of a screening with words about the person. */
export type Content = { query: StoredQuery; hits: Hit[] };

/** The members of a hit that describe the listed entry alone. */
export const LISTED = [
  'listKind',
  'listId',
  'source',
  'listName',
  'entryId',
  'listRevision',
  'name',
  'matchedName',
  'score',
  'dob',
  'country',
  'programs',
  'topics',
  'pep',
  'entity',
  'decision',
  'federated',
] as const;
export const NO_EXPLANATION = {
  explanation: { tokens: [], unmatchedQuery: [], unmatchedCandidate: [], penalties: [] },
};
