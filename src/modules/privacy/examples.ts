const SUBJECT = 'customer-17';
const EXPORT = {
  id: 'subjectexport_01kf3vm9c4e6g8j0m2p4r6t8v0',
  exportedBy: 'usr_01kf3vm9c4e6g8j0m2p4r6t8v0',
  approvalId: null,
  reasonCode: 'customer_request' as const,
  exportedAt: '2026-11-21T10:15:00.000Z',
};
const OMITTED = [{ area: 'cases', title: 'Cases', needs: 'cases:manage' }];
const RETENTION = [
  { area: 'consents', class: 'consents', days: 1826 },
  { area: 'exports', class: null, days: null },
];
const CONSENT = {
  id: 'consent_01kf3vm9c4e6g8j0m2p4r6t8v0',
  subjectId: SUBJECT,
  purpose: 'kyc',
  textVersion: '2026-10',
  channel: 'app' as const,
  givenAt: '2026-11-21T09:40:00.000Z',
  reference: 'form-8812',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  recordedAt: '2026-11-21T09:41:00.000Z',
  withdrawnAt: null,
};

const ERASURE = {
  id: 'erasure_01kf3vm9c4e6g8j0m2p4r6t8v0',
  subjectId: SUBJECT,
  requestedBy: EXPORT.exportedBy,
  approvalId: null,
  reasonCode: 'customer_request' as const,
  requestedAt: '2026-11-21T10:15:00.000Z',
};
const RECEIPT = {
  format: 'oriki-erasure-receipt-v1' as const,
  erasureId: ERASURE.id,
  organizationId: 'org_01kf3v0a2c4e6g8j0m2p4r6t8v',
  subjectId: SUBJECT,
  requestedBy: ERASURE.requestedBy,
  approvalId: null,
  reasonCode: ERASURE.reasonCode,
  requestedAt: ERASURE.requestedAt,
  completedAt: '2026-11-21T10:15:00.400Z',
  erased: [
    {
      table: 'screenings',
      data: ['ids of customers', 'names and facts of screened people'],
      count: 3,
      remains: null,
    },
  ],
  kept: [
    {
      table: 'audit_actions',
      data: ['who did what with the subject, by ids'],
      count: 4,
      reason: 'The rows of the audit chain prove who did what.',
      until: '2036-11-20T10:15:00.400Z',
    },
  ],
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  signature: 'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getSubjectData: {
    data: {
      subjectId: SUBJECT,
      areas: {
        consents: { items: [CONSENT], total: 1, totalIsExact: true },
        exports: { items: [EXPORT], total: 1, totalIsExact: true },
      },
      retention: RETENTION,
      omitted: OMITTED,
    },
  },
  exportSubject: {
    query: { reasonCode: 'customer_request' },
    data: {
      exportId: EXPORT.id,
      organizationId: 'org_01kf3v0a2c4e6g8j0m2p4r6t8v',
      subjectId: SUBJECT,
      exportedAt: EXPORT.exportedAt,
      exportedBy: EXPORT.exportedBy,
      reasonCode: EXPORT.reasonCode,
      included: ['consents', 'exports'],
      retention: RETENTION,
      omitted: OMITTED,
      areas: { consents: [CONSENT], exports: [EXPORT] },
    },
  },
  eraseSubject: {
    body: {
      reasonCode: 'customer_request' as const,
      reason: 'The customer asked for it by letter on 20 November.',
    },
    data: {
      ...ERASURE,
      status: 'running' as const,
      completedAt: null,
      receipt: null,
      reasonHash: RECEIPT.sha256,
    },
  },
  getSubjectErasure: {
    data: {
      ...ERASURE,
      status: 'done' as const,
      completedAt: RECEIPT.completedAt,
      receipt: RECEIPT,
    },
  },
  getProcessingRegister: {
    data: {
      entries: [
        {
          people: 'customers',
          data: 'answers of identity providers',
          place: 'identity_payloads.envelope',
          protection: 'sealed' as const,
          scopes: ['identity:reveal'],
          roles: ['admin', 'privacy', 'auditor'],
          kept: 'until deleted',
          recipients: [],
        },
      ],
    },
  },
};
