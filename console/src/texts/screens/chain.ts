import { textsOf } from '../text.ts';

const CHAIN = {
  'chain.title': 'State of the chain',
  'chain.what':
    'This checks every row of the log, every verification and its stored answer against the hash chain, as oriki audit verify --org does. A million rows take about 15 seconds.',
  'chain.organization': 'Organization (empty: rows without an organization)',
  'chain.check': 'Check',
  'chain.whole': 'unchanged and complete',
  'chain.broken': 'changed or incomplete',
  'chain.empty': 'no rows: nothing to check',
  'chain.rows': 'Rows',
  'chain.links': 'Links',
  'chain.pending': 'Rows without a link yet',
  'chain.head': 'Last link',
  'chain.at': 'Checked at',
  'chain.keep': 'Save this result',
  'chain.keepWhy':
    'Store it where people with access to the database cannot change it. oriki audit verify --heads then checks that the log still contains it.',
};

export const t = textsOf(CHAIN);
