import type { ModuleTables } from '../module.ts';
import { rewrapCaseContents, rewrapCaseFiles } from './files/files.ts';
import { rewrapCaseNotes } from './notes/notes.ts';

/** The module's tables. */
export const tables = {
  cases: { externalIds: ['subject_id'] },
  case_contents: { sealed: { envelope: rewrapCaseContents } },
  case_files: { sealed: { envelope: rewrapCaseFiles } },
  case_history: {},
  case_items: {},
  case_notes: { sealed: { envelope: rewrapCaseNotes } },
  case_settings: {},
} satisfies ModuleTables;
