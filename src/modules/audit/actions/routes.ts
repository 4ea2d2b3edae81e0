import { PLATFORM_SCOPE } from '../../../platform/http/policy.ts';
import { examplePage } from '../../../platform/http/schema.ts';
import { defineRoute } from '../access.ts';
import { listActions, listActionsOf } from './actions.ts';
import { AuditPage, AuditQuery, PlatformAuditQuery, type AuditAction } from './schemas.ts';

const common = { tag: 'Audit', extension: true, status: 200, data: AuditPage } as const;

const EXAMPLE: AuditAction = {
  id: 'audit_01kf3vd1mcfj5r2q1k0t9b7xyz',
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  at: '2026-11-21T09:45:00.000Z',
  actor: {
    kind: 'key',
    id: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
    via: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  },
  action: 'list.rename',
  objectId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
  before: { name: 'Known fraudsters', kind: 'tenant_blocklist' },
  after: { name: 'Known fraudsters 2026', kind: 'tenant_blocklist' },
  requestId: 'req_01kf3vd1mcfj5r2q1k0t9b7xyz-4',
  address: '203.0.113.7',
};
const DATA = examplePage(EXAMPLE);

/** Reads the audit log. */
export const auditRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/audit',
    operationId: 'listAuditActions',
    summary: 'List actions, newest first',
    description:
      'Every change of state by a key, a person or a command writes a row in the transaction of its effect.',
    policy: {
      scope: 'audit:read',
      context: 'organization',
      rateLimit: 'audit',
      idempotency: false,
    },
    query: AuditQuery,
    appended: ['address', 'requestId'],
    example: { query: { action: 'list.rename' }, data: DATA },
    handle: ({ orgId, query }, db) => listActions(db, orgId, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/audit',
    operationId: 'listPlatformAuditActions',
    summary: 'List actions on the platform, or in one organization',
    policy: {
      scope: PLATFORM_SCOPE,
      context: 'platform',
      rateLimit: 'none',
      idempotency: false,
    },
    query: PlatformAuditQuery,
    appended: ['address', 'requestId'],
    example: { data: { ...DATA, items: [{ ...EXAMPLE, organizationId: null }] } },
    handle: ({ query }, db) => listActionsOf(db, query),
  }),
];
