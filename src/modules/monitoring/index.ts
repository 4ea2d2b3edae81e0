import { access } from '../lists/index.ts';
import type { Module, ModuleTables } from '../module.ts';
import type { MonitoringServices } from './access.ts';
import { events } from './events.ts';
import { decisionsExport } from './export/decisions.ts';
import { hitsExport } from './export/store.ts';
import { hitRoutes } from './hits/routes.ts';
import { jobs } from './jobs.ts';
import { subjectRoutes } from './subjects/routes.ts';
import { APPEND } from '../../platform/db/tables.ts';
import { rewrapDecisions } from './hits/reasons.ts';

/** The module's tables. */
const tables = {
  screening_cursors: {},
  // The reason is deleted with its subject, and a new key re-encrypts it.
  screening_decisions: {
    service: [...APPEND, 'UPDATE(envelope)', 'UPDATE(reason)'],
    sealed: { envelope: rewrapDecisions },
  },
  screening_hits: { externalIds: ['subject_id'] },
  screening_subjects: { externalIds: ['subject_id'] },
  screening_watches: {},
  // The ids follow those of the subjects.
  screening_words: {},
} satisfies ModuleTables;

export type { Followers, OpenedHit } from './followers.ts';
export { decided } from './hits/decided.ts';
export { decideHit, hitRevision, hitScore } from './hits/decisions.ts';
export {
  decidedTogether,
  hitFacts,
  hitsByDay,
  lastDecisions,
  lockHits,
  openHitsByAge,
  type Together,
} from './hits/hits.ts';
export { type GivenReason, giveReason } from './hits/reasons.ts';
export { DecideHit, HIT_PREFIX, HitsByDay, LastDecision, OpenHits } from './hits/schemas.ts';
export { hasCountingHits } from './hits/store.ts';
export { mergeScreening } from './merge/merge.ts';
export { subjectRevision } from './subjects/guarded.ts';
export { hitRecords, subjectsById } from './records/records.ts';
export { HitRecord } from './records/schemas.ts';
export { Subject, SUBJECT_KINDS } from './subjects/schemas.ts';
export { findSubject } from './subjects/subjects.ts';

/** Screens enrolled subjects again whenever a list changes. */
export const monitoringModule = {
  ...access,
  tags: {
    'Continuous screening':
      'Subjects that are screened again whenever a list changes, the hits, and what was decided about them.',
  },
  routes: [...subjectRoutes, ...hitRoutes],
  events,
  jobs,
  tables,
  exports: {
    hits: { title: 'Hits', source: hitsExport },
    decisions: { title: 'Decisions on hits', source: decisionsExport },
  },
  liveKinds: { hit: 'fraud:screen' },
  screens: {
    '/review': {
      file: 'review/queue',
      component: 'Queue',
      navigation: { title: 'Review queue', scope: 'fraud:screen', place: 20 },
    },
    '/review/$id': {
      file: 'review/hit',
      component: 'HitScreen',
    },
    '/subjects': {
      file: 'customers/customers',
      component: 'Customers',
      navigation: { title: 'Customers', scope: 'fraud:screen', place: 25 },
    },
    '/subjects/$id': {
      file: 'customers/customer',
      component: 'Customer',
    },
  },
} satisfies Module<MonitoringServices>;
