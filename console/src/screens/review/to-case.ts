import { api } from '../../data/client.ts';

/** The maximum number of cases of a customer that are read; a customer rarely has more. */
const MAX_CASES = 100;

export type CaseOfHits = { id: string; subjectId: string };

/** Adds hits to the open case of their customer. @returns undefined if the customer has none */
export async function toOpenCase(
  subjectId: string,
  ids: string[],
): Promise<CaseOfHits | undefined> {
  const { items } = await api.cases.list({ subjectId, limit: MAX_CASES });
  const open = items.find(({ status }) => status !== 'CLOSED');
  return open && api.cases.addItems({ id: open.id, body: { ids } });
}

/** Adds hits to the open case of their customer, or to a new case. */
export async function toCase(subjectId: string, ids: string[]): Promise<CaseOfHits> {
  const added = await toOpenCase(subjectId, ids);
  return added ?? api.cases.create({ body: { subjectId, itemIds: ids } });
}
