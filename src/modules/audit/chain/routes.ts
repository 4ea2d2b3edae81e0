import { PLATFORM } from '../../../platform/audit/action.ts';
import { PLATFORM_SCOPE } from '../../../platform/http/policy.ts';
import { defineRoute } from '../access.ts';
import { AuditReportAnswer, ChainQuery } from './schemas.ts';

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
    example: {
      query: { organizationId: 'platform' },
      data: {
        ok: true,
        checkedAt: '2026-11-21T09:45:00.000Z',
        organizations: {
          platform: {
            rows: 12,
            links: 3,
            pending: 1,
            head: {
              seq: 3,
              hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            },
            problems: {},
          },
        },
        withoutRows: [],
      },
    },
    handle: ({ query, services }) => services.verifyChain(query.organizationId ?? PLATFORM),
  }),
];
