import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';
import { rewrapTitles } from './history/titles.ts';

/** The module's tables. */
export const tables = {
  screening_list_versions: { service: APPEND },
  screening_profiles: {},
  screenings: { sealed: { title_envelope: rewrapTitles } },
} satisfies ModuleTables;
