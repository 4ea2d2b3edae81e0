import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { ACTIONS } from '../../declared/actions.ts';
import { knownTextsOf } from '../text.ts';

/** The actions that a request to a second person can name. */
type Requested =
  | Operations['requestApproval']['input']['body']['action']
  | Operations['requestPlatformApproval']['input']['body']['action'];

/** The actions that only requests to a second person name. */
const REQUESTED = {
  'approval_settings.lower': 'requires a second person less often',
  'global_list.shrink': 'accept a rejected file of a global list',
  'hit.false_positive': 'decide a hit as a false positive',
  'list.remove_entries': 'remove entries from a list',
  'member.change_roles': 'change the roles of a member',
} as const satisfies Record<Exclude<Requested, keyof typeof ACTIONS>, string>;

/**
 * Returns an action of an audit log or of a request in words; undefined for an action of a newer API version, whose code the
 * screen shows.
 */
export const actionText = knownTextsOf({ ...ACTIONS, ...REQUESTED });
