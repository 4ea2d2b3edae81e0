import { Type } from 'typebox';
import { OPERATE, PLATFORM_READ } from '../../platform/http/policy.ts';
import { idParam } from '../../platform/http/schema.ts';
import { defineRoute } from './access.ts';
import {
  APPROVAL_PREFIX,
  prepareAnswer,
  prepareExplanation,
  prepareRequest,
} from './reasons/reasons.ts';
import { PLATFORM } from '../../platform/audit/action.ts';
import * as operators from './operators.ts';
import {
  ExplainApproval,
  PlatformApproval,
  PlatformApprovalPage,
  PlatformApprovalQuery,
  PlatformApprovalRequest,
  RejectApproval,
} from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../platform/http/route.ts';

const COMMON = { tag: 'Approvals', extension: true } as const;
const params = Type.Object({ id: idParam('platform-approval', APPROVAL_PREFIX) });

/** The routes for requests of operators. */
export const platformApprovalRoutes = withExamples(EXAMPLES, [
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
    policy: OPERATE,
    body: PlatformApprovalRequest,
    status: 201,
    data: PlatformApproval,
    errors: ['CONFLICT', 'NOT_FOUND'],
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
    policy: PLATFORM_READ,
    query: PlatformApprovalQuery,
    data: PlatformApprovalPage,
    handle: ({ services, query }, db) => operators.list(db, query, services.envelopes),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/approvals/:id',
    operationId: 'getPlatformApproval',
    summary: 'Fetch a request for a second operator',
    policy: PLATFORM_READ,
    params,
    data: PlatformApproval,
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
    policy: OPERATE,
    params,
    bodyRule: 'optional',
    body: RejectApproval,
    data: PlatformApproval,
    errors: ['CONFLICT'],
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
    policy: OPERATE,
    params,
    body: ExplainApproval,
    data: PlatformApproval,
    errors: ['CONFLICT'],
    prepare: ({ services, params: { id }, body }) =>
      prepareExplanation(services.envelopes, PLATFORM, id, body.reason),
    handle: ({ services, params: { id }, actor }, tx, reason) =>
      operators.explainAnswer(tx, id, actor, reason, services.revisionOf),
  }),
]);
