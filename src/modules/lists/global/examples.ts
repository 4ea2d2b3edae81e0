import type { GlobalList } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE_LIST: GlobalList = {
  id: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2',
  source: 'example:sanctions',
  name: 'Example sanctions',
  kind: 'sanctions',
  format: 'csv',
  entryCount: 1,
  revision: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
  importedAt: '2026-11-21T09:00:00.000Z',
  origin: null,
};
const EXAMPLE_WITH_ORIGIN: GlobalList = {
  ...EXAMPLE_LIST,
  origin: {
    location: 'https://lists.example.com/sanctions.csv',
    aliasesLocation: null,
    addressesLocation: null,
    commentsLocation: null,
    format: 'csv',
    refreshEverySeconds: 86_400,
    dueAt: '2026-11-22T09:00:00.000Z',
    checkedAt: '2026-11-21T09:00:00.000Z',
    failures: 0,
    failedAt: null,
    error: null,
    refused: null,
    acceptsRefused: false,
  },
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  importGlobalList: {
    body: {
      kind: 'sanctions',
      source: EXAMPLE_LIST.source,
      name: EXAMPLE_LIST.name,
      format: 'csv',
      content: 'name,dob,country\nAdaeze Okonkwo,1970-01-31,NG\n',
    },
    data: {
      list: EXAMPLE_LIST,
      added: 1,
      changed: 0,
      removed: 0,
      unchanged: 0,
      rejected: 0,
      rejections: [],
      omitted: 0,
      omissions: [],
      unknown: { topics: 0, programs: 0, named: [] },
      readAs: { encoding: 'utf-8', delimiter: 'comma', warnings: [] },
      skipped: false,
    },
  },
  listGlobalLists: { data: examplePage(EXAMPLE_LIST) },
  getGlobalList: { data: EXAMPLE_LIST },
  listGlobalListEntries: {
    data: examplePage({
      id: 'entry_01kf3v9m0a2c4e6g8j0k2m4n6p',
      externalId: '7771',
      entityType: 'person',
      name: 'Adaeze Okonkwo',
      dobs: ['1980'],
      countries: ['NG'],
    }),
  },
  deleteGlobalList: { data: { id: EXAMPLE_LIST.id, deleted: true } },
  updateGlobalList: {
    body: {
      origin: { url: 'https://lists.example.com/sanctions.csv', refreshEverySeconds: 86_400 },
    },
    data: EXAMPLE_WITH_ORIGIN,
  },
  refreshGlobalList: { body: { allowShrink: false }, data: EXAMPLE_WITH_ORIGIN },
};
