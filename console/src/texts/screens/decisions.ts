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
  'hit.waits': 'waiting for approval',
  'queue.conflict':
    'The hit has changed, or another person has decided it or claimed its case. Review it again.',
} as const;

export const t = textsOf(DECISIONS);
