import { defineRoute, type Policy } from './access.ts';

import {
  ReportUsage,
  ReportUsageBatch,
  UsagePage,
  UsageQuery,
  UsageRecord,
  UsageRecords,
} from './schemas.ts';
import { listUsage, recordUsage, usageProblems } from './usage.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../platform/http/route.ts';

const COMMON = { tag: 'Usage', extension: true } as const;
const WRITE: Policy = {
  scope: 'usage:write',
  context: 'organization',
  rateLimit: 'usage',
  idempotency: true,
};

export const usageRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/usage',
    operationId: 'reportUsage',
    audit: { action: 'usage.report', does: 'reported usage', shows: ['service', 'metric'] },
    summary: 'Report usage of another service',
    description:
      'Counts each `id` once: a repeated report gets the same answer, and another report with a used `id` ' +
      'is rejected with 409. Reports may be late and in any order.',
    policy: WRITE,
    body: ReportUsage,
    check: ({ body }) => usageProblems(body),
    status: 201,
    data: UsageRecord,
    errors: ['CONFLICT'],
    handle: async ({ principal, body }, tx) =>
      (await recordUsage(tx, principal.organization!, [body], () => 'id'))[0]!,
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/usage/batch',
    operationId: 'reportUsageBatch',
    audit: { action: 'usage.report_batch', does: 'reported usage in a batch' },
    summary: 'Report up to 1,000 uses in one request',
    description: 'Each as with `POST /usage`; all of them are recorded, or none.',
    policy: WRITE,
    body: ReportUsageBatch,
    check: ({ body }) => body.items.flatMap((item, i) => usageProblems(item, `items[${i}].`)),
    status: 201,
    data: UsageRecords,
    errors: ['CONFLICT'],
    handle: async ({ principal, body }, tx) => ({
      items: await recordUsage(tx, principal.organization!, body.items, (i) => `items[${i}].id`),
    }),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/usage',
    operationId: 'listUsage',
    summary: 'List usage by day, service and metric, newest day first',
    description:
      'Usage of the product itself and reported usage, as of this moment. Days are those of the ' +
      "organization's time zone of billing, which `runningMonth` names; the range is half-open: `from` is included, `to` " +
      'is not.',
    policy: { ...WRITE, scope: 'usage:read', idempotency: false },
    query: UsageQuery,
    appended: ['cursor', 'cost'],
    data: UsagePage,
    handle: async ({ services, principal: { organization }, query }, db) => {
      const page = await listUsage(db, organization!, query);
      return query.cost ? { ...page, cost: await services.monthCost(db, organization!) } : page;
    },
  }),
]);
