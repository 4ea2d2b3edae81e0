import { textsOf } from '../text.ts';

/** Texts about requests to a second person. */
const APPROVALS = {
  'approvals.empty': 'Nothing waits for a second person.',
  'approvals.what': 'What',
  'approvals.reason': 'Reason',
  'approvals.reasonOfRefusal': 'Reason (kept encrypted; may be empty)',
  'approvals.reject': 'Refuse',
  'approvals.rejectWhy': 'The request ends. This cannot be undone.',
  'approvals.unguarded':
    'Changes of roles need one person alone: somebody who manages members can add a second identity and be the second person. Let the organization ask for two people for member.change_roles, too.',
  'approvals.answered': 'Done by you, without a reason',
  'approvals.explain': 'Give a reason',
  'approvals.reasonOfAnswer': 'Reason (kept encrypted)',
  'approvals.hits': '{count} hits, decided together',
  'approvals.how':
    'Open what a request is about and do it there: that answers the request. Who asked cannot be the second.',
} as const;

export const t = textsOf(APPROVALS);
