import type { AnyRoute } from '../../platform/http/route.ts';
import type { TargetProblem } from './global/refresh/origins.ts';
import type { Keys } from './global/refresh/queries.ts';
import { globalListRoutes } from './global/routes.ts';
import { hitRoutes } from './hits/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { screenRoutes } from './screen/routes.ts';
import type { Screening } from './screen/screening.ts';
import { subjectRoutes } from './subjects/routes.ts';

export * as bulk from './bulk/index.ts';
export { importList } from './global/import-list.ts';
export { globalListId, listGlobalLists } from './global/lists.ts';
export { FETCH_TIMEOUT_MS, FetchError, type FetchParts } from './global/refresh/fetch.ts';
export { importFromOrigin, setOrigin } from './global/refresh/origins.ts';
export { rewrapOrigins, sealQueries } from './global/refresh/queries.ts';
export { Refresher } from './global/refresh/refresher.ts';
export { refreshMetrics } from './global/refresh/metrics.ts';
export { jobs } from './jobs.ts';
export { addEntries, prepareEntries } from './lists/entries.ts';
export { importEntries } from './lists/import-entries.ts';
export { createList } from './lists/lists.ts';
export { FORMATS, MAX_REFRESH_SECONDS, MIN_REFRESH_SECONDS } from './global/schemas.ts';
export { listChanges, listVersions } from './global/versions/versions.ts';
export { canonicalise, canonicalText, compareDates, MAX_NAME_CHARS } from './matching/index.ts';
export { assign } from './matching/assignment.ts';
export { FORMS_OF_ADDRESS, HARD_TITLES, HONORIFICS } from './matching/honorifics.ts';
export { FULL_NAMES_OF } from './matching/nicknames.ts';
export { DROPPED_PREFIXES, PREFIX_STEMS, SUFFIX_STEMS } from './matching/stems.ts';
export { SPELLING_CLASS } from './matching/variants.ts';
export { ORGANIZATION_MARKERS, PARTICLES } from './matching/word-classes.ts';
export { GLOBAL_KINDS, LIST_KINDS, type GlobalKind } from './screen/schemas.ts';
export type { FederatedRules } from './screen/federated.ts';
export { Screening } from './screen/screening.ts';

export type ScreeningParts = {
  screening: Screening;
  targetProblem: TargetProblem;
  /** What URLs of lists are encrypted with. */
  originKeys: Keys;
};

export function screeningRoutes(parts: ScreeningParts): AnyRoute[] {
  return [
    ...screenRoutes(parts.screening),
    ...listRoutes,
    ...subjectRoutes(parts.screening),
    ...hitRoutes,
    ...globalListRoutes(parts),
  ];
}
