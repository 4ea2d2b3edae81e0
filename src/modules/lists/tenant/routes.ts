import { Type } from 'typebox';
import { defineRoute, LISTS_READ, LISTS_WRITE } from '../access.ts';
import { Deleted, PageQuery, idParam } from '../../../platform/http/schema.ts';
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
} from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Screening lists', extension: false } as const;

const listParams = Type.Object({ id: idParam('list', LIST_PREFIX) });
const entryParams = Type.Object({
  id: idParam('list', LIST_PREFIX),
  entryId: idParam('entry', ENTRY_PREFIX),
});

/** Routes of organizations' lists. */
export const listRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/lists',
    operationId: 'listScreeningLists',
    summary: "List the organization's screening lists",
    description: 'Returns all of them without `page`, `limit` and `cursor`.',
    policy: LISTS_READ,
    query: ListQuery,
    data: Lists,
    handle: ({ orgId, query }, db) => listLists(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/lists',
    operationId: 'createScreeningList',
    audit: { action: 'list.create', does: 'created a list', shows: ['kind'] },
    summary: 'Create a blocklist or an allowlist',
    policy: LISTS_WRITE,
    body: CreateList,
    status: 201,
    data: List,
    errors: ['CONFLICT'],
    creates: { resource: 'list', ids: (data: List) => [data.id] },
    handle: ({ orgId, body }, tx) => createList(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/lists/:id',
    operationId: 'getScreeningList',
    summary: 'Fetch a list',
    policy: LISTS_READ,
    params: listParams,
    data: List,
    handle: ({ orgId, params }, db) => getList(db, orgId, params.id),
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/fraud/lists/:id',
    operationId: 'renameScreeningList',
    audit: { action: 'list.rename', does: 'renamed a list', shows: ['kind'], compares: ['name'] },
    summary: 'Rename a list',
    policy: LISTS_WRITE,
    params: listParams,
    body: RenameList,
    data: List,
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
    policy: { ...LISTS_WRITE, stepUp: true },
    params: listParams,
    data: Deleted,
    errors: ['APPROVAL_REQUIRED'],
    handle: ({ services: { hasHits }, orgId, params, actor }, tx) =>
      deleteList(tx, orgId, params.id, actor, hasHits),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/lists/:id/entries',
    operationId: 'listScreeningEntries',
    summary: 'List the entries of a list',
    policy: LISTS_READ,
    params: listParams,
    query: PageQuery,
    appended: ['cursor'],
    data: EntryPage,
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
    policy: LISTS_WRITE,
    params: listParams,
    body: AddEntries,
    bodyLimitFactor: 8,
    heavy: 'bulk',
    status: 201,
    data: AddedEntries,
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
    policy: LISTS_WRITE,
    params: entryParams,
    data: Deleted,
    errors: ['APPROVAL_REQUIRED'],
    handle: ({ services: { hasHits }, orgId, params, actor }, tx) =>
      deleteEntry(tx, orgId, params.id, params.entryId, actor, hasHits),
  }),
]);
