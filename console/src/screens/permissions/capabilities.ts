import { useQuery } from '@tanstack/react-query';
import { MODULES } from '../../queries/permissions.ts';

/** The capabilities of the first modules, as suggestions. */
export function useCapabilities(): string[] {
  const { data } = useQuery(MODULES);
  const modules = data?.items ?? [];
  return modules.flatMap(({ prefix, code, actions }) =>
    [...actions, '*'].map((action) => [prefix, code, action].filter(Boolean).join(':')),
  );
}

/** Returns the lines of a text without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
