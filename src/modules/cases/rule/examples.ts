import type { CaseSettings } from './schemas.ts';

const EXAMPLE: CaseSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  listKinds: ['sanctions', 'tenant_blocklist'],
  minScore: 90,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getCaseSettings: { data: EXAMPLE },
  updateCaseSettings: {
    body: { listKinds: EXAMPLE.listKinds, minScore: EXAMPLE.minScore },
    data: EXAMPLE,
  },
};
