import { examplePage } from '../../platform/http/schema.ts';
import type { Session } from './schemas.ts';

const ID = 'idsession_01kf3vm9c4e6g8j0m2p4r6t8v0';
const CONSENT = {
  purpose: 'kyc',
  textVersion: '2026-10',
  text: 'I agree that Example Bank checks my number with the register.',
};
const PENDING = {
  status: 'pending' as const,
  attempts: 0,
  reason: null,
  endedAt: null,
};
const CREATED: Session = {
  id: ID,
  subjectId: 'customer-1042',
  country: 'NG',
  status: 'open',
  steps: [
    { type: 'consent', ...PENDING },
    { type: 'bvn', ...PENDING },
  ],
  nextAction: {
    type: 'text',
    step: 'consent',
    attempt: 1,
    fields: ['agreed'],
    isRunning: false,
    consent: CONSENT,
  },
  returnUrl: null,
  createdBy: 'key_01kf3vm9c4e6g8j0m2p4r6t8v0',
  createdAt: '2026-11-21T09:40:00.000Z',
  expiresAt: '2026-11-22T09:40:00.000Z',
  endedAt: null,
};
const ADVANCED: Session = {
  ...CREATED,
  steps: [
    {
      type: 'consent',
      status: 'passed',
      attempts: 1,
      reason: null,
      endedAt: '2026-11-21T09:41:00.000Z',
      consentId: 'consent_01kf3vm9c4e6g8j0m2p4r6t8v0',
    },
    { type: 'bvn', ...PENDING },
  ],
  nextAction: { type: 'text', step: 'bvn', attempt: 1, fields: ['bvn'], isRunning: false },
};
const SETTINGS = {
  organizationId: 'org_01kf3vm9c4e6g8j0m2p4r6t8v0',
  returnUrls: ['https://app.example.com/verified'],
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createIdentitySession: {
    body: {
      subjectId: CREATED.subjectId,
      steps: ['consent', 'bvn'],
      consent: CONSENT,
      person: { firstName: 'Adaeze', lastName: 'Okafor' },
    },
    data: CREATED,
  },
  listIdentitySessions: { data: examplePage(CREATED) },
  getIdentitySession: { data: CREATED },
  advanceIdentitySession: {
    body: { step: 'consent', attempt: 1, agreed: true },
    data: ADVANCED,
  },
  cancelIdentitySession: {
    data: {
      ...CREATED,
      status: 'canceled' as const,
      nextAction: null,
      endedAt: '2026-11-21T09:42:00.000Z',
    },
  },
  createIdentitySessionLink: {
    data: {
      id: ID,
      url: 'https://api.example.com/verify#link=org_01kf3vm9c4e6g8j0m2p4r6t8v0.idsession_01kf3vm9c4e6g8j0m2p4r6t8v0.AAAA',
      expiresAt: CREATED.expiresAt,
    },
  },
  getIdentitySessionSettings: { data: SETTINGS },
  updateIdentitySessionSettings: {
    body: { returnUrls: SETTINGS.returnUrls },
    data: SETTINGS,
  },
};
