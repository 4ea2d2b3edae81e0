import { PLATFORM } from '../../../platform/audit/action.ts';
import { ORGANIZATION_READ, PLATFORM_READ } from '../../../platform/http/policy.ts';
import { defineRoute } from '../access.ts';
import { AuditReportAnswer, ChainQuery } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const common = {
  tag: 'Audit',
  extension: true,
  data: AuditReportAnswer,
} as const;

/** Checks the hash chain, for an organization and for operators. */
export const chainRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/audit/chain',
    operationId: 'verifyOwnAuditChain',
    summary: 'Check the hash chain over the log of the own organization',
    description:
      'The same as `GET /admin/audit/chain` for operators. It reads the whole log; a process runs one check at a time. A million rows take about 15 seconds.',
    policy: { ...ORGANIZATION_READ, scope: 'audit:read', rateLimit: 'chain' },
    handle: ({ orgId, services }) => services.verifyChain(orgId),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/audit/chain',
    operationId: 'verifyAuditChain',
    summary: 'Check the hash chain over the log of one organization, or of the platform',
    description:
      'Returns the output of `oriki audit verify --org ORG --json`, which can be stored and passed to `--heads` later. It reads the whole log; a process runs one check at a time. A million rows take about 15 seconds. For logs of many millions, use the command, whose statements may take longer.',
    policy: PLATFORM_READ,
    query: ChainQuery,
    errors: ['NOT_FOUND'],
    handle: ({ query, services }) => services.verifyChain(query.organizationId ?? PLATFORM),
  }),
]);
