import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { Key } from '../queries/keys.ts';

/** A change, and the state of its request. */
export type Changing<Data, Input = void> = UseMutationResult<Data, Error, Input>;

/**
 * Sends a change: every operation that is not a query goes through this hook. A change that cannot be undone goes through
 * `Confirm`.
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
    // Some answers contain a secret, which no cache keeps.
    gcTime: 0,
    onSuccess: (data) => onSuccess?.(data),
    onSettled: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
