import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from './client.ts';

export type Me = Operations['getMe']['data'];

/** Who is signed in: every page asks it first. */
export const ME = queryOptions({
  queryKey: ['me'],
  queryFn: () => api.people.getMe(),
  staleTime: 60_000,
});

/** The person who is signed in. */
export function useMe(): UseQueryResult<Me> {
  return useQuery(ME);
}

/** Tells whether a person may read what a scope protects. */
export function mayRead({ scopes, readScopes }: Me, scope: string): boolean {
  return scopes.includes(scope) || readScopes.includes(scope);
}

/** Tells whether a person may change what a scope protects. */
export function mayChange({ scopes }: Me, scope: string): boolean {
  return scopes.includes(scope);
}

/** Tells whether a person may do the daily work of operators, which is a part of what their admins may do. */
export function mayOperate(me: Me | undefined): boolean {
  return (
    me !== undefined && ['platform:admin', 'platform:operate'].some((scope) => mayChange(me, scope))
  );
}
