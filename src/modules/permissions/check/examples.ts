const QUESTION = {
  subject: 'user:17',
  capability: 'INVOICES:APPROVE',
  resource: 'invoices/2026/42',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  checkPermission: {
    body: { ...QUESTION, explain: true },
    data: {
      allowed: true,
      reason: 'role_grants',
      revision: 12,
      explanation: {
        actingAs: ['user:17', 'group:finance'],
        rules: [
          {
            effect: 'allow',
            policyId: null,
            roleId: 'role_01kf3x1b3d5f7h9k1m3p5r7t9v',
            capability: 'INVOICES:APPROVE',
            resource: null,
            relation: null,
            path: ['user:17', 'group:finance', 'role_01kf3x1b3d5f7h9k1m3p5r7t9v'],
          },
        ],
        truncated: false,
      },
    },
  },
  checkPermissions: {
    body: { checks: [QUESTION] },
    data: { revision: 12, results: [{ allowed: true, reason: 'role_grants' }] },
  },
};
