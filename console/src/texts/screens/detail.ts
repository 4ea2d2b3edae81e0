import { textsOf } from '../text.ts';

/** Texts of the selected hit next to the queue. */
const DETAIL = {
  'entry.externalId': 'Publisher’s id',
  'detail.title': 'Selected hit',
  'detail.facts': 'Facts of both sides',
  'detail.fact': 'Fact',
  'detail.list': 'List',
  'detail.page': 'Page of the publisher',
  'detail.version': 'List version',
  'detail.versions': '{compared}, now {now}',
  'detail.published': 'published',
  'detail.since': 'Listed since',
  'detail.weakWhy':
    'A weak alias is a broad or generic name, such as a nickname. It needs other facts that agree.',
  'detail.programs': 'Programmes',
  'detail.programsSource': 'Explained by OFAC',
  'detail.others': 'Other hits of the customer',
  'detail.decisions': 'Decisions on this pair',
  'detail.screenings': 'Screening history',
  'detail.none': 'None.',
  'detail.open': 'Open the hit',
  'detail.gone': 'The customer is no longer enrolled.',
  'detail.toCase': 'Add to a case',
} as const;

export const t = textsOf(DETAIL);
