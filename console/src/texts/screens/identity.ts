/** Texts of the screens of verifications. */
export const IDENTITY = {
  'verifications.title': 'Verifications',
  'verifications.empty':
    'Nobody was verified yet. Your services ask with POST /identity/verify; what was answered appears here.',
  'verifications.one': 'Verification',
  'verifications.at': 'When',
  'verifications.kind': 'Kind',
  'verifications.country': 'Country',
  'verifications.customer': 'Customer',
  'verifications.status': 'Outcome',
  'verifications.reason': 'Reason',
  'verifications.provider': 'Provider',
  'verifications.identifier': 'Identifier ends with',
  'verifications.score': 'Score',
  'verifications.fields': 'Fields that agree',
  'verifications.attempts': 'Attempts',
  'verifications.outcome': 'Outcome',
  'verifications.took': 'Took',
  'verifications.replayOf': 'Asked again for',
  'verifications.sealed': 'The answer of the provider is kept encrypted and not shown here.',
} as const;
