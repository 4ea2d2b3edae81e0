import { textsOf } from '../text.ts';

/** Texts of the review queue. */
const REVIEW = {
  'queue.empty': 'No open hits. New hits appear here.',
  'hit.due': 'due',
  'queue.age': 'Found',
  'queue.claim': 'Assignee',
  'queue.until': 'until',
  'queue.otherPerson': 'Another person has signed in.',
  'enrol.title': 'Enrol a customer',
} as const;

export const t = textsOf(REVIEW);
