import type { Module } from '../module.ts';
import { access, type ScreeningServices } from './access.ts';
import { jobs } from './jobs.ts';
import { events } from './events.ts';
import { entryRoutes } from './entries/routes.ts';
import { globalListRoutes } from './global/routes.ts';
import { versionRoutes } from './global/versions/routes.ts';
import { hitRoutes } from './hits/routes.ts';
import { entryFileRoutes } from './lists/files/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { screenRoutes } from './screen/routes.ts';
import { jobRoutes } from './screen-jobs/routes.ts';
import { titleRoutes } from './titles/routes.ts';
import { subjectRoutes } from './subjects/routes.ts';
import { decisionsExport } from './export/decisions.ts';
import { hitsExport, screeningJobsExport, screeningsExport } from './export/store.ts';
import { SCREENS } from './screens.ts';
import { tables } from './tables.ts';

export * as assessment from './assess/index.ts';
export type { Assessment } from './assess/index.ts';
export * as bulk from './bulk/index.ts';
export { loadEffects, type Effects } from './entries/effects.ts';
export type { Followers, OpenedHit } from './followers.ts';
export { importList } from './global/import-list.ts';
export { checksumsOf } from './global/hashed-files.ts';
export { mergeScreening } from './merge/merge.ts';
export { MORE_FILES } from './import/types.ts';
export { MAPPED } from './import/mapping/mapped-format.ts';
export { readMapping } from './import/mapping/read-mapping.ts';
export type { Mapping } from './import/mapping/schemas.ts';
export { PUBLISHERS } from './global/publishers.ts';
export { globalListFacts, globalListId, listGlobalLists } from './global/lists.ts';
export { FETCH_TIMEOUT_MS, FetchError, type FetchParts } from './global/refresh/fetch.ts';
export { importFromOrigin, setOrigin } from './global/refresh/origins.ts';
export { refusedFile } from './global/refresh/override.ts';
export { sealQueries } from './global/refresh/queries.ts';
export { Refresher } from './global/refresh/refresher.ts';
export { refreshMetrics } from './global/refresh/metrics.ts';
export { decideHit, hitRevision } from './hits/decisions.ts';
export { lockHits } from './hits/hits.ts';
export { profileRevision } from './profile/profile.ts';
export { subjectRevision } from './subjects/guarded.ts';
export { listRevision } from './lists/guarded.ts';
export {
  decidedTogether,
  hitFacts,
  hitsByDay,
  lastDecisions,
  openHitsByAge,
  type Together,
} from './hits/hits.ts';
export { giveReason, type GivenReason } from './hits/reasons.ts';
export { DecideHit, HIT_PREFIX, HitsByDay, LastDecision, OpenHits } from './hits/schemas.ts';
export { addEntries, prepareEntries } from './lists/entries.ts';
export { ENTRY_COLUMNS, importEntries } from './lists/import-entries.ts';
export { copyLists } from './lists/copy.ts';
export { createList, listLists } from './lists/lists.ts';
export { FORMATS, MAX_REFRESH_SECONDS, MIN_REFRESH_SECONDS } from './global/schemas.ts';
export { listChanges, listVersions } from './global/versions/versions.ts';
export { KeptParts } from './screen/start/kept-parts.ts';
export { screeningStates } from './screen/history.ts';
export { screeningTitles } from './titles/titles.ts';
export { GLOBAL_KINDS, LIST_KINDS, type GlobalKind } from './screen/list-kinds.ts';
export { SCREENING_PREFIX } from './screen/schemas.ts';
export type { FederatedRules } from './screen/federated.ts';
export { Screening } from './screen/screening.ts';
export type { Results } from './screen-jobs/screen-jobs.ts';
export { SUBJECT_KINDS } from './subjects/schemas.ts';
export { PROFILE_NAMES } from './facts/profile.ts';
export { findSubject } from './subjects/subjects.ts';

/** Screens names against lists. */
export const screeningModule = {
  ...access,
  tags: {
    Screening:
      'Compares names with sanctions lists and an organization’s own lists, and keeps what was found.',
    'Screening lists': 'An organization’s own blocklists and allowlists, and their entries.',
    'Continuous screening':
      'Subjects that are screened again whenever a list changes, the hits, and what was decided about them.',
  },
  routes: [
    ...screenRoutes,
    ...jobRoutes,
    ...profileRoutes,
    ...titleRoutes,
    ...entryRoutes,
    ...listRoutes,
    ...entryFileRoutes,
    ...subjectRoutes,
    ...hitRoutes,
    ...globalListRoutes,
    ...versionRoutes,
  ],
  events,
  jobs,
  tables,
  exports: {
    screenings: { title: 'Screenings', source: screeningsExport },
    hits: { title: 'Hits', source: hitsExport },
    decisions: { title: 'Decisions on hits', source: decisionsExport },
    screening_jobs: { title: 'Results of screening jobs', source: screeningJobsExport },
  },
  usage: {
    screening: {
      screenings: {
        title: 'Names screened',
        each:
          'name that is screened through the API, alone or in a batch; enrolled subjects are not counted when a list ' +
          'changes',
        at: 'screenedAt',
      },
    },
  },
  liveKinds: { hit: 'fraud:screen' },
  screens: SCREENS,
} satisfies Module<ScreeningServices>;
