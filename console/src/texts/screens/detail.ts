import { textsOf } from '../text.ts';

/** Texts of the selected hit next to the queue. */
const DETAIL = {
  'entry.externalId': 'Publisher’s id',
  'detail.title': 'Selected hit',
  'detail.facts': 'Facts of both sides',
  'detail.fact': 'Fact',
  'detail.list': 'List',
  'detail.page': 'Publisher’s page',
  'detail.version': 'List version',
  'detail.versions': '{compared}, now {now}',
  'detail.published': 'published',
  'detail.photoOf': 'Photo of {name} on the list',
  'detail.photoLink': 'Photo at {host}',
  'detail.since': 'Listed since',
  'detail.weakWhy':
    'A weak alias is a broad or generic name, such as a nickname. It needs other facts that agree.',
  'detail.programs': 'Programmes',
  'detail.programsSource': 'Explained by OFAC',
  'detail.others': 'Other hits of the customer',
  'detail.decisions': 'Decisions on this pair',
  'detail.screenings': 'Screening history',
  'detail.none': 'None.',
  'detail.unsent': '{verdict}, waiting',
  'detail.open': 'Open the hit',
  'detail.gone': 'The customer is no longer enrolled.',
  'detail.toCase': 'Add to a case',
  'why.title': 'Similarity and weight',
  'why.similarity': 'Similarity is 1 for equal words and 0 for words that have nothing in common.',
  'why.weight':
    'Weight is the share of a word in its name: a rare name has more weight than a frequent one, and far more than a title or a legal form.',
  'match.exact': 'equal',
  'match.variant': 'another spelling',
  'match.nickname': 'short form',
  'match.initial': 'initial',
  'match.edit': 'one typing error apart',
  'match.joined': 'joined or split',
  'match.acronym': 'acronym',
  'match.none': 'no match',
} as const;

export const t = textsOf(DETAIL);
