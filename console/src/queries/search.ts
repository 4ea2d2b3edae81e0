import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

type Job = Operations['listScreeningJobs']['data']['items'][number];

/** Earlier screenings, newest first. */
export function screeningsWith(filters: Pick<Operations['listScreenings']['input'], 'subjectId'>) {
  return listOf('screenings', api.screening.list, filters, ({ screeningId }) => screeningId, {
    limit: 50,
  });
}

/** The newest screenings of a customer. */
export function recentScreenings(subjectId: string) {
  return answerOf('screenings', api.screening.list, { subjectId, limit: 5 });
}

export function screeningWith(id: string) {
  return answerOf('screening', api.screening.get, { id });
}

/** Returns true if the worker has not finished the screening of a file. */
export function isUnfinished({ state }: Job): boolean {
  return state === 'PENDING' || state === 'PROCESSING';
}

export const FILES = listOf('files', api.screening.listJobs, {}, idOf, {
  dueAt: (row) => (isUnfinished(row) ? 0 : undefined),
});
