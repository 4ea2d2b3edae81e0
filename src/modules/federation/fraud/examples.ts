import { EXAMPLE_MEMBER } from '../members/examples.ts';

const { groupId, organizationId, prefix } = EXAMPLE_MEMBER;
const EXAMPLE_CONFIG = {
  kinds: ['sanctions', 'pep'],
  threshold: 80,
  profile: 'lenient' as const,
  shareDecisions: true,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  pushFederationFraudConfig: {
    body: EXAMPLE_CONFIG,
    data: {
      groupId,
      revision: 8,
      fraudConfig: { revision: 8, ...EXAMPLE_CONFIG },
      members: [{ organizationId, prefix }],
    },
  },
};
