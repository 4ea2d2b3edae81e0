import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';
import { useQuery } from '@tanstack/react-query';

const PART = { limit: 50 };

export const ROLES = listOf('permission roles', api.permissions.listRoles, {}, idOf, PART);
export const ASSIGNMENTS = listOf(
  'permission assignments',
  api.permissions.listAssignments,
  {},
  idOf,
  PART,
);
export const POLICIES = listOf('permission policies', api.permissions.listPolicies, {}, idOf, PART);
/** The first modules, whose capabilities forms suggest. */
const MODULES = answerOf('permission modules', api.permissions.listModules, { limit: 100 });

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
