import { examplePage } from '../../platform/http/schema.ts';
import type { ReportUsage, Usage, UsageRecord } from './schemas.ts';

const REPORT: ReportUsage = {
  service: 'email',
  metric: 'messages',
  quantity: '120',
  at: '2026-11-20T18:00:00Z',
  id: 'email-2026-11-20-18',
};
const EXAMPLE: UsageRecord = {
  id: 'email-2026-11-20-18',
  service: 'email',
  metric: 'messages',
  quantity: '120',
  at: '2026-11-20T18:00:00.000Z',
  recordedAt: '2026-11-21T09:40:00.000Z',
};
const SUM: Usage = { day: '2026-11-20', service: 'email', metric: 'messages', quantity: '120' };

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  reportUsage: { body: REPORT, data: EXAMPLE },
  reportUsageBatch: { body: { items: [REPORT] }, data: { items: [EXAMPLE] } },
  listUsage: {
    query: { from: '2026-11-01', to: '2026-12-01', service: 'email', cost: true },
    data: {
      ...examplePage(SUM),
      runningMonth: {
        month: '2026-11',
        timeZone: 'Africa/Lagos',
        startsAt: '2026-10-31T23:00:00.000Z',
        endsAt: '2026-11-30T23:00:00.000Z',
      },
      cost: {
        month: '2026-11',
        currency: 'EUR',
        total: 60,
        lines: [{ service: 'email', metric: 'messages', quantity: '120', amount: 60 }],
        unpriced: [],
      },
    },
  },
};
