import { defineRoute, QUERY } from '../access.ts';
import { assertAssumable, assumptionProblems } from './assume.ts';
import { BatchAnswer, BatchRequest, CheckAnswer, CheckRequest, MAX_EXPLAINED } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Permissions', extension: true, policy: QUERY } as const;

export const checkRoutes = withExamples(EXAMPLES, [
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
    handleQuery: ({ services: { permissions }, orgId, body }) => permissions.checkAll(orgId, body),
  }),
]);
