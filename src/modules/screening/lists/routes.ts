import { Type } from 'typebox';
import { defineRoute, type Policy } from '../access.ts';
import {
  Deleted,
  PageQuery,
  idParam,
  EXAMPLE_PART,
  examplePage,
} from '../../../platform/http/schema.ts';
import { addEntries, deleteEntry, listEntries, prepareEntries } from './entries.ts';
import { ENTRY_PREFIX } from './schemas.ts';
import { createList, deleteList, getList, listLists, renameList } from './lists.ts';
import { LIST_PREFIX } from './schemas.ts';
import {
  AddedEntries,
  AddEntries,
  CreateList,
  EntryPage,
  List,
  ListQuery,
  Lists,
  RenameList,
  type Entry,
} from './schemas.ts';

const READ: Policy = {
  scope: 'fraud:manage',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'lists',
  idempotency: false,
};
const WRITE: Policy = { ...READ, idempotency: true };
const COMMON = { tag: 'Screening lists', extension: false } as const;

const listParams = Type.Object({ id: idParam('list', LIST_PREFIX) });
const entryParams = Type.Object({
  id: idParam('list', LIST_PREFIX),
  entryId: idParam('entry', ENTRY_PREFIX),
});

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

/** The endpoints of tenant screening lists. */
export const listRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/lists',
    operationId: 'listScreeningLists',
    summary: "List the organization's screening lists",
    description: 'Returns all of them without `page`, `limit` and `cursor`.',
    policy: READ,
    query: ListQuery,
    status: 200,
    data: Lists,
    example: { data: { lists: [EXAMPLE_LIST], ...EXAMPLE_PART } },
    handle: ({ orgId, query }, db) => listLists(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/lists',
    operationId: 'createScreeningList',
    audit: { action: 'list.create', does: 'created a list', shows: ['kind'] },
    summary: 'Create a blocklist or an allowlist',
    policy: WRITE,
    body: CreateList,
    status: 201,
    data: List,
    errors: ['CONFLICT'],
    example: {
      body: { source: EXAMPLE_LIST.source, name: EXAMPLE_LIST.name, kind: EXAMPLE_LIST.kind },
      data: { ...EXAMPLE_LIST, entryCount: 0, updatedAt: EXAMPLE_LIST.createdAt },
    },
    creates: { resource: 'list', ids: (data: List) => [data.id] },
    handle: ({ orgId, body }, tx) => createList(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/lists/:id',
    operationId: 'getScreeningList',
    summary: 'Fetch a list',
    policy: READ,
    params: listParams,
    status: 200,
    data: List,
    example: { data: EXAMPLE_LIST },
    handle: ({ orgId, params }, db) => getList(db, orgId, params.id),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/fraud/lists/:id',
    operationId: 'renameScreeningList',
    audit: { action: 'list.rename', does: 'renamed a list', shows: ['kind'], compares: ['name'] },
    summary: 'Rename a list',
    policy: WRITE,
    params: listParams,
    body: RenameList,
    status: 200,
    data: List,
    example: {
      body: { name: 'Known fraudsters, 2026' },
      data: { ...EXAMPLE_LIST, name: 'Known fraudsters, 2026' },
    },
    handle: ({ orgId, params, body }, tx) => renameList(tx, orgId, params.id, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/fraud/lists/:id',
    operationId: 'deleteScreeningList',
    audit: { action: 'list.delete', does: 'deleted a list', removes: ['kind', 'entryCount'] },
    summary: 'Delete a list and its entries',
    description: 'Permanent. Earlier screenings keep the hits they found.',
    policy: { ...WRITE, stepUp: true },
    params: listParams,
    status: 200,
    data: Deleted,
    example: { data: { id: EXAMPLE_LIST.id, deleted: true } },
    errors: ['APPROVAL_REQUIRED'],
    handle: ({ orgId, params, actor }, tx) => deleteList(tx, orgId, params.id, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/lists/:id/entries',
    operationId: 'listScreeningEntries',
    summary: 'List the entries of a list',
    policy: READ,
    params: listParams,
    query: PageQuery,
    appended: ['cursor'],
    status: 200,
    data: EntryPage,
    example: {
      query: { page: 1, limit: 20 },
      data: examplePage(exampleEntry),
    },
    handle: ({ orgId, params, query }, db) => listEntries(db, orgId, params.id, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/lists/:id/entries',
    operationId: 'addScreeningEntries',
    audit: { action: 'list.add_entries', does: 'added entries to a list', shows: ['added'] },
    summary: 'Add up to 1,000 entries, all or none',
    description:
      'Every screening that starts after the answer sees the entries. Names are canonicalized like queries.',
    policy: WRITE,
    params: listParams,
    body: AddEntries,
    bodyLimitFactor: 8,
    heavy: 'bulk',
    status: 201,
    data: AddedEntries,
    example: {
      body: { entries: [EXAMPLE_ENTRY_INPUT] },
      data: { added: 1, entryIds: [exampleEntry.id] },
    },
    creates: { resource: 'entry', ids: (data: AddedEntries) => data.entryIds },
    async prepare({ services: { screening }, orgId, params, body }) {
      await screening.letIn(orgId, params.id, body.entries.length);
      return prepareEntries(body);
    },
    handle: ({ orgId, params }, tx, entries) => addEntries(tx, orgId, params.id, entries),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/fraud/lists/:id/entries/:entryId',
    operationId: 'deleteScreeningEntry',
    audit: { action: 'list.delete_entry', does: 'removed an entry from a list' },
    summary: 'Delete one entry',
    policy: WRITE,
    params: entryParams,
    status: 200,
    data: Deleted,
    example: { data: { id: exampleEntry.id, deleted: true } },
    errors: ['APPROVAL_REQUIRED'],
    handle: ({ orgId, params, actor }, tx) =>
      deleteEntry(tx, orgId, params.id, params.entryId, actor),
  }),
];
