import { useQuery } from '@tanstack/react-query';
import { mayRead } from '../../data/me.ts';
import { useWaitingRequests } from '../../queries/approvals.ts';
import { someCases } from '../../queries/cases.ts';
import {
  entityOf,
  GLOBAL_LISTS,
  hitsOf,
  hitWith,
  subjectWith,
  type Hit,
} from '../../queries/review.ts';
import { recentScreenings } from '../../queries/search.ts';
import type { Me } from '../../queries/session.ts';

/** Returns true once everything about a hit has been read, or could not be read. */
export function useIsRead(
  hit: Pick<Hit, 'id' | 'subjectId' | 'entryId' | 'listRevision'>,
  me: Me,
): boolean {
  const read = [
    useQuery(subjectWith(hit.subjectId)).isPending,
    useQuery(entityOf(hit)).isPending,
    useQuery(hitWith(hit.id)).isPending,
    useQuery(hitsOf(hit.subjectId)).isPending,
    useQuery(GLOBAL_LISTS).isPending,
    useQuery(recentScreenings(hit.subjectId)).isPending,
    useQuery({ ...someCases({ itemId: hit.id }), enabled: mayRead(me, 'cases:manage') }).isLoading,
    useWaitingRequests().isLoading,
  ];
  return !read.includes(true);
}
