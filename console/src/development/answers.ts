/** The signed-in person of the development page. */
const ME = {
  id: 'usr_01m8h12x000000000000000001',
  name: 'Ada Obi',
  email: 'ada@example.com',
  organization: { id: 'org_01m8h12x000000000000000001', name: 'Example Bank' },
  roles: ['admin'],
  scopes: ['fraud:screen', 'cases:manage', 'webhooks:manage'],
  readScopes: [],
  viewing: null,
};

/** A decision on a hit, with its reasons and without the service's findings. */
const DECISION = {
  id: 'decision_01m8h12x000000000000000001',
  decision: 'false_positive',
  decidedBy: ME.id,
  decidedAt: '2026-11-27T10:00:00.000Z',
  onBehalfOf: null,
  reason: 'Born in another year',
  approval: null,
  findings: null,
};

const PAGE = { items: [], total: 0, totalIsExact: true, nextCursor: null };

/** Answers the requests of parts instead of a service. */
export const answer: typeof fetch = async (input) => {
  const { pathname } = new URL(String(input as string));
  const data = pathname.endsWith('/me')
    ? ME
    : pathname.includes('/hits/')
      ? { decisions: [DECISION] }
      : PAGE;
  return Response.json({ success: true, data });
};
