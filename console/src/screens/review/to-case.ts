import { api } from '../../data/client.ts';
import type { Hit } from './decision.ts';

/** Cases of a customer that are looked at; there are hardly more. */
const SHOWN = 100;

/** Puts a hit into the open case of its customer, or into a new one. @returns the id of the case */
export async function toCase({ id, subjectId }: Hit): Promise<string> {
  const { items } = await api.cases.list({ subjectId, limit: SHOWN });
  const open = items.find(({ status }) => status !== 'CLOSED');
  if (open) await api.cases.addItems({ id: open.id, body: { ids: [id] } });
  else return (await api.cases.create({ body: { subjectId, itemIds: [id] } })).id;
  return open.id;
}
