import { textsOf } from '../text.ts';

/** Texts of the screens of search. */
const SEARCH = {
  'hit.words': 'Words side by side',
  'search.threshold': 'Threshold',
  'cases.new': 'New case',
  'hit.matched': 'Matched name',
  'search.name': 'Name',
  'search.dob': 'Date of birth (YYYY-MM-DD), or its year',
  'search.country': 'Country',
  'search.go': 'Search',
  'search.hint': 'The name is sent in the request body, never in a URL.',
  'search.clear': 'No listed name reaches this threshold.',
  'search.onlyShows':
    'A search only shows listed parties. To decide hits, enrol the customer; Oriki then screens the name whenever a list changes.',
  'search.enrol': 'Enrol a customer',
  'search.outcome': 'Outcome',
  'search.again': 'Search again',
  'search.kinds': 'Kinds of lists (your own blocklists are always included)',
  'search.sanctions': 'sanctions',
  'search.pep': 'politically exposed persons',
  'search.adverse_media': 'adverse media',
  'search.cases': 'Cases with this search',
  'search.inCase': 'Case of',
  'search.attach': 'Attach to a case',
  'search.attachHere': 'Attach to your current case',
  'search.attachGo': 'Attach',
  'search.titleOfSearch': 'Title (stored encrypted)',
  'search.column': 'Title',
  'search.saveTitle': 'Save title',
  'search.history': 'Earlier screenings',
  'search.noHistory': 'No searches yet. Your searches appear here.',
} as const;

export const t = textsOf(SEARCH);
