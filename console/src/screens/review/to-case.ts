import { api } from '../../data/client.ts';
import type { Hit } from '../../queries/review.ts';

/** The maximum number of cases of a customer that are read; there are hardly more. */
const MAX_CASES = 100;

/** Adds a hit to the open case of its customer, or to a new case. @returns the id of the case */
export async function toCase({ id, subjectId }: Hit): Promise<string> {
  const { items } = await api.cases.list({ subjectId, limit: MAX_CASES });
  const open = items.find(({ status }) => status !== 'CLOSED');
  if (open) await api.cases.addItems({ id: open.id, body: { ids: [id] } });
  else return (await api.cases.create({ body: { subjectId, itemIds: [id] } })).id;
  return open.id;
}
