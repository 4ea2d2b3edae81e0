import { textsOf } from '../text.ts';

/** Texts about decisions on hits, on every screen. */
const DECISIONS = {
  'status.open': 'open',
  'status.true_match': 'true match',
  'status.false_positive': 'false positive',
  'status.closed': 'closed',
  'hit.decisions': 'Decisions',
  'hit.reasonGiven': 'Reason:',
  'hit.noReason': 'none',
  'hit.askedBy': 'Requested by',
  'queue.conflict':
    'The hit has changed, another person has decided it, or another person has claimed a case that contains it. Review it again.',
  'queue.approval':
    'Your organization requires a second person. Oriki has sent the request; another person decides.',
} as const;

export const t = textsOf(DECISIONS);
