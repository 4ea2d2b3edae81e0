import { textsOf } from '../text.ts';

const ACTIONS = {
  'audit.change': 'Before and after',
  'audit.empty': 'No changes yet.',
  'audit.action': 'Action',
  'audit.actorExample': 'Name, usr_… or key_…',
  'audit.actionExample': 'Words, or case.*',
  'audit.objectExample': 'case_…',
  'audit.from': 'from',
  'audit.request': 'Request',
  'audit.changes': '{count} changes',
  'audit.several': 'Several names contain these words. Choose one:',
  'audit.export': 'Export the log',
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

/** A text of the screen of an audit log, or of all. */
export const t = textsOf(ACTIONS);
