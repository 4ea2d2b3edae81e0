import { textsOf } from '../text.ts';

/** Texts of the form for decisions on the hits of a case. */
const DECIDE_CASE = {
  'cases.decide': 'Decide hits',
  'cases.choose': 'Choose a decision',
  'cases.allHits': 'All {count} hits',
  'cases.hitsToDecide': 'Open hits',
  'cases.firstHits': 'Decide these first; the next 100 follow.',
  'cases.reason': 'Reason (stored with each decision)',
  'cases.verdict': 'Decision',
  'cases.identical': 'Also decide all other open hits of the same customer on the same entry',
  'cases.then': 'Afterwards',
  'cases.leaveOpen': 'leave the case open',
  'cases.decided':
    '{count} {count:hit|hits} decided, and {identical} identical {identical:one|ones}.',
  'cases.asked':
    'Requested. A false positive needs a second person here: the hits wait for approval.',
  'cases.ownRequests':
    '{count} {count:hit waits|hits wait} for another person, who must approve your request.',
} as const;

export const t = textsOf(DECIDE_CASE);
