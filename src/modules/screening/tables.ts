import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';
import { rewrapOrigins } from '../lists/global/refresh/queries.ts';
import { rewrapDecisions } from '../monitoring/hits/reasons.ts';
import { rewrapScreeningFiles } from '../file-screening/jobs/pieces.ts';
import { rewrapTitles } from './titles/titles.ts';

/** The module's tables. */
export const tables = {
  global_entries: { isShared: true, tenant: ['SELECT'] },
  global_list_changes: { isShared: true },
  // Tenants read the age of lists; the rest is the operator's.
  global_list_origins: {
    isShared: true,
    tenant: ['SELECT(checked_at)', 'SELECT(every_seconds)', 'SELECT(list_id)'],
    sealed: { queries: rewrapOrigins },
  },
  global_list_versions: { isShared: true, tenant: ['SELECT'] },
  global_lists: { isShared: true, tenant: ['SELECT'] },
  global_previous_entries: { isShared: true, tenant: ['SELECT'] },
  import_staging: { isShared: true },
  screening_cursors: {},
  // The reason is deleted with the subject that it is about, and a new key wraps it.
  screening_decisions: {
    service: [...APPEND, 'UPDATE(envelope)', 'UPDATE(reason)'],
    sealed: { envelope: rewrapDecisions },
  },
  screening_entries: {},
  screening_hits: { externalIds: ['subject_id'] },
  screening_job_pieces: { sealed: { envelope: rewrapScreeningFiles } },
  screening_job_rows: {},
  screening_jobs: {},
  screening_list_versions: { service: APPEND },
  screening_lists: {},
  screening_profiles: {},
  screening_subjects: { externalIds: ['subject_id'] },
  screening_watches: {},
  screenings: { sealed: { title_envelope: rewrapTitles } },
} satisfies ModuleTables;
