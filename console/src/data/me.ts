import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ME, type Me } from '../queries/session.ts';

/** The person who is signed in. */
export function useMe(): UseQueryResult<Me> {
  return useQuery(ME);
}

/** Returns true if a person may read the data that a scope protects. */
export function mayRead({ scopes, readScopes }: Me, scope: string): boolean {
  return scopes.includes(scope) || readScopes.includes(scope);
}

/** Returns true if a person may change the data that a scope protects. */
export function mayChange({ scopes }: Me, scope: string): boolean {
  return scopes.includes(scope);
}

/**
 * Returns true if a person may do the daily work of operators, which is a part of the work that their admins may do.
 */
export function mayOperate(me: Me | undefined): boolean {
  return (
    me !== undefined && ['platform:admin', 'platform:operate'].some((scope) => mayChange(me, scope))
  );
}

/** Returns true if the person may change the data that a scope protects; false until the person is known. */
export function useMayChange(scope: string): boolean {
  const { data } = useMe();
  return data !== undefined && mayChange(data, scope);
}
