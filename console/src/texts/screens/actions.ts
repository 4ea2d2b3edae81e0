import { textsOf } from '../text.ts';

const ACTIONS = {
  'audit.empty': 'No changes yet.',
  'audit.action': 'Action',
  'audit.actorExample': 'usr_… or key_…',
  'audit.actionExample': 'case.create',
  'audit.objectExample': 'case_…',
  'audit.from': 'from',
  'audit.request': 'Request',
};

/** A text of the screen of an audit log, or of all. */
export const t = textsOf(ACTIONS);
