import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/client.ts';

/** The most modules whose capabilities are suggested. */
const MAX_MODULES = 100;

/** Capabilities that can be written, of the first modules. */
export function useCapabilities(): string[] {
  const { data } = useQuery({
    queryKey: ['permission modules'],
    queryFn: ({ signal }) => api.permissions.listModules({ limit: MAX_MODULES }, { signal }),
  });
  const modules = data?.items ?? [];
  return modules.flatMap(({ prefix, code, actions }) =>
    [...actions, '*'].map((action) => [prefix, code, action].filter(Boolean).join(':')),
  );
}

/** The lines that say something. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
