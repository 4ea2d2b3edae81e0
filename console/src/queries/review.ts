import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

type Input = Operations['listHits']['input'];
export type Hit = Operations['listHits']['data']['items'][number];

/** The work of today, read by one request. */
export const TODAY = answerOf('today', api.today.get, {});
/** Counts of the work that waits for the person, each at most `MOST_WORK`. */
export const WORK = answerOf('work', api.today.getWork, {});
export const MOST_WORK = 100;
/** The figures of the team. */
export const TEAM = answerOf('team', api.today.getTeam, {});

export type HitFilters = Omit<Input, 'cursor' | 'limit' | 'page'>;

/** Hits, by default newest first. */
export function hitsWith(filters: HitFilters, limit = 100) {
  return listOf('hits', api.continuousScreening.listHits, filters, idOf, { limit });
}

/** The saved views of the queue. */
export const HIT_VIEWS = answerOf('hit views', api.continuousScreening.listHitViews, {});

/** The operator's lists. */
export const GLOBAL_LISTS = answerOf('checked lists', api.screening.listCheckedGlobalLists, {});

/** The first hits of a customer. */
export function hitsOf(subjectId: string) {
  return answerOf('hits', api.continuousScreening.listHits, { subjectId, limit: 100 });
}

export function hitWith(id: string) {
  return answerOf('hit', api.continuousScreening.getHit, { id });
}

/** A customer who is screened continuously. */
export function subjectWith(subjectId: string) {
  return answerOf('subject', api.continuousScreening.getSubject, { subjectId });
}

/** The listed entity of a hit, as it was at the time of the hit. */
export function entityOf({
  entryId: id,
  listRevision: version,
}: Pick<Hit, 'entryId' | 'listRevision'>) {
  return answerOf('entity', api.screening.getListedEntity, { id, version });
}
