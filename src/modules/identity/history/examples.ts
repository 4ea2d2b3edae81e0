import { examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE = {
  verificationId: 'verification_01kf3vm9c4e6g8j0m2p4r6t8v0',
  subjectId: 'customer-1042',
  kind: 'bvn' as const,
  country: 'NG',
  status: 'verified' as const,
  reason: null,
  metadata: {
    matchScore: 100,
    threshold: 70,
    matchedFields: ['firstName', 'lastName'],
    kinds: { exact: 2 },
    dateOfBirth: 'same',
    attempts: [{ provider: 'provider-1', outcome: 'ok', skipped: false, durationMs: 412 }],
  },
  provider: 'provider-1',
  identifierLast4: '6780',
  replayOf: null,
  verifiedAt: '2026-11-21T09:45:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listIdentityVerifications: { data: examplePage(EXAMPLE) },
  countIdentityVerificationsByDay: {
    query: { from: '2026-11-21', kind: 'bvn' },
    data: {
      from: '2026-11-21T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
      complete: true,
      days: [{ day: '2026-11-21', verified: 41, failed: 3, providerDown: 1 }],
    },
  },
  getIdentityVerification: {
    data: {
      ...EXAMPLE,
      rawResponseEncrypted: 'local:v1:4f0d9734|Zm9v…|YmFy…|YmF6…|cXV4…',
    },
  },
};
