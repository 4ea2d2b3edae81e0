import { ORGANIZATION_READ } from '../../platform/http/policy.ts';
import { Type } from 'typebox';
import { idParam } from '../../platform/http/schema.ts';
import { defineRoute, type Policy } from './access.ts';
import {
  APPROVAL_PREFIX,
  prepareAnswer,
  prepareExplanation,
  prepareRequest,
} from './reasons/reasons.ts';
import { assertCode } from './reason-codes/rules.ts';
import * as approvals from './approvals.ts';
import { getSettings, updateSettings } from './settings.ts';
import {
  Approval,
  ApprovalPage,
  ApprovalQuery,
  ApprovalSettings,
  ApprovalRequest,
  ExplainApproval,
  RejectApproval,
  UpdateSettings,
} from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../platform/http/route.ts';

const READ: Policy = { ...ORGANIZATION_READ, scope: 'approvals:request', rateLimit: 'approvals' };
const WRITE: Policy = { ...READ, idempotency: true };
const COMMON = { tag: 'Approvals', extension: true } as const;
const params = Type.Object({ id: idParam('approval', APPROVAL_PREFIX) });

/** The routes for requests and for the actions that need a second person. */
export const approvalRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/approvals/settings',
    operationId: 'getApprovalSettings',
    summary: 'Read which actions need two people',
    policy: READ,
    data: ApprovalSettings,
    handle: ({ orgId }, db) => getSettings(db, orgId),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/approvals/settings',
    operationId: 'updateApprovalSettings',
    audit: {
      action: 'approval_settings.update',
      does: 'changed what requires a second person',
      shows: ['actions', 'expiresHours'],
    },
    summary: 'Change which actions need two people',
    description:
      'Removing a requirement needs two people: one asks for `approval_settings.lower` with the actions that ' +
      'are left.',
    policy: { ...WRITE, scope: 'approvals:manage', stepUp: true },
    body: UpdateSettings,
    data: ApprovalSettings,
    errors: ['APPROVAL_REQUIRED'],
    handle: ({ orgId, body, actor }, tx) => updateSettings(tx, orgId, body, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/approvals',
    operationId: 'requestApproval',
    audit: {
      action: 'approval.ask',
      does: 'requested a second person',
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    summary: 'Ask for a second person',
    description:
      'Another person then carries out the action with its own operation, which answers the request. A key may ask, but never ' +
      'answer. A repeat of an open request returns the open one, also with 201. A request expires when its object ' +
      'changes, when another request about the object is answered, and when its asker leaves.',
    policy: WRITE,
    body: ApprovalRequest,
    status: 201,
    data: Approval,
    errors: ['CONFLICT', 'NOT_FOUND'],
    creates: { resource: 'approval', ids: (data: Approval) => [data.id] },
    async prepare({ services, orgId, body }, db) {
      const { action, reason, reasonCode = null } = body;
      const textFrom = await assertCode(db, orgId, body, action === 'hit.false_positive');
      return {
        ...(await prepareRequest(services.envelopes, orgId, reason)),
        reasonCode,
        textFrom,
      };
    },
    handle: ({ services, orgId, body, actor }, tx, prepared) =>
      approvals.requestApproval(tx, orgId, body, actor, services, prepared),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/approvals',
    operationId: 'listApprovals',
    summary: 'List requests for a second person, newest first',
    policy: READ,
    query: ApprovalQuery,
    appended: ['objectId'],
    data: ApprovalPage,
    handle: ({ services, orgId, query }, db) =>
      approvals.listApprovals(db, orgId, query, services.envelopes),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/approvals/:id',
    operationId: 'getApproval',
    summary: 'Fetch a request for a second person',
    policy: READ,
    params,
    data: Approval,
    handle: ({ services, orgId, params: { id } }, db) =>
      approvals.getApproval(db, orgId, id, services.envelopes),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/approvals/:id/reject',
    operationId: 'rejectApproval',
    audit: {
      action: 'approval.reject',
      does: 'refused a request',
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    summary: 'Reject a request, or cancel your own',
    policy: WRITE,
    params,
    bodyRule: 'optional',
    body: RejectApproval,
    data: Approval,
    errors: ['CONFLICT'],
    prepare: ({ services, orgId, params: { id }, body }) =>
      prepareAnswer(services.envelopes, orgId, id, body?.reason),
    handle: ({ orgId, params: { id }, actor }, tx, reason) =>
      approvals.reject<Approval>(tx, orgId, id, actor, reason),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/approvals/:id/reason',
    operationId: 'explainApproval',
    audit: {
      action: 'approval.explain',
      does: 'gave a reason as the second person',
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    summary: 'Add the reason of the second person',
    description:
      'For the person who has carried out the request, once. The reason for a decision on a hit belongs to the decision: 409.',
    policy: WRITE,
    params,
    body: ExplainApproval,
    data: Approval,
    errors: ['CONFLICT'],
    prepare: ({ services, orgId, params: { id }, body }) =>
      prepareExplanation(services.envelopes, orgId, id, body.reason),
    handle: ({ services, orgId, params: { id }, actor }, tx, reason) =>
      approvals.explain<Approval>(tx, orgId, id, actor, reason, services.revisionOf),
  }),
]);
