import type { ModuleTables } from '../module.ts';
import { rewrapScreeningFiles } from './jobs/pieces.ts';

/** The module's tables. */
export const tables = {
  screening_job_pieces: { sealed: { envelope: rewrapScreeningFiles } },
  screening_job_rows: {},
  screening_jobs: {},
} satisfies ModuleTables;
