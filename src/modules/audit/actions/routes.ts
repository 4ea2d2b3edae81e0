import { ORGANIZATION_READ, PLATFORM_READ } from '../../../platform/http/policy.ts';

import { defineRoute } from '../access.ts';
import { listActions, listActionsOf } from './actions.ts';
import { AuditPage, AuditQuery, PlatformAuditQuery } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const common = { tag: 'Audit', extension: true, data: AuditPage } as const;

/** Reads the audit log. */
export const auditRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/audit',
    operationId: 'listAuditActions',
    summary: 'List actions, newest first',
    description:
      'Every change of state by a key, a person or a command writes a row in the transaction of its effect.',
    policy: { ...ORGANIZATION_READ, scope: 'audit:read', rateLimit: 'audit' },
    query: AuditQuery,
    appended: ['address', 'requestId'],
    handle: ({ orgId, query }, db) => listActions(db, orgId, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/audit',
    operationId: 'listPlatformAuditActions',
    summary: 'List actions on the platform, or in one organization',
    policy: PLATFORM_READ,
    query: PlatformAuditQuery,
    appended: ['address', 'requestId'],
    handle: ({ query }, db) => listActionsOf(db, query),
  }),
]);
