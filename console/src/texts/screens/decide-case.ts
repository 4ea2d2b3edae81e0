import { textsOf } from '../text.ts';

/** Texts of the form for decisions on the hits of a case. */
const DECIDE_CASE = {
  'cases.decide': 'Decide hits',
  'cases.hitsToDecide': 'Open hits',
  'cases.firstHits': 'Decide these first; the next 100 follow.',
  'cases.reason': 'Reason (stored with each decision)',
  'cases.verdict': 'Decision',
  'cases.identical': 'Also decide all other open hits of the same customer on the same entry',
  'cases.then': 'Afterwards',
  'cases.leaveOpen': 'leave the case open',
  'cases.decided':
    '{count} {count:hit|hits} decided, and {identical} identical {identical:one|ones}.',
  'cases.asked': 'A false positive needs a second person here. The request is under Approvals.',
} as const;

export const t = textsOf(DECIDE_CASE);
