import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

export type Approval = Operations['listApprovals']['data']['items'][number];

/** The most requests whose hits are marked. */
const MAX_MARKED = 500;

/** Returns the hits that a request is about: the hits of one decision, or the one hit. */
export function hitsOfRequest({ action, objectId, detail }: Approval): string[] {
  if (action !== 'hit.false_positive') return [];
  const { hits } = detail as { hits?: Record<string, number> };
  return hits ? Object.keys(hits) : [objectId];
}

/** The requests that wait for a second person. */
export const PENDING_APPROVALS = listOf(
  'approvals',
  api.approvals.list,
  { status: 'pending' },
  idOf,
);
/** The number of requests that wait for a second person. */
export const PENDING_COUNT = answerOf('approvals', api.approvals.list, {
  status: 'pending',
  limit: 1,
});
/** The newest requests that wait for a second person, by the ids of the hits that they are about. */
export const WAITING_HITS = answerOf(
  'approvals',
  async (_, { signal }) => {
    const found: Record<string, Approval> = {};
    let read = 0;
    for await (const one of api.approvals.list.each(
      { status: 'pending', limit: 100 },
      { signal },
    )) {
      for (const id of hitsOfRequest(one)) found[id] ??= one;
      if ((read += 1) === MAX_MARKED) break;
    }
    return found;
  },
  { of: 'hits' },
);
/** The newest requests about a hit that another person refused, or the first person withdrew. */
export function refusedAbout(objectId: string) {
  return answerOf('approvals', api.approvals.list, { status: 'rejected', objectId, limit: 50 });
}
/** The newest approved requests. */
export const APPROVED = answerOf('approvals', api.approvals.list, {
  status: 'approved',
  limit: 50,
});
export const APPROVAL_SETTINGS = answerOf('approval settings', api.approvals.getSettings, {});
