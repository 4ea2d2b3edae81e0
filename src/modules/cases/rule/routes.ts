import { defineRoute, READ, WRITE } from '../access.ts';
import { CaseSettings, UpdateCaseSettings } from './schemas.ts';
import { getSettings, requireDeciders, updateSettings } from './settings.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Cases', extension: true, path: '/cases/settings' } as const;

/** The routes for the rule that makes cases. */
export const ruleRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    operationId: 'getCaseSettings',
    summary: 'Read the rule that creates cases',
    policy: READ,
    data: CaseSettings,
    handle: ({ orgId }, db) => getSettings(db, orgId),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    operationId: 'updateCaseSettings',
    audit: {
      action: 'case_settings.update',
      does: 'changed the rule that creates cases',
      shows: ['listKinds', 'minScore', 'assignee', 'assigneeRole'],
    },
    summary: 'Change the rule that creates cases',
    description:
      'A hit of an enrolled subject on a list of these kinds, with at least this score, creates a case when it opens. If the ' +
      'rule’s case of the subject is still open, the hit joins it. The rule assigns a new case to `assignee`, or to the ' +
      'members of `assigneeRole` in turn; naming one of the two replaces the other.',
    policy: WRITE,
    body: UpdateCaseSettings,
    data: CaseSettings,
    prepare: ({ orgId, body }, db) => requireDeciders(db, orgId, body),
    handle: ({ orgId, body }, tx) => updateSettings(tx, orgId, body),
  }),
]);
