/** The examples of the routes, by operation. */
export const EXAMPLES = {
  verifyAuditChain: {
    query: { organizationId: 'platform' },
    data: {
      ok: true,
      checkedAt: '2026-11-21T09:45:00.000Z',
      organizations: {
        platform: {
          rows: 12,
          links: 3,
          pending: 1,
          head: {
            seq: 3,
            hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          },
          problems: {},
        },
      },
      withoutRows: [],
    },
  },
};
