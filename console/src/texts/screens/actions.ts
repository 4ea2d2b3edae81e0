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
  'audit.export': 'Export the log',
};

/** A text of the screen of an audit log, or of all. */
export const t = textsOf(ACTIONS);
