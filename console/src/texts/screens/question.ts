import { textsOf } from '../text.ts';

/** Texts of the question for the reason of a decision. */
const QUESTION = {
  'question.title': '{verdict}: {subject} – {listed}',
  'question.code': 'Reason (press its digit)',
  'question.reason': 'Explanation (stored encrypted)',
  'reason.sentence': 'At least {count} characters: the score is {score} or more.',
  'question.changing': 'A different decision on this hit needs an explanation.',
  'question.pin': 'Keep this code for the next hit',
  'question.pinned': 'Kept for the next hits: {code}',
  'question.decide': 'Decide',
  'question.claimed': 'Only the person who has claimed its case can decide this hit:',
  'question.until': 'until',
  'question.takeOver': 'Open the case to take it over',
  'request.title': 'Waiting for approval',
  'request.by': 'Requested by',
  'request.until': 'Expires',
  'request.own': 'You have requested this. Another person must decide.',
  'request.together':
    'The request is about {count} hits, decided together. Approve it in a case that contains this hit.',
  'request.approve': 'Approve: false positive',
  'request.reason': 'Reason',
  'request.refused': 'Request refused by',
  'request.withdrawn': 'Request withdrawn by',
} as const;

export const t = textsOf(QUESTION);
