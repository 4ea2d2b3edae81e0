import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

type Export = Operations['listExports']['data']['items'][number];

export const INVOICES = listOf('invoices', api.invoices.list, {}, idOf);

export function invoiceWith(id: string) {
  return answerOf('invoice', api.invoices.get, { id });
}

export const USAGE = listOf(
  'usage',
  api.usage.list,
  {},
  ({ day, service, metric }) => `${day} ${service} ${metric}`,
);
/** The cost of the current month. */
export const MONTH_COST = answerOf('usage', api.usage.list, { limit: 1, cost: true });

/** Returns true if the worker has not finished an export. */
export function isUnfinished({ status }: Export): boolean {
  return status === 'PENDING' || status === 'PROCESSING';
}

export const EXPORTS = listOf('exports', api.exports.list, {}, idOf, {
  dueAt: (row) => (isUnfinished(row) ? 0 : undefined),
});
