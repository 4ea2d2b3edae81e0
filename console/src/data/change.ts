import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { Key } from '../queries/keys.ts';
import { useNavigate, type UseNavigateResult } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { OrikiError } from '../../../clients/typescript/src/index.ts';

/** A change, and the state of its request. */
export type Changing<Data, Input = void> = UseMutationResult<Data, Error, Input>;

/**
 * Sends a change. Every operation that is not a query uses this hook. A change that cannot be undone uses `Confirm`.
 * @param stale keys of the queries that are read again afterwards
 */
export function useChange<Data, Input = void>(
  change: (input: Input) => Promise<Data>,
  stale: readonly Key[],
  onSuccess?: (data: Data) => void,
): Changing<Data, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Some answers contain a secret, which no cache may store.
    gcTime: 0,
    onSuccess: (data) => onSuccess?.(data),
    onSettled: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Returns a function that opens another screen, unless the person has closed the form that uses it. */
export function useGoOn(): UseNavigateResult<string> {
  const navigate = useNavigate();
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return async (options) => {
    if (isThere.current) await navigate(options);
  };
}

/** Returns true if the service rejected a change because it requires a second person. */
export function needsSecondPerson(error: unknown): boolean {
  return error instanceof OrikiError && error.code === 'APPROVAL_REQUIRED';
}

/** Makes a change; requests a second person for it if the service requires one. @throws any other error */
export async function changeOrAsk<Done>(
  change: () => Promise<Done>,
  ask: () => Promise<unknown>,
): Promise<Done | 'asked'> {
  try {
    return await change();
  } catch (error) {
    if (!needsSecondPerson(error)) throw error;
    await ask();
    return 'asked';
  }
}
