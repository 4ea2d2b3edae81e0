import type { Module } from '../module.ts';
import { access, type ScreeningServices } from './access.ts';
import { jobs } from './jobs.ts';
import { events } from '../monitoring/events.ts';
import { entryRoutes } from '../lists/entries/routes.ts';
import { globalListRoutes } from '../lists/global/routes.ts';
import { versionRoutes } from '../lists/global/versions/routes.ts';
import { hitRoutes } from '../monitoring/hits/routes.ts';
import { entryFileRoutes } from '../lists/tenant/files/routes.ts';
import { listRoutes } from '../lists/tenant/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { screenRoutes } from './screen/routes.ts';
import { jobRoutes } from '../file-screening/jobs/routes.ts';
import { titleRoutes } from './titles/routes.ts';
import { subjectRoutes } from '../monitoring/subjects/routes.ts';
import { decisionsExport } from '../monitoring/export/decisions.ts';
import { hitsExport, screeningJobsExport, screeningsExport } from './export/store.ts';
import { tables } from './tables.ts';

export * as assessment from './assess/index.ts';
export type { Assessment } from './assess/index.ts';
export * as bulk from '../file-screening/bulk/index.ts';
export { loadEffects, type Effects } from './screen/outcome/effects.ts';
export type { Followers, OpenedHit } from '../monitoring/followers.ts';
export { importList } from '../lists/global/import-list.ts';
export { checksumsOf } from '../lists/global/hashed-files.ts';
export { mergeScreening } from '../monitoring/merge/merge.ts';
export { MORE_FILES } from '../lists/import/types.ts';
export { MAPPED } from '../lists/import/mapping/mapped-format.ts';
export { readMapping } from '../lists/import/mapping/read-mapping.ts';
export type { Mapping } from '../lists/import/mapping/schemas.ts';
export { PUBLISHERS } from '../lists/global/publishers.ts';
export { globalListFacts, globalListId, listGlobalLists } from '../lists/global/lists.ts';
export { FETCH_TIMEOUT_MS, FetchError, type FetchParts } from '../lists/global/refresh/fetch.ts';
export { importFromOrigin, setOrigin } from '../lists/global/refresh/origins.ts';
export { refusedFile } from '../lists/global/refresh/override.ts';
export { sealQueries } from '../lists/global/refresh/queries.ts';
export { Refresher } from '../lists/global/refresh/refresher.ts';
export { refreshMetrics } from '../lists/global/refresh/metrics.ts';
export { decideHit, hitRevision } from '../monitoring/hits/decisions.ts';
export { lockHits } from '../monitoring/hits/hits.ts';
export { profileRevision } from './profile/profile.ts';
export { subjectRevision } from '../monitoring/subjects/guarded.ts';
export { listRevision } from '../lists/tenant/guarded.ts';
export {
  decidedTogether,
  hitFacts,
  hitsByDay,
  lastDecisions,
  openHitsByAge,
  type Together,
} from '../monitoring/hits/hits.ts';
export { giveReason, type GivenReason } from '../monitoring/hits/reasons.ts';
export {
  DecideHit,
  HIT_PREFIX,
  HitsByDay,
  LastDecision,
  OpenHits,
} from '../monitoring/hits/schemas.ts';
export { addEntries, prepareEntries } from '../lists/tenant/entries.ts';
export { ENTRY_COLUMNS, importEntries } from '../lists/tenant/import-entries.ts';
export { copyLists } from '../lists/tenant/copy.ts';
export { createList, listLists } from '../lists/tenant/lists.ts';
export { FORMATS, MAX_REFRESH_SECONDS, MIN_REFRESH_SECONDS } from '../lists/global/schemas.ts';
export { listChanges, listVersions } from '../lists/global/versions/versions.ts';
export { KeptParts } from './screen/start/kept-parts.ts';
export { screeningStates } from './screen/history.ts';
export { screeningTitles } from './titles/titles.ts';
export { GLOBAL_KINDS, LIST_KINDS, type GlobalKind } from '../../matching/list-kinds.ts';
export { SCREENING_PREFIX } from './screen/schemas.ts';
export type { FederatedRules } from './screen/federated.ts';
export { Screening } from './screen/screening.ts';
export type { Results } from '../file-screening/jobs/screen-jobs.ts';
export { SUBJECT_KINDS } from '../monitoring/subjects/schemas.ts';
export { PROFILE_NAMES } from '../../matching/facts/profile.ts';
export { findSubject } from '../monitoring/subjects/subjects.ts';

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
    screenings: { source: screeningsExport },
    hits: { source: hitsExport },
    decisions: { source: decisionsExport },
    screening_jobs: { source: screeningJobsExport },
  },
  usage: {
    screening: {
      screenings: {
        each:
          'name that is screened through the API, alone or in a batch; enrolled subjects are not counted when a list ' +
          'changes',
        at: 'screenedAt',
      },
    },
  },
  liveKinds: { hit: 'fraud:screen' },
} satisfies Module<ScreeningServices>;
