import { examplePage } from '../../../platform/http/schema.ts';

export const EXAMPLE_CONSENT = {
  purpose: 'kyc',
  textVersion: '2026-10',
  channel: 'app' as const,
  givenAt: '2026-11-21T09:40:00.000Z',
  reference: 'form-8812',
};
const RECORDED = {
  id: 'consent_01kf3vm9c4e6g8j0m2p4r6t8v0',
  subjectId: 'customer-1042',
  ...EXAMPLE_CONSENT,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  recordedAt: '2026-11-21T09:41:00.000Z',
  withdrawnAt: null,
};
const SETTINGS = {
  organizationId: 'org_01kf3vm9c4e6g8j0m2p4r6t8v0',
  consentKinds: ['bvn' as const],
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  recordIdentityConsent: {
    body: { subjectId: RECORDED.subjectId, ...EXAMPLE_CONSENT },
    data: RECORDED,
  },
  listIdentityConsents: { data: examplePage(RECORDED) },
  getIdentityConsent: { data: RECORDED },
  withdrawIdentityConsent: { data: { ...RECORDED, withdrawnAt: '2026-11-22T08:00:00.000Z' } },
  getIdentitySettings: { data: SETTINGS },
  updateIdentitySettings: { body: { consentKinds: ['bvn'] }, data: SETTINGS },
};
