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
  'approvals.hits': '{count} {count:hit|hits}, decided together',
  'approvals.how':
    'To approve a request, open its object and perform the action there; the screen of a hit shows the request next to the evidence. The requester cannot approve it.',
  'settings.second': 'Second person',
  'settings.people': 'Actions that need two people',
  'settings.replay': 'retry a dead letter',
  'settings.reveal': 'see the answer of an identity provider',
  'settings.lift': 'lift a legal hold',
  'settings.hours': 'Hours until a request expires',
  'settings.lower':
    'Requiring two people for fewer actions, or changing the time, needs two people. Oriki has sent the request; another person changes the same settings here.',
  'settings.saved': 'Saved.',
  'settings.codes': 'Reason codes',
  'settings.codesHow':
    'People choose one of these codes with each false positive. In the dialog, the digit keys choose the first nine. Decisions keep their codes when this list changes.',
  'settings.codeColumn': 'Code in the API',
  'settings.textColumn': 'Text that people see',
  'settings.code': 'Code {number}',
  'settings.text': 'Text {number}',
  'settings.remove': 'Remove code {number}',
  'settings.removeOne': 'Remove',
  'settings.add': 'Add a code',
  'settings.required': 'Also reject decisions from the API that have no code',
  'settings.textFrom': 'Score from which a false positive requires a sentence',
} as const;

export const t = textsOf(APPROVALS);
