import { textsOf } from '../text.ts';

/** Texts of the screen of a customer. */
const SUBJECT = {
  'subject.title': 'Customer',
  'subject.hits': 'Hits',
  'subject.screenings': 'Manual searches',
  'subject.noHits': 'No hits.',
  'subject.noScreenings': 'No manual searches. Oriki screens enrolled customers automatically.',
  'subject.noVerifications': 'No verifications yet.',
  'subject.noCases': 'No cases yet. Create one under Cases, or from a search.',
  'subject.notEnrolled':
    'Not enrolled: Oriki does not screen this customer when a list changes. Earlier activity is below.',
} as const;

export const t = textsOf(SUBJECT);
