import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';
import { rewrapDecisions } from './hits/reasons.ts';

/** The module's tables. */
export const tables = {
  screening_cursors: {},
  // The reason is deleted with its subject, and a new key re-encrypts it.
  screening_decisions: {
    service: [...APPEND, 'UPDATE(envelope)', 'UPDATE(reason)'],
    sealed: { envelope: rewrapDecisions },
  },
  screening_hits: { externalIds: ['subject_id'] },
  screening_subjects: { externalIds: ['subject_id'] },
  screening_watches: {},
} satisfies ModuleTables;
