import { textsOf } from '../text.ts';

/** Texts of the review queue. */
const REVIEW = {
  'queue.empty':
    'No open hits. Enrol a customer here or from your services. Oriki screens enrolled customers whenever a list changes and shows new hits here.',
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
  'enrol.do': 'Enrol',
  'enrol.country': 'NG',
  'enrol.again':
    'Oriki screens the customer now, and again whenever a list changes. For an enrolled customer, your input replaces the stored facts.',
} as const;

export const t = textsOf(REVIEW);
