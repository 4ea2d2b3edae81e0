import { Type } from 'typebox';
import { idParam, examplePage } from '../../platform/http/schema.ts';
import { defineRoute, type Policy } from './access.ts';
import {
  APPROVAL_PREFIX,
  prepareAnswer,
  prepareExplanation,
  prepareRequest,
} from './reasons/reasons.ts';
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

const READ: Policy = {
  scope: 'approvals:request',
  context: 'organization',
  rateLimit: 'approvals',
  idempotency: false,
};
const WRITE: Policy = { ...READ, idempotency: true };
const COMMON = { tag: 'Approvals', extension: true, status: 200 } as const;
const params = Type.Object({ id: idParam('approval', APPROVAL_PREFIX) });
const SETTINGS: ApprovalSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  actions: ['hit.false_positive'],
  expiresHours: 24,
};
const example: Approval = {
  id: 'approval_01kf3vd1mcfj5r2q1k0t9b7xyz',
  action: 'hit.false_positive',
  objectId: 'hit_01kf3vd1mcfj5r2q1k0t9b7xyz',
  detail: {},
  status: 'pending',
  askedBy: { kind: 'person', id: 'usr_01kf3vd1mcfj5r2q1k0t9b7xyz' },
  askedAt: '2026-11-21T09:45:00.000Z',
  expiresAt: '2026-11-22T09:45:00.000Z',
  answeredBy: null,
  answeredAt: null,
};

/** The routes for requests and for the actions that need a second person. */
export const approvalRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/approvals/settings',
    operationId: 'getApprovalSettings',
    summary: 'Read which actions need two people',
    policy: READ,
    data: ApprovalSettings,
    example: { data: SETTINGS },
    handle: ({ orgId }, db) => getSettings(db, orgId),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/approvals/settings',
    operationId: 'updateApprovalSettings',
    audit: { action: 'approval_settings.update', shows: ['actions', 'expiresHours'] },
    summary: 'Change which actions need two people',
    description:
      'Removing a requirement needs two people: one asks for `approval_settings.lower` with the actions that ' +
      'are left.',
    policy: { ...WRITE, scope: 'approvals:manage', stepUp: true },
    body: UpdateSettings,
    data: ApprovalSettings,
    errors: ['APPROVAL_REQUIRED'],
    example: { body: { expiresHours: 24 }, data: SETTINGS },
    handle: ({ orgId, body, actor }, tx) => updateSettings(tx, orgId, body, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/approvals',
    operationId: 'requestApproval',
    audit: { action: 'approval.ask', shows: ['action', 'objectId', 'reasonCode', 'reasonHash'] },
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
    example: { body: { action: 'hit.false_positive', objectId: example.objectId }, data: example },
    creates: { resource: 'approval', ids: (data: Approval) => [data.id] },
    prepare: ({ services, orgId, body }) => prepareRequest(services.envelopes, orgId, body.reason),
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
    data: ApprovalPage,
    example: {
      query: { status: 'pending' },
      data: examplePage(example),
    },
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
    example: { data: example },
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
      shows: ['action', 'objectId', 'reasonCode', 'reasonHash'],
    },
    summary: 'Reject a request, or cancel your own',
    policy: WRITE,
    params,
    bodyRule: 'optional',
    body: RejectApproval,
    data: Approval,
    errors: ['CONFLICT'],
    example: {
      body: { reason: 'The date of birth differs.' },
      data: { ...example, status: 'rejected' },
    },
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
    example: {
      body: { reason: 'The customer confirmed it by telephone.' },
      data: {
        ...example,
        action: 'list.remove_entries',
        objectId: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
        status: 'approved',
        answeredBy: { kind: 'person', id: 'usr_00000000008g2q4k9v1m7c5d3e' },
        answeredAt: '2026-11-21T10:00:00.000Z',
      },
    },
    prepare: ({ services, orgId, params: { id }, body }) =>
      prepareExplanation(services.envelopes, orgId, id, body.reason),
    handle: ({ services, orgId, params: { id }, actor }, tx, reason) =>
      approvals.explain<Approval>(tx, orgId, id, actor, reason, services.revisionOf),
  }),
];
