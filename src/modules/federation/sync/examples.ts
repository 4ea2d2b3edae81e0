import { EXAMPLE_MEMBER } from '../members/examples.ts';

const { groupId, organizationId, prefix } = EXAMPLE_MEMBER;
const head = { groupId, revision: 7 };

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getFederationSyncStatus: {
    data: {
      ...head,
      fraudConfig: {
        revision: 5,
        kinds: ['sanctions', 'pep'],
        threshold: 80,
        shareDecisions: true,
        profile: null,
      },
      members: [
        {
          ...EXAMPLE_MEMBER,
          status: 'ACTIVE',
          revision: 7,
          lastPulledAt: '2026-11-21T09:45:00.000Z',
          lastPushedAt: null,
          importedRevision: 12,
        },
      ],
    },
  },
  pullFederation: {
    body: { organizationId },
    data: { ...head, members: [{ organizationId, prefix, result: 'updated', reason: null }] },
  },
  pushFederation: {
    body: { organizationId },
    data: { ...head, members: [{ organizationId, prefix }] },
  },
};
