import { textsOf } from '../text.ts';

/** Texts of what was decided about hits, wherever they stand. */
const DECISIONS = {
  'status.open': 'open',
  'status.true_match': 'true match',
  'status.false_positive': 'false positive',
  'status.closed': 'closed',
  'hit.decisions': 'Decisions',
  'hit.reasonGiven': 'Reason:',
  'hit.noReason': 'none given',
  'hit.askedBy': 'Asked for by',
  'queue.conflict':
    'Somebody else has decided this hit or claimed a case with it, or it has changed. Look at it again.',
  'queue.approval':
    'Your organization asks for a second person. A request was made; another person decides it.',
} as const;

export const t = textsOf(DECISIONS);
