import { textsOf } from '../text.ts';

/** Texts of the screens of verifications. */
const IDENTITY = {
  'verifications.verified': 'Verified',
  'verifications.failed': 'Failed',
  'verifications.providerDown': 'No provider answered',
  'verifications.empty':
    'Nobody was verified yet. Verify a person here, or have your services ask with POST /identity/verify; what was answered appears here.',
  'verify.title': 'Verify a person',
  'verify.do': 'Verify',
  'verify.number': 'Number',
  'verify.bankCode': 'Code of the bank',
  'verify.firstName': 'First name',
  'verify.lastName': 'Last name',
  'verify.noKinds': 'No provider is set up that verifies a person by a number.',
  'verify.costs': 'Vendors may charge for each question.',
  'verifications.one': 'Verification',
  'verifications.country': 'Country',
  'verifications.customer': 'Customer',
  'verifications.status': 'Outcome',
  'verifications.reason': 'Reason',
  'verifications.provider': 'Provider',
  'verifications.score': 'Score',
  'verifications.scoreOf': '{score} (verified from {threshold} on)',
  'verifications.fields': 'Fields that agree',
  'verifications.attempts': 'Attempts',
  'verifications.outcome': 'Outcome',
  'verifications.took': 'Took',
  'verifications.replayOf': 'Asked again for',
  'verifications.sealed': 'The answer of the provider is kept encrypted and not shown here.',
} as const;

export const t = textsOf(IDENTITY);
