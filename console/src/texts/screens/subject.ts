import { textsOf } from '../text.ts';

/** Texts of the screen of a customer. */
const SUBJECT = {
  'subject.title': 'Customer',
  'subject.hits': 'Hits',
  'subject.screenings': 'Searches by hand',
  'subject.noHits': 'No hits on any list.',
  'subject.noScreenings':
    'Nobody has searched for this customer by hand. Hits are found without it, from the day a customer is enrolled.',
  'subject.noVerifications': 'Not verified yet.',
  'subject.noCases': 'In no case yet. Cases are made under Cases, or from a search.',
  'subject.notEnrolled':
    'Not enrolled: this customer is not screened again when a list changes. What was done for them before is below.',
} as const;

export const t = textsOf(SUBJECT);
