import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { ModuleTables } from '../module.ts';
import { caseContext } from './sealing.ts';

/** The contents that are read at once: each has megabytes. */
const CONTENTS_AT_ONCE = 4;

function partsOf(table: string, kind: 'case-note' | 'case-file') {
  return rewrapColumn({ table, key: ['org_id', 'case_id', 'id'] }, ({ org_id, id }) =>
    caseContext(org_id, id, kind),
  );
}
const rewrapContents = rewrapColumn(
  { table: 'case_contents', key: ['org_id', 'file_id'], atOnce: CONTENTS_AT_ONCE },
  ({ org_id, file_id }) => caseContext(org_id, file_id, 'case-content'),
);

/** The module's tables. */
export const tables = {
  cases: { externalIds: ['subject_id'] },
  case_contents: { sealed: { envelope: rewrapContents } },
  case_files: { sealed: { envelope: partsOf('case_files', 'case-file') } },
  case_history: {},
  case_items: {},
  case_notes: { sealed: { envelope: partsOf('case_notes', 'case-note') } },
  case_settings: {},
} satisfies ModuleTables;
