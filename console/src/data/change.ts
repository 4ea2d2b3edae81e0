import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

/** One operation that changes something. @param stale keys of what is read anew then */
export function useChange<Data, Input = void>(
  change: (input: Input) => Promise<Data>,
  stale: readonly string[][],
  onSuccess?: (data: Data) => void,
): UseMutationResult<Data, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Some answers hold a secret, which nothing keeps.
    gcTime: 0,
    onSuccess: (data) => onSuccess?.(data),
    onSettled: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
