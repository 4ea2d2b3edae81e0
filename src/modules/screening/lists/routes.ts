import { Type } from 'typebox';
import { defineRoute, type Policy } from '../access.ts';
import { Deleted, PageQuery, idParam } from '../../../platform/http/schema.ts';
import { addEntries, deleteEntry, ENTRY_PREFIX, listEntries, prepareEntries } from './entries.ts';
import { createList, deleteList, getList, listLists, LIST_PREFIX, renameList } from './lists.ts';
import {
  AddedEntries,
  AddEntries,
  CreateList,
  EntryPage,
  List,
  Lists,
  RenameList,
  type Entry,
} from './schemas.ts';

const read: Policy = {
  scope: 'fraud:manage',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'lists',
  idempotency: false,
};
const write: Policy = { ...read, idempotency: true };
const common = { tag: 'Screening lists', extension: false } as const;

const listParams = Type.Object({ id: idParam('list', LIST_PREFIX) });
const entryParams = Type.Object({
  id: idParam('list', LIST_PREFIX),
  entryId: idParam('entry', ENTRY_PREFIX),
});

const exampleList: List = {
  id: 'list_01kf3vbq2ye5rstv5n1v0m2r8k',
  source: 'internal:fraud-2026',
  name: 'Known fraudsters',
  kind: 'tenant_blocklist',
  entryCount: 1,
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:41:00.000Z',
};
const exampleEntryInput = { name: 'Dr. Seán O’Brien-Smith Jr.', dob: '1980-02-29', country: 'ie' };
const exampleEntry: Entry = {
  id: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
  name: exampleEntryInput.name,
  canonicalName: 'sean o brien smith',
  dob: exampleEntryInput.dob,
  country: 'IE',
  identifiers: null,
  raw: { ...exampleEntryInput, country: 'IE' },
  createdAt: '2026-11-21T09:41:00.000Z',
};

/** The endpoints of tenant screening lists. */
export const listRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/fraud/lists',
    operationId: 'listScreeningLists',
    summary: "List the organization's screening lists",
    policy: read,
    status: 200,
    data: Lists,
    example: { data: { lists: [exampleList] } },
    handle: ({ orgId }, db) => listLists(db, orgId),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/fraud/lists',
    operationId: 'createScreeningList',
    summary: 'Create a blocklist or an allowlist',
    policy: write,
    body: CreateList,
    status: 201,
    data: List,
    errors: ['CONFLICT'],
    example: {
      body: { source: exampleList.source, name: exampleList.name, kind: exampleList.kind },
      data: { ...exampleList, entryCount: 0, updatedAt: exampleList.createdAt },
    },
    creates: { resource: 'list', ids: (data: List) => [data.id] },
    handle: ({ orgId, body }, tx) => createList(tx, orgId, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/fraud/lists/:id',
    operationId: 'getScreeningList',
    summary: 'Fetch a list',
    policy: read,
    params: listParams,
    status: 200,
    data: List,
    example: { data: exampleList },
    handle: ({ orgId, params }, db) => getList(db, orgId, params.id),
  }),
  defineRoute({
    ...common,
    method: 'PATCH',
    path: '/fraud/lists/:id',
    operationId: 'renameScreeningList',
    summary: 'Rename a list',
    policy: write,
    params: listParams,
    body: RenameList,
    status: 200,
    data: List,
    example: {
      body: { name: 'Known fraudsters, 2026' },
      data: { ...exampleList, name: 'Known fraudsters, 2026' },
    },
    handle: ({ orgId, params, body }, tx) => renameList(tx, orgId, params.id, body),
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: '/fraud/lists/:id',
    operationId: 'deleteScreeningList',
    summary: 'Delete a list and its entries',
    description: 'For good. Earlier screenings keep the hits they found.',
    policy: write,
    params: listParams,
    status: 200,
    data: Deleted,
    example: { data: { id: exampleList.id, deleted: true } },
    handle: ({ orgId, params }, tx) => deleteList(tx, orgId, params.id),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/fraud/lists/:id/entries',
    operationId: 'listScreeningEntries',
    summary: 'List the entries of a list',
    policy: read,
    params: listParams,
    query: PageQuery,
    status: 200,
    data: EntryPage,
    example: {
      query: { page: 1, limit: 20 },
      data: { items: [exampleEntry], total: 1, page: 1, limit: 20 },
    },
    handle: ({ orgId, params, query }, db) => listEntries(db, orgId, params.id, query),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/fraud/lists/:id/entries',
    operationId: 'addScreeningEntries',
    summary: 'Add up to 1,000 entries, all or none',
    description:
      'Every screening that starts after the answer sees the entries. Names are canonicalised like queries.',
    policy: write,
    params: listParams,
    body: AddEntries,
    bodyLimitFactor: 8,
    bulk: true,
    status: 201,
    data: AddedEntries,
    example: {
      body: { entries: [exampleEntryInput] },
      data: { added: 1, entryIds: [exampleEntry.id] },
    },
    creates: { resource: 'entry', ids: (data: AddedEntries) => data.entryIds },
    prepare: ({ body }) => prepareEntries(body),
    handle: ({ orgId, params }, tx, entries) => addEntries(tx, orgId, params.id, entries),
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: '/fraud/lists/:id/entries/:entryId',
    operationId: 'deleteScreeningEntry',
    summary: 'Delete one entry',
    policy: write,
    params: entryParams,
    status: 200,
    data: Deleted,
    example: { data: { id: exampleEntry.id, deleted: true } },
    handle: ({ orgId, params }, tx) => deleteEntry(tx, orgId, params.id, params.entryId),
  }),
];
