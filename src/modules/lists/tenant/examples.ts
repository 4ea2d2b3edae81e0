import { EXAMPLE_PART, examplePage } from '../../../platform/http/schema.ts';
import type { Entry, List } from './schemas.ts';

const EXAMPLE_LIST: List = {
  id: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
  source: 'internal:fraud-2026',
  name: 'Known fraudsters',
  kind: 'tenant_blocklist',
  entryCount: 1,
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:41:00.000Z',
};
const EXAMPLE_ENTRY_INPUT = {
  name: 'Dr. Seán O’Brien-Smith Jr.',
  dob: '1980-02-29',
  country: 'ie',
};
const exampleEntry: Entry = {
  id: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
  name: EXAMPLE_ENTRY_INPUT.name,
  canonicalName: 'sean o brien smith',
  dob: EXAMPLE_ENTRY_INPUT.dob,
  country: 'IE',
  identifiers: null,
  raw: { ...EXAMPLE_ENTRY_INPUT, country: 'IE' },
  createdAt: '2026-11-21T09:41:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listScreeningLists: { data: { lists: [EXAMPLE_LIST], ...EXAMPLE_PART } },
  createScreeningList: {
    body: { source: EXAMPLE_LIST.source, name: EXAMPLE_LIST.name, kind: EXAMPLE_LIST.kind },
    data: { ...EXAMPLE_LIST, entryCount: 0, updatedAt: EXAMPLE_LIST.createdAt },
  },
  getScreeningList: { data: EXAMPLE_LIST },
  renameScreeningList: {
    body: { name: 'Known fraudsters, 2026' },
    data: { ...EXAMPLE_LIST, name: 'Known fraudsters, 2026' },
  },
  deleteScreeningList: { data: { id: EXAMPLE_LIST.id, deleted: true } },
  listScreeningEntries: {
    query: { page: 1, limit: 20 },
    data: examplePage(exampleEntry),
  },
  addScreeningEntries: {
    body: { entries: [EXAMPLE_ENTRY_INPUT] },
    data: { added: 1, entryIds: [exampleEntry.id] },
  },
  deleteScreeningEntry: { data: { id: exampleEntry.id, deleted: true } },
};
