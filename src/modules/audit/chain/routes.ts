import { PLATFORM } from '../../../platform/audit/action.ts';
import { PLATFORM_SCOPE } from '../../../platform/http/policy.ts';
import { defineRoute } from '../access.ts';
import { AuditReportAnswer, ChainQuery } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';

/** Checks the hash chain, for operators. */
export const chainRoutes = [
  defineRoute({
    tag: 'Audit',
    extension: true,
    status: 200,
    method: 'GET',
    path: '/admin/audit/chain',
    operationId: 'verifyAuditChain',
    summary: 'Check the hash chain over the log of one organization, or of the platform',
    description:
      'Returns the output of `oriki audit verify --org ORG --json`, which can be stored and passed to `--heads` later. It reads the whole log; a process runs one check at a time. A million rows take about 15 seconds. For logs of many millions, use the command, whose statements may take longer.',
    policy: {
      scope: PLATFORM_SCOPE,
      context: 'platform',
      rateLimit: 'none',
      idempotency: false,
    },
    query: ChainQuery,
    errors: ['NOT_FOUND'],
    data: AuditReportAnswer,
    example: EXAMPLES.verifyAuditChain,
    handle: ({ query, services }) => services.verifyChain(query.organizationId ?? PLATFORM),
  }),
];
