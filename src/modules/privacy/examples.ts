const SUBJECT = 'customer-17';
const EXPORT = {
  id: 'subjectexport_01kf3vm9c4e6g8j0m2p4r6t8v0',
  exportedBy: 'usr_01kf3vm9c4e6g8j0m2p4r6t8v0',
  approvalId: null,
  reasonCode: 'customer_request' as const,
  exportedAt: '2026-11-21T10:15:00.000Z',
};
const OMITTED = [{ area: 'cases', title: 'Cases', needs: 'cases:manage' }];
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

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getSubjectData: {
    data: {
      subjectId: SUBJECT,
      areas: {
        consents: { items: [CONSENT], total: 1, totalIsExact: true },
        exports: { items: [EXPORT], total: 1, totalIsExact: true },
      },
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
      omitted: OMITTED,
      areas: { consents: [CONSENT], exports: [EXPORT] },
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
