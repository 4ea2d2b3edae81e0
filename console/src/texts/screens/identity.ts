import { textsOf } from '../text.ts';

/** Texts of the screens of verifications. */
const IDENTITY = {
  'verifications.verified': 'Verified',
  'verifications.failed': 'Failed',
  'verifications.providerDown': 'No provider answered',
  'verifications.empty':
    'No verifications yet. Verify a person here, or from your services with POST /identity/verify.',
  'verify.title': 'Verify a person',
  'verify.do': 'Verify',
  'verify.number': 'Number',
  'verify.bankCode': 'Bank code',
  'verify.firstName': 'First name',
  'verify.lastName': 'Last name',
  'verify.noKinds': 'No provider verifies people by a number.',
  'verify.costs': 'Vendors may charge for each call.',
  'verifications.one': 'Verification',
  'verifications.country': 'Country',
  'verifications.customer': 'Customer',
  'verifications.status': 'Outcome',
  'verifications.reason': 'Reason',
  'verifications.provider': 'Provider',
  'verifications.score': 'Score',
  'verifications.scoreOf': '{score} (threshold {threshold})',
  'verifications.fields': 'Fields that match',
  'verifications.attempts': 'Attempts',
  'verifications.outcome': 'Outcome',
  'verifications.took': 'Duration',
  'verifications.replayOf': 'Retry of',
  'verifications.sealed': 'Oriki stores the provider’s answer encrypted and does not show it here.',
} as const;

export const t = textsOf(IDENTITY);
