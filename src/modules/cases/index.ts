import type { Module } from '../module.ts';
import { access, type CaseServices } from './access.ts';
import { events } from './events.ts';
import { decideRoutes } from './decide/routes.ts';
import { jobs } from './jobs.ts';
import { fileRoutes } from './files/routes.ts';
import { itemRoutes } from './items/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { ruleRoutes } from './rule/routes.ts';
import { caseRoutes } from './routes.ts';
import { signedRoutes } from './signed/routes.ts';
import { casesExport } from './export/store.ts';
import { tables } from './tables.ts';
import { subjectData } from './export/subject-data.ts';

export { heldCases } from './items/held.ts';
export { followers } from './rule/open-cases.ts';
export { countOverdue, countWork } from './store.ts';

/** Cases: members investigate a subject, with all items that belong to it, until they decide. */
export const casesModule = {
  ...access,
  tags: {
    Cases:
      'Cases of people about a subject: its hits and all other evidence, who works on it, and how it ended.',
  },
  routes: [
    ...ruleRoutes,
    ...caseRoutes,
    ...itemRoutes,
    ...noteRoutes,
    ...fileRoutes,
    ...decideRoutes,
    ...signedRoutes,
  ],
  events,
  jobs,
  tables,
  subjectData,
  exports: { cases: { title: 'Cases', source: casesExport } },
  liveKinds: { case: 'cases:manage' },
  screens: {
    '/cases': {
      file: 'cases/cases',
      component: 'Cases',
      navigation: { title: 'Cases', scope: 'cases:manage', place: 30 },
    },
    '/cases/$id': {
      file: 'cases/case',
      component: 'CaseScreen',
    },
    '/cases/$id/file': {
      file: 'cases/case-file',
      component: 'CaseFileScreen',
    },
  },
} satisfies Module<CaseServices>;
