import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { ModuleTables } from '../module.ts';
import { caseContext } from './sealing.ts';

/** The number of contents that are read at once: each has megabytes. */
const CONTENTS_AT_ONCE = 4;

const OF_CASE = { column: 'case_id', table: 'cases', key: 'id', subject: 'subject_id' };

function partsOf(table: string, kind: 'case-note' | 'case-file') {
  return rewrapColumn(
    { table, key: ['org_id', 'case_id', 'id'], subject: OF_CASE },
    ({ org_id, id }) => caseContext(org_id, id, kind),
  );
}
const rewrapContents = rewrapColumn(
  {
    table: 'case_contents',
    key: ['org_id', 'file_id'],
    subject: { column: 'file_id', table: 'case_files', key: 'id', subject: OF_CASE },
    atOnce: CONTENTS_AT_ONCE,
  },
  ({ org_id, file_id }) => caseContext(org_id, file_id, 'case-content'),
);

/** The module's tables. */
export const tables = {
  cases: {
    personal: {
      people: 'customers',
      columns: {
        subject_id: 'ids of customers',
        assignee: 'ids of members',
        claimed_by: 'ids of members',
        created_by: 'ids of members',
      },
      others: ['claimed_kind', 'created_kind', 'origin', 'outcome', 'status', 'tags', 'type'],
      subject: 'subject_id',
      erasure: 'deleted',
      readers: ['cases:manage'],
      kept: 'until deleted',
      recipients: ['export files'],
    },
  },
  case_contents: {
    sealed: { envelope: rewrapContents },
    personal: {
      people: 'customers',
      columns: { envelope: 'files of cases' },
      others: ['file_id'],
      subject: { column: 'file_id', table: 'case_files', key: 'id' },
      erasure: 'deleted',
      readers: ['cases:manage'],
      kept: 'until the subject is deleted',
    },
  },
  case_files: {
    sealed: { envelope: partsOf('case_files', 'case-file') },
    personal: {
      people: 'customers',
      columns: { envelope: 'names of files', added_by: 'ids of members' },
      others: ['case_id', 'added_kind'],
      subject: { column: 'case_id', table: 'cases', key: 'id' },
      erasure: 'deleted',
      readers: ['cases:manage'],
      kept: 'until the subject is deleted',
    },
  },
  case_history: {
    personal: {
      people: 'members',
      columns: { actor_id: 'ids of members', detail: 'ids and states' },
      others: ['case_id', 'change', 'actor_kind'],
      subject: { column: 'case_id', table: 'cases', key: 'id' },
      erasure: 'deleted',
      readers: ['cases:manage'],
      kept: 'until deleted',
    },
  },
  case_items: {
    personal: {
      people: 'members',
      columns: { added_by: 'ids of members' },
      others: ['case_id', 'item_id', 'kind', 'added_kind'],
      subject: { column: 'case_id', table: 'cases', key: 'id' },
      erasure: 'deleted',
      readers: ['cases:manage'],
      kept: 'until deleted',
    },
  },
  case_notes: {
    sealed: { envelope: partsOf('case_notes', 'case-note') },
    personal: {
      people: 'customers',
      columns: { envelope: 'notes', author_id: 'ids of members' },
      others: ['case_id', 'author_kind'],
      subject: { column: 'case_id', table: 'cases', key: 'id' },
      erasure: 'deleted',
      readers: ['cases:manage'],
      kept: 'until deleted; the text until the subject is deleted',
    },
  },
  case_settings: {
    personal: {
      people: 'members',
      columns: { assignee: 'ids of members' },
      others: ['assignee_role', 'list_kinds'],
      readers: ['cases:manage'],
      kept: 'until deleted',
    },
  },
  case_tags: {},
} satisfies ModuleTables;
