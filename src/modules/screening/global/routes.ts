import { Type } from 'typebox';
import type { Policy } from '../../../platform/http/policy.ts';
import { defineRoute, type AnyRoute } from '../../../platform/http/route.ts';
import { Deleted, PageQuery, idParam } from '../../../platform/http/schema.ts';
import { importList } from './import-list.ts';
import { deleteGlobalList, getGlobalList, GLOBAL_LIST_PREFIX, listGlobalLists } from './lists.ts';
import { GlobalList, GlobalListPage, ImportReport, ImportRequest } from './schemas.ts';

const read: Policy = {
  scope: 'platform:admin',
  context: 'platform',
  rateLimit: 'none',
  idempotency: false,
};
const write: Policy = { ...read, idempotency: true };
const common = { tag: 'Administration', extension: true } as const;
const params = Type.Object({ id: idParam('global-list', GLOBAL_LIST_PREFIX) });

const exampleList: GlobalList = {
  id: 'glist_01kf3vhz6wf0p8a2m4q6s8v0x2',
  source: 'example:sanctions',
  name: 'Example sanctions',
  kind: 'sanctions',
  format: 'csv',
  entryCount: 1,
  revision: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
  importedAt: '2026-11-21T09:00:00.000Z',
};

/** Operators' routes for the lists that every organization is screened against. */
export const globalListRoutes: AnyRoute[] = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/admin/lists',
    operationId: 'importGlobalList',
    summary: 'Import a global list, replacing the one with this source',
    description:
      'Atomic: screenings use the old list until the import is complete. Large files: `oriki list import`.',
    policy: write,
    body: ImportRequest,
    bodyLimitFactor: 64,
    status: 201,
    data: ImportReport,
    errors: ['CONFLICT'],
    example: {
      body: {
        kind: 'sanctions',
        source: exampleList.source,
        name: exampleList.name,
        format: 'csv',
        content: 'name,dob,country\nAdaeze Okonkwo,1970-01-31,NG\n',
      },
      data: {
        list: exampleList,
        added: 1,
        changed: 0,
        removed: 0,
        unchanged: 0,
        rejected: 0,
        rejections: [],
      },
    },
    creates: { resource: 'global-list', ids: (data: ImportReport) => [data.list.id] },
    handle: ({ body: { content, aliases, ...rest } }, tx) =>
      importList(tx, {
        ...rest,
        main: oneChunk(content),
        ...(aliases === undefined ? {} : { aliases: oneChunk(aliases) }),
      }),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/lists',
    operationId: 'listGlobalLists',
    summary: 'List the global lists',
    policy: read,
    query: PageQuery,
    status: 200,
    data: GlobalListPage,
    example: { data: { items: [exampleList], total: 1, page: 1, limit: 20 } },
    handle: ({ query }, db) => listGlobalLists(db, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/admin/lists/:id',
    operationId: 'getGlobalList',
    summary: 'Fetch a global list',
    policy: read,
    params,
    status: 200,
    data: GlobalList,
    example: { data: exampleList },
    handle: ({ params: { id } }, db) => getGlobalList(db, id),
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: '/admin/lists/:id',
    operationId: 'deleteGlobalList',
    summary: 'Delete a global list and its entries',
    policy: write,
    params,
    status: 200,
    data: Deleted,
    example: { data: { id: exampleList.id, deleted: true } },
    handle: ({ params: { id } }, tx) => deleteGlobalList(tx, id),
  }),
];

async function* oneChunk(text: string): AsyncIterable<string> {
  yield text;
}
