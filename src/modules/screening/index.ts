import type { AnyRoute } from '../../platform/http/route.ts';
import { globalListRoutes } from './global/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { screenRoutes } from './screen/routes.ts';
import type { Screening } from './screen/screening.ts';

export { importList, type FileSource } from './global/import-list.ts';
export { createList } from './lists/lists.ts';
export { addEntries } from './lists/entries.ts';
export { FORMATS, type ImportReport } from './global/schemas.ts';
export { canonicalText, compareDates, MAX_NAME_CHARS } from './matching/index.ts';
export { assign } from './matching/assignment.ts';
export { HARD_TITLES } from './matching/honorifics.ts';
export { FULL_NAMES_OF } from './matching/nicknames.ts';
export { DROPPED_PREFIXES, PREFIX_STEMS, SUFFIX_STEMS } from './matching/stems.ts';
export { SPELLING_CLASS } from './matching/variants.ts';
export { ORGANIZATION_MARKERS, PARTICLES } from './matching/word-classes.ts';
export { recanonicalise } from './recanonicalise.ts';
export { GLOBAL_KINDS, type GlobalKind } from './screen/schemas.ts';
export { Screening } from './screen/screening.ts';

export function screeningRoutes(screening: Screening): AnyRoute[] {
  return [...screenRoutes(screening), ...listRoutes, ...globalListRoutes];
}
