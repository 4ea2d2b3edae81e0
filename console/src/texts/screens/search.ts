import { textsOf } from '../text.ts';

/** Texts of the screens of search. */
const SEARCH = {
  'search.name': 'Name',
  'search.dob': 'Date of birth (YYYY-MM-DD), or its year',
  'search.country': 'Country',
  'search.go': 'Search',
  'search.hint': 'The name is sent in the body of a request and stays out of addresses.',
  'search.clear': 'Nobody on any list is called that, at this threshold.',
  'search.onlyShows':
    'A search only shows who is listed. Hits are decided for enrolled customers, who are also screened again whenever a list changes.',
  'search.enrol': 'Enrol a customer',
  'search.outcome': 'Outcome',
  'search.again': 'Search again',
  'search.kinds': 'Kinds of lists; own blocklists are always searched',
  'search.sanctions': 'sanctions',
  'search.pep': 'politically exposed persons',
  'search.adverse_media': 'adverse media',
  'search.cases': 'Cases with this search',
  'search.inCase': 'In the case of',
  'search.attach': 'Attach to a case',
  'search.attachHere': 'Attach to the case you came from',
  'search.attachGo': 'Attach',
  'search.titleOfSearch': 'Title (kept encrypted)',
  'search.column': 'Title',
  'search.saveTitle': 'Save the title',
  'search.history': 'Earlier screenings',
  'search.noHistory': 'Nobody was screened yet. What you search for is kept here.',
} as const;

export const t = textsOf(SEARCH);
