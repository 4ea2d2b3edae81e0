import { defineRoute, READ, WRITE } from '../access.ts';
import { CaseSettings, UpdateCaseSettings } from './schemas.ts';
import { getSettings, updateSettings } from './settings.ts';

const COMMON = { tag: 'Cases', extension: true, status: 200, path: '/cases/settings' } as const;
const EXAMPLE: CaseSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  listKinds: ['sanctions', 'tenant_blocklist'],
  minScore: 90,
};

/** The routes for the rule that makes cases. */
export const ruleRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    operationId: 'getCaseSettings',
    summary: 'Read the rule by which cases are made',
    policy: READ,
    data: CaseSettings,
    example: { data: EXAMPLE },
    handle: ({ orgId }, db) => getSettings(db, orgId),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    operationId: 'updateCaseSettings',
    audit: { action: 'case_settings.update', shows: ['listKinds', 'minScore'] },
    summary: 'Change the rule by which cases are made',
    description:
      'A hit of an enrolled subject on a list of these kinds, with this score or more, makes a case when it opens, or joins ' +
      'the one that the rule has made of the subject and nobody has closed.',
    policy: WRITE,
    body: UpdateCaseSettings,
    data: CaseSettings,
    example: { body: { listKinds: EXAMPLE.listKinds, minScore: EXAMPLE.minScore }, data: EXAMPLE },
    handle: ({ orgId, body }, tx) => updateSettings(tx, orgId, body),
  }),
];
