import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';
import { rewrapDecisions } from './hits/reasons.ts';

/** The module's tables. */
export const tables = {
  screening_cursors: {},
  // The reason is deleted with the subject that it is about, and a new key wraps it.
  screening_decisions: {
    service: [...APPEND, 'UPDATE(envelope)', 'UPDATE(reason)'],
    sealed: { envelope: rewrapDecisions },
  },
  screening_hits: { externalIds: ['subject_id'] },
  screening_subjects: { externalIds: ['subject_id'] },
  screening_watches: {},
} satisfies ModuleTables;
