import { textsOf } from '../text.ts';

const CHAIN = {
  'chain.title': 'State of the chain',
  'chain.what':
    'Every row of a log, of verifications and their stored answers is checked against the chain of hashes over them: oriki audit verify --org. It reads the whole log, a million rows in about 15 seconds.',
  'chain.organization': 'Organization; empty: what concerns none',
  'chain.check': 'Check',
  'chain.whole': 'unchanged and complete',
  'chain.broken': 'changed or incomplete',
  'chain.empty': 'no rows: nothing was checked',
  'chain.rows': 'Rows',
  'chain.links': 'Links',
  'chain.pending': 'Rows that wait for their link',
  'chain.head': 'Last link',
  'chain.at': 'Checked at',
  'chain.keep': 'Keep this answer',
  'chain.keepWhy':
    'Keep it where whoever has the database cannot change it: oriki audit verify --heads tells whether the log still leads to it.',
};

export const t = textsOf(CHAIN);
