import { api } from '../../data/client.ts';

/** The maximum number of cases of a customer that are read; there are hardly more. */
const MAX_CASES = 100;

export type CaseOfHits = { id: string; subjectId: string };

/** Adds hits to the open case of their customer, or to a new case. */
export async function toCase(subjectId: string, ids: string[]): Promise<CaseOfHits> {
  const { items } = await api.cases.list({ subjectId, limit: MAX_CASES });
  const open = items.find(({ status }) => status !== 'CLOSED');
  if (!open) return api.cases.create({ body: { subjectId, itemIds: ids } });
  return api.cases.addItems({ id: open.id, body: { ids } });
}
