import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, listOf } from './define.ts';

type Erasure = Operations['getSubjectErasure']['data'];
/** An erasure takes about a second. */
const RUNNING_MS = 500;

export type Customer = Operations['getSubject']['data'];
export type CustomerFilters = Pick<Operations['listSubjects']['input'], 'country' | 'hasOpenHits'>;

function keyOf({ subjectId }: Customer): string {
  return subjectId;
}

/** Returns the first customers with the words of a text, which is in the body of a request and in no address. */
async function find(
  body: { text: string } & CustomerFilters & { limit: number },
  options: { signal: AbortSignal },
) {
  const found = await api.continuousScreening.searchSubjects({ body }, options);
  return { ...found, nextCursor: null };
}

/** Enrolled customers by id: all, or customers with the words of a text. */
export function customersWith(text: string, filters: CustomerFilters) {
  const more = { keepsRows: true };
  if (text !== '') return listOf('subjects', find, { text, ...filters }, keyOf, more);
  return listOf('subjects', api.continuousScreening.listSubjects, filters, keyOf, more);
}

/** The maximum number of customers among which an exact id is looked for. The search sorts them by id. */
const MAX_FOUND = 100;

/** Returns true if a text is the id of an enrolled customer. */
export async function isCustomer(text: string): Promise<boolean> {
  const body = { text, limit: MAX_FOUND };
  const { items } = await api.continuousScreening.searchSubjects({ body });
  return items.some(({ subjectId }) => subjectId === text);
}

/** Reads an erasure, again while it runs. */
export function erasureOf(subjectId: string, id: string) {
  return {
    ...answerOf('erasure', api.subjects.getErasure, { subjectId, id }),
    refetchInterval: ({ state }: { state: { data: Erasure | undefined } }): number | false =>
      state.data?.status === 'done' ? false : RUNNING_MS,
  };
}

/** Reads the stored data about a subject, in the areas that the person may read. */
export function subjectDataOf(subjectId: string) {
  return answerOf('subject data', api.subjects.getData, { subjectId, limit: 100 });
}
