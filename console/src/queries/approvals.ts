import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf, type Place } from './define.ts';
import { useQuery } from '@tanstack/react-query';
import { mayRead, useMe } from '../data/me.ts';

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
/** The number of requests that wait for a second person, and the newest ones by the ids of the hits that they are about. */
const WAITING = answerOf(
  'waiting requests',
  async (_, options) => {
    const byHit: Record<string, Approval> = {};
    let read = 0;
    let place: Place = {};
    for (;;) {
      const { items, nextCursor, ...count } = await api.approvals.list(
        { status: 'pending', limit: 100, ...place },
        options,
      );
      for (const one of items) for (const id of hitsOfRequest(one)) byHit[id] ??= one;
      read += items.length;
      if (nextCursor === null || read >= MAX_MARKED) return { byHit, ...count };
      place = { cursor: nextCursor };
    }
  },
  {},
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

/** The requests that wait for a second person, if the person may see them. */
export function useWaitingRequests() {
  const { data: me } = useMe();
  return useQuery({ ...WAITING, enabled: me !== undefined && mayRead(me, 'approvals:request') });
}

/** The codes of reasons, with the revision of their list. */
export type Reasons = Operations['getReasons']['data'] & { etag: string | undefined };
export const REASONS = answerOf(
  'reasons',
  async (input, options): Promise<Reasons> => {
    const { data, etag } = await api.approvals.getReasons(input, options).withResponse();
    return { ...data, etag };
  },
  {},
);
