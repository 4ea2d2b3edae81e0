import { textsOf } from '../text.ts';

/** Texts of the screens about the time for which records are kept, and about legal holds. */
const RETENTION = {
  'retention.how':
    'Where removal is switched on, Oriki permanently removes records when their period ends, unless a legal hold keeps them.',
  'retention.classesHow':
    'Choose a period and bounds, look at the plan of an organization, and then switch the removal on.',
  'retention.records': 'Records',
  'retention.removal': 'Removal',
  'retention.on': 'on',
  'retention.off': 'off',
  'retention.fixed': 'fixed',
  'retention.days': 'Days',
  'retention.bounds': 'Allowed days',
  'retention.range': '{min} to {max}',
  'retention.proposed': 'Proposed days',
  'retention.due': 'Due now',
  'retention.oldest': 'Oldest',
  'retention.none': 'No classes of records.',
  'retention.change': 'Change period',
  'retention.ownDays': 'Days; empty for the operator’s period',
  'retention.isOn': 'Remove records after the period',
  'retention.min': 'Minimum days that organizations may choose',
  'retention.max': 'Maximum days that organizations may choose',
  'holds.title': 'Legal holds',
  'holds.empty': 'No legal holds.',
  'holds.set': 'Set a legal hold',
  'holds.kind': 'Keeps',
  'holds.subject': 'records of a customer',
  'holds.case': 'a case and its customer',
  'holds.organization': 'all records',
  'holds.object': 'Object',
  'holds.objectId': 'Customer id, or id of the case',
  'holds.reason': 'Reason',
  'holds.sentence': 'A sentence of at least 10 characters, for later readers.',
  'holds.setBy': 'Set by',
  'holds.setAt': 'Set',
  'holds.lifted': 'Lifted',
  'holds.show': 'Show reason',
  'holds.noReason': 'No key of this installation opens the reason.',
  'holds.lift': 'Lift hold',
  'holds.liftWhy': 'Oriki then permanently removes records whose period has ended.',
  'holds.asked':
    'Lifting needs two people. Oriki has sent the request; another person lifts the hold here.',
} as const;

export const t = textsOf(RETENTION);
