import { textsOf } from '../text.ts';

/** Texts of the review queue. */
const REVIEW = {
  'queue.empty': 'No open hits. Oriki shows new hits here.',
  'queue.keys': 'j and k select a row; o opens the hit',
  'queue.decideKeys':
    '1 decides a true match, 2 a false positive, after one question about the reason, u undoes',
  'queue.caseKey': '3 adds the hit to a case',
  'queue.shortcuts': 'Shortcuts',
  'queue.age': 'Found',
  'queue.claim': 'Assignee',
  'queue.until': 'until',
  'queue.decided': '{verdict}: {subject}. Sent in {seconds} s.',
  'queue.undo': 'Undo',
  'queue.earlier': '{count} earlier',
  'queue.otherPerson': 'Another person has signed in.',
  'queue.undone': 'Undone: nothing was sent.',
  'queue.asked': 'Waiting for approval: {subject}. Another person decides.',
  'queue.notTaken': 'Rejected decisions',
  'queue.seen': 'Dismiss',
  'enrol.title': 'Enrol a customer',
} as const;

export const t = textsOf(REVIEW);
