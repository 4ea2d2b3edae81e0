import { defineRoute, QUERY } from '../access.ts';
import { assertAssumable, assumptionProblems } from './assume.ts';
import { BatchAnswer, BatchRequest, CheckAnswer, CheckRequest, MAX_EXPLAINED } from './schemas.ts';

const COMMON = { tag: 'Permissions', extension: true, policy: QUERY, status: 200 } as const;

const QUESTION = {
  subject: 'user:17',
  capability: 'INVOICES:APPROVE',
  resource: 'invoices/2026/42',
};

export const checkRoutes = [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/permissions/check',
    operationId: 'checkPermission',
    summary: 'Check whether a subject may do something',
    description:
      'Denied unless a role or a policy allows it and no policy denies it. On every process, a check sees all changes that were answered ' +
      'before it. With `assume`, the answer is as if the changes had been made.',
    body: CheckRequest,
    check: ({ body: { assume } }) => (assume ? assumptionProblems(assume) : []),
    data: CheckAnswer,
    errors: [
      'CAPABILITY_INVALID',
      'CONFLICT',
      'ROLE_NOT_FOUND',
      'NOT_FOUND',
      'FORBIDDEN',
      'POLICY_CONFLICT',
      'RELATIONSHIP_CYCLE',
    ],
    example: {
      body: { ...QUESTION, explain: true },
      data: {
        allowed: true,
        reason: 'role_grants',
        revision: 12,
        explanation: {
          actingAs: ['user:17', 'group:finance'],
          rules: [
            {
              effect: 'allow',
              policyId: null,
              roleId: 'role_01kf3x1b3d5f7h9k1m3p5r7t9v',
              capability: 'INVOICES:APPROVE',
              resource: null,
              relation: null,
              path: ['user:17', 'group:finance', 'role_01kf3x1b3d5f7h9k1m3p5r7t9v'],
            },
          ],
          truncated: false,
        },
      },
    },
    handleQuery: async ({ services: { permissions }, orgId, body }, db) => {
      if (body.assume) await assertAssumable(db, orgId, body.assume);
      return permissions.check(orgId, body);
    },
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/permissions/check/batch',
    operationId: 'checkPermissions',
    summary: 'Run up to 1,000 checks in one request',
    description:
      'All answers are from one revision, in the order of the checks. With `explain`, at most 100.',
    body: BatchRequest,
    check: ({ body: { checks, explain } }) =>
      explain === true && checks.length > MAX_EXPLAINED
        ? [{ path: 'checks', message: `must have at most ${MAX_EXPLAINED} items with explain` }]
        : [],
    data: BatchAnswer,
    errors: ['CAPABILITY_INVALID', 'CONFLICT'],
    example: {
      body: { checks: [QUESTION] },
      data: { revision: 12, results: [{ allowed: true, reason: 'role_grants' }] },
    },
    handleQuery: ({ services: { permissions }, orgId, body }) => permissions.checkAll(orgId, body),
  }),
];
