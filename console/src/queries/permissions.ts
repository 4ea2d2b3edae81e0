import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

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
export const MODULES = answerOf('permission modules', api.permissions.listModules, { limit: 100 });
