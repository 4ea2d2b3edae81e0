import { Type } from 'typebox';
import { OPERATE_SCOPE, PLATFORM_SCOPE } from '../../platform/http/policy.ts';
import { examplePage, idParam } from '../../platform/http/schema.ts';
import { defineRoute, type Policy } from './access.ts';
import {
  APPROVAL_PREFIX,
  prepareAnswer,
  prepareExplanation,
  prepareRequest,
} from './reasons/reasons.ts';
import { PLATFORM } from '../../platform/audit/action.ts';
import * as operators from './operators.ts';
import {
  ApprovalQuery,
  ExplainApproval,
  PlatformApproval,
  PlatformApprovalPage,
  PlatformApprovalRequest,
  RejectApproval,
} from './schemas.ts';

const READ: Policy = {
  scope: PLATFORM_SCOPE,
  context: 'platform',
  rateLimit: 'none',
  idempotency: false,
};
const WRITE: Policy = { ...READ, scope: OPERATE_SCOPE, idempotency: true };
const COMMON = { tag: 'Approvals', extension: true, status: 200 } as const;
const params = Type.Object({ id: idParam('platform-approval', APPROVAL_PREFIX) });

const EXAMPLE: PlatformApproval = {
  id: 'approval_01kf3vd1mcfj5r2q1k0t9b7xyz',
  action: 'global_list.shrink',
  objectId: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2',
  detail: {
    sha256: 'b1ae2d4ae2e2ad2b20a2a1e5a28a8d8b2a5b6e64c1fa4e1a0d7c9e9d3f6b5a41',
    aliasesSha256: null,
    addressesSha256: null,
    commentsSha256: null,
    removedEntries: 5120,
    entries: 8976,
    removedAliases: 9210,
    aliases: 18_004,
    unusableRows: 0,
    usableEntries: 3856,
  },
  status: 'pending',
  askedBy: { kind: 'person', id: 'usr_01kf3vd1mcfj5r2q1k0t9b7xyz' },
  askedAt: '2026-11-21T09:45:00.000Z',
  expiresAt: '2026-11-22T09:45:00.000Z',
  answeredBy: null,
  answeredAt: null,
};

/** The routes for requests of operators. */
export const platformApprovalRoutes = [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/approvals',
    operationId: 'requestPlatformApproval',
    audit: {
      action: 'approval.ask',
      does: 'requested a second person',
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    summary: 'Ask another operator to accept the rejected file of a global list',
    description:
      'The request covers that file alone, and expires after 24 hours. Another operator accepts it with ' +
      '`POST /admin/lists/:id/refresh` and `allowShrink`. A key may ask, but never answer.',
    policy: WRITE,
    body: PlatformApprovalRequest,
    status: 201,
    data: PlatformApproval,
    errors: ['CONFLICT', 'NOT_FOUND'],
    example: {
      body: { action: EXAMPLE.action, objectId: EXAMPLE.objectId },
      data: EXAMPLE,
    },
    creates: { resource: 'platform-approval', ids: (data: PlatformApproval) => [data.id] },
    prepare: ({ services, body }) => prepareRequest(services.envelopes, PLATFORM, body.reason),
    handle: ({ services, body, actor }, tx, prepared) =>
      operators.request(tx, body, actor, services.refusedFile, prepared),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/approvals',
    operationId: 'listPlatformApprovals',
    summary: 'List requests for a second operator, newest first',
    policy: READ,
    query: ApprovalQuery,
    data: PlatformApprovalPage,
    example: { query: { status: 'pending' }, data: examplePage(EXAMPLE) },
    handle: ({ services, query }, db) => operators.list(db, query, services.envelopes),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/approvals/:id',
    operationId: 'getPlatformApproval',
    summary: 'Fetch a request for a second operator',
    policy: READ,
    params,
    data: PlatformApproval,
    example: { data: EXAMPLE },
    handle: ({ services, params: { id } }, db) => operators.get(db, id, services.envelopes),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/approvals/:id/reject',
    operationId: 'rejectPlatformApproval',
    audit: {
      action: 'approval.reject',
      does: 'refused a request',
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    summary: 'Reject a request of an operator, or cancel your own',
    policy: WRITE,
    params,
    bodyRule: 'optional',
    body: RejectApproval,
    data: PlatformApproval,
    errors: ['CONFLICT'],
    example: {
      body: { reason: 'The date of birth differs.' },
      data: { ...EXAMPLE, status: 'rejected' },
    },
    prepare: ({ services, params: { id }, body }) =>
      prepareAnswer(services.envelopes, PLATFORM, id, body?.reason),
    handle: ({ params: { id }, actor }, tx, reason) => operators.refuse(tx, id, actor, reason),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/approvals/:id/reason',
    operationId: 'explainPlatformApproval',
    audit: {
      action: 'approval.explain',
      does: 'gave a reason as the second person',
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    summary: 'Add the reason of the second operator',
    description: 'For the operator who has carried out the request, once.',
    policy: WRITE,
    params,
    body: ExplainApproval,
    data: PlatformApproval,
    errors: ['CONFLICT'],
    example: {
      body: { reason: 'The publisher has announced it.' },
      data: {
        ...EXAMPLE,
        status: 'approved',
        answeredBy: { kind: 'person', id: 'usr_00000000008g2q4k9v1m7c5d3e' },
        answeredAt: '2026-11-21T10:00:00.000Z',
      },
    },
    prepare: ({ services, params: { id }, body }) =>
      prepareExplanation(services.envelopes, PLATFORM, id, body.reason),
    handle: ({ services, params: { id }, actor }, tx, reason) =>
      operators.explainAnswer(tx, id, actor, reason, services.revisionOf),
  }),
];
