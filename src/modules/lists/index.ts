import type { Module, ModuleTables } from '../module.ts';
import { access, type ListServices } from './access.ts';
import { entryRoutes } from './entries/routes.ts';
import { globalListRoutes } from './global/routes.ts';
import { versionRoutes } from './global/versions/routes.ts';
import { jobs } from './jobs.ts';
import { entryFileRoutes } from './tenant/files/routes.ts';
import { listRoutes } from './tenant/routes.ts';
import { rewrapOrigins } from './global/refresh/queries.ts';

/** The personal data of entries, stored or staged. */
const ENTRIES = {
  people: 'listed people',
  columns: {
    name: 'names of listed people',
    canonical_name: 'names of listed people',
    aliases: 'names of listed people',
    dobs: 'dates of birth of listed people',
    countries: 'countries of listed people',
    facts: 'facts of listed people',
    identifiers: 'numbers of listed people',
    labels: 'remarks on listed people',
    raw: 'rows of lists',
  },
  others: ['external_id', 'id', 'list_id', 'entity_type', 'content_hash'],
} as const;

/** The module's tables. */
const tables = {
  global_entries: {
    isShared: true,
    tenant: ['SELECT'],
    personal: {
      ...ENTRIES,
      readers: ['fraud:screen'],
      kept: 'while the list has the entry',
    },
  },
  global_list_changes: {
    isShared: true,
    personal: {
      people: 'listed people',
      columns: { name: 'names of listed people', fields: 'changed facts of listed people' },
      others: ['entry_id', 'external_id', 'list_id', 'merged_into', 'hash_before', 'hash_after'],
      readers: [],
      kept: 'with the newest versions of the list',
    },
  },
  // Organizations read the age of lists; only operators read the rest.
  global_list_origins: {
    isShared: true,
    tenant: ['SELECT(checked_at)', 'SELECT(every_seconds)', 'SELECT(list_id)'],
    sealed: { queries: rewrapOrigins },
  },
  global_list_versions: { isShared: true, tenant: ['SELECT'] },
  global_lists: { isShared: true, tenant: ['SELECT'] },
  global_previous_entries: {
    isShared: true,
    tenant: ['SELECT'],
    personal: {
      people: 'listed people',
      columns: { entry: 'rows of lists' },
      others: ['entry_id', 'list_id'],
      readers: ['fraud:screen'],
      kept: 'with the newest versions of the list',
    },
  },
  import_staging: {
    isShared: true,
    personal: {
      ...ENTRIES,
      readers: [],
      kept: 'during an import',
    },
  },
  screening_entries: {
    personal: {
      people: 'listed people',
      columns: {
        name: 'names of listed people',
        canonical_name: 'names of listed people',
        dob: 'dates of birth of listed people',
        country: 'countries of listed people',
        identifiers: 'numbers of listed people',
        raw: 'rows of lists',
      },
      others: ['list_id'],
      readers: ['fraud:manage', 'fraud:screen'],
      kept: 'until the entry or its list is deleted',
    },
  },
  screening_lists: {},
} satisfies ModuleTables;

export { access, LISTS_READ, LISTS_WRITE, SCREENING_READ, SCREENING_WRITE } from './access.ts';
export {
  selectChanged,
  selectEntries,
  selectVersions,
  type EntryPlace,
  type ListedEntry,
} from './entries/store.ts';
export { checksumsOf } from './global/hashed-files.ts';
export { importList } from './global/import-list.ts';
export {
  GLOBAL_LIST_PREFIX,
  globalListFacts,
  globalListId,
  listGlobalLists,
} from './global/lists.ts';
export { PUBLISHERS } from './global/publishers.ts';
export { FETCH_TIMEOUT_MS, FetchError, type FetchParts } from './global/refresh/fetch.ts';
export { refreshMetrics } from './global/refresh/metrics.ts';
export { importFromOrigin, setOrigin } from './global/refresh/origins.ts';
export { refusedFile } from './global/refresh/override.ts';
export { sealQueries } from './global/refresh/queries.ts';
export { originUrls } from './global/refresh/store.ts';
export { Refresher } from './global/refresh/refresher.ts';
export { FORMATS, MAX_REFRESH_SECONDS, MIN_REFRESH_SECONDS } from './global/schemas.ts';
export {
  entriesChangedAfter,
  globalListSince,
  selectImportedAt,
  selectMerged,
} from './global/store.ts';
export { listChanges, listVersions } from './global/versions/versions.ts';
export {
  dateOrderOf,
  type Fingerprint,
  linesFrom,
  openCsvFile,
  type Reading,
  type Records,
  takeHeader,
} from './import/csv-file.ts';
export { countryOf, countryOfBareCode } from './import/country-names.ts';
export { impossibleDate } from './import/dates.ts';
export {
  columnKey,
  type ColumnMapping,
  type Header,
  readHeader,
  type Role,
} from './import/generic-header.ts';
export { type Line, readLines } from './import/lines.ts';
export { MAPPED, readMapping } from './import/mapping/mapped-format.ts';
export type { Mapping } from './import/mapping/schemas.ts';
export { DATE_FORMATS, type DateFormat, readDate } from './import/text/date-orders.ts';
export {
  type Dialect,
  dialectOf,
  inUtf8,
  PLAIN,
  readAs,
  type ReadAs,
  withBeginning,
} from './import/text/dialect.ts';
export { namesOf } from './import/text/name-columns.ts';
export { type CsvRecord, type Delimiter, readRecords } from './import/text/records.ts';
export { AskedColumn, AskedDateFormat, FileReading } from './import/text/schemas.ts';
export { ImportFormatError, MORE_FILES } from './import/types.ts';
export { csvOfWorkbook } from './import/xlsx/workbook.ts';
export { isZip } from './import/xlsx/zip.ts';
export { EntryRecord, entryRecords } from './records/records.ts';
export { isOverdue, overdueLists } from './global/refresh/overdue.ts';
export {
  type ListRevision,
  selectGlobalRevisions,
  selectLargeLists,
  selectListRevisions,
  selectListRevisionsOf,
  tenantEntriesAfter,
  tenantEntryIds,
  tenantListSince,
} from './revisions/store.ts';
export { copyLists } from './tenant/copy.ts';
export { addEntries, prepareEntries } from './tenant/entries.ts';
export { listRevision } from './tenant/guarded.ts';
export { ENTRY_COLUMNS, importEntries } from './tenant/import-entries.ts';
export { createList, listLists } from './tenant/lists.ts';
export {
  AskedAliases,
  Country,
  Dob,
  MAX_NAME_LENGTH,
  MOST_ALIASES,
  ScreeningName,
} from './tenant/schemas.ts';

/** The lists that names are screened against. */
export const listsModule = {
  ...access,
  tags: {
    'Screening lists': 'An organization’s own blocklists and allowlists, and their entries.',
  },
  routes: [
    ...entryRoutes,
    ...listRoutes,
    ...entryFileRoutes,
    ...globalListRoutes,
    ...versionRoutes,
  ],
  jobs,
  tables,
  screens: {
    '/lists': {
      file: 'lists/lists',
      component: 'Lists',
      navigation: { title: 'Lists', scope: 'fraud:manage', place: 70 },
    },
    '/lists/$id': {
      file: 'lists/list',
      component: 'OwnList',
    },
    '/global-lists': {
      file: 'operators/global-lists',
      component: 'GlobalLists',
      navigation: { title: 'Global lists', scope: 'platform:admin', place: 200 },
    },
    '/global-lists/$id': {
      file: 'operators/global-list',
      component: 'GlobalListScreen',
    },
  },
} satisfies Module<ListServices>;
