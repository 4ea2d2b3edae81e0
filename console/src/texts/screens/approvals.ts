import { textsOf } from '../text.ts';

/** Texts about requests to a second person. */
const APPROVALS = {
  'approvals.by': 'Requested by',
  'approvals.empty': 'No requests wait for a second person.',
  'approvals.what': 'Action',
  'approvals.reason': 'Reason',
  'approvals.reasonOfRefusal': 'Reason for the refusal (stored encrypted)',
  'approvals.reasonOfWithdrawal': 'Reason (optional, stored encrypted)',
  'approvals.reject': 'Refuse',
  'approvals.withdraw': 'Withdraw',
  'approvals.rejectWhy': 'This ends the request. You cannot undo it.',
  'approvals.unguarded':
    'One person alone can change roles here. A person who manages members can add a second identity and use it as the second person. Require two people for member.change_roles, too.',
  'approvals.answered': 'Approved by you, without a reason',
  'approvals.explain': 'Give a reason',
  'approvals.reasonOfAnswer': 'Reason (stored encrypted)',
  'approvals.hits': '{count} hits, decided together',
  'approvals.how':
    'To approve a request, open its object and perform the action there; the screen of a hit shows the request next to the evidence. The requester cannot approve it.',
} as const;

export const t = textsOf(APPROVALS);
