const REPORT = {
  madeAt: '2026-11-30T09:00:00.000Z',
  mode: 'listed' as const,
  hosts: ['hooks.example.com'],
  destinations: [
    {
      purpose: 'webhook' as const,
      host: 'hooks.example.com',
      source: 'subscriptions',
      sends: ['events' as const],
      isForAll: false,
      organizationIds: ['org_01kf3v0a2c4e6g8j0m2p4r6t8v'],
      isAllowed: true,
      requests: 1204,
      refused: 0,
      bytesSent: 918_232,
      bytesReceived: 241_002,
      lastUsedAt: '2026-11-30T08:59:41.000Z',
    },
  ],
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getEgress: { data: REPORT },
  getSignedEgress: {
    data: {
      format: 'oriki-egress-v1' as const,
      ...REPORT,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      signature:
        'eyJhbGciOiJFZERTQSIsImtpZCI6ImtQcksycW1NWjV3IiJ9..c2lnbmF0dXJlIG9mIDY0IGJ5dGVzLCBpbiBiYXNlNjR1cmw',
    },
  },
};
