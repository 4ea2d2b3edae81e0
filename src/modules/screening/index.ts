import { withWithdrawals } from '../identity/index.ts';
import { access } from '../lists/index.ts';
import type { Module, ModuleTables } from '../module.ts';
import type { ScreeningServices } from './access.ts';
import { screeningsExport } from './export/store.ts';
import { dryRunRoutes } from './dry-run/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { screenRoutes } from './screen/routes.ts';
import { APPEND } from '../../platform/db/tables.ts';
import { openCell, openContent, rewrapContents } from './screen/content/content.ts';
import { jobs } from './screen/content/jobs.ts';
import { rewrapTitles } from './history/titles.ts';
import { subjectData } from './history/subject-data.ts';
import { retention } from './retention/store.ts';

/** The module's tables. */
const tables = {
  screening_list_versions: { service: [...APPEND, 'DELETE'], tenant: APPEND },
  screening_profiles: {},
  screenings: {
    sealed: { title_envelope: rewrapTitles, content_envelope: rewrapContents },
    personal: {
      people: 'customers',
      columns: {
        subject_id: 'ids of customers',
        query: 'names and facts of screened people',
        hits: 'matches with listed people',
        title_envelope: 'titles of searches',
        content_envelope: 'names and facts of screened people, where contents are sealed',
      },
      others: ['outcome', 'list_version'],
      subject: 'subject_id',
      erasure: 'deleted',
      readers: ['fraud:screen'],
      kept: 'until deleted',
      classes: ['screenings', 'screening_names'],
      recipients: ['export files'],
    },
  },
} satisfies ModuleTables;

export * as assessment from './assess/index.ts';
export type { Assessment } from './assess/index.ts';
export { profileFor, profileRevision } from './profile/profile.ts';
export {
  askedName,
  askedParts,
  askedProblems,
  Checked,
  checkedOf,
  toSubject,
} from './screen/asked/asked.ts';
export { exampleExplanation } from './screen/explanation.ts';
export type { FederatedRules } from './screen/federated.ts';
export { findBriefly } from './screen/find-hits.ts';
export { screeningStates } from './history/history.ts';
export { withCounts } from './screen/outcome/contradicted.ts';
export type { Found } from './screen/outcome/verdicts.ts';
export { type Effects, loadEffects } from './screen/outcome/effects.ts';
export { IdHashes, newPart } from './screen/parts.ts';
export {
  DEFAULT_HITS,
  Hit,
  limit,
  MAX_HITS,
  type Outcome,
  rules,
  SameEntity,
  SCREENING_PREFIX,
} from './screen/schemas.ts';
export type { Rules, Screened, Verdict } from './screen/screened.ts';
export { Screening } from './screen/screening.ts';
export { screenOne } from './screen/routes.ts';
export { segmentsIn, shownHits } from './screen/shown-hits.ts';
export { KeptParts } from './screen/start/kept-parts.ts';
export {
  sealScreenings,
  storeScreenings,
  type Unstored,
} from './screen/content/store-screenings.ts';
export { FullScans, TOO_MUCH_WORK } from './screen/threads/full-scans.ts';
export { eraseTitles } from './history/store.ts';
export { openCell, openContent };
export { screeningTitles } from './history/titles.ts';

/** Screens names against lists. */
export const screeningModule = {
  ...access,
  tags: {
    Screening:
      'Compares names with sanctions lists and an organization’s own lists, and keeps what was found.',
  },
  routes: [...screenRoutes, ...historyRoutes, ...profileRoutes, ...dryRunRoutes],
  jobs,
  tables,
  subjectData,
  retention,
  exports: {
    screenings: {
      title: 'Screenings',
      source: withWithdrawals({ ...screeningsExport, open: openCell }),
    },
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
  screens: {
    '/search': {
      file: 'search/search',
      component: 'Search',
      navigation: { title: 'Search', scope: 'fraud:screen', place: 40 },
    },
    '/search/$id': {
      file: 'search/screening',
      component: 'ScreeningScreen',
    },
  },
} satisfies Module<ScreeningServices>;
