import { Type } from 'typebox';
import { bytesOfBase64 } from '../../../platform/http/body/base64.ts';
import { afterCommit } from '../../../platform/db/transaction-scope.ts';
import { stepUpRefusal } from '../../../platform/http/admission.ts';
import { defineRoute } from '../access.ts';
import { OPERATE, PLATFORM_READ } from '../../../platform/http/policy.ts';
import { Deleted, PageQuery, idParam } from '../../../platform/http/schema.ts';
import { MAPPED } from '../import/mapping/mapped-format.ts';
import { readerProblems } from '../import/mapping/schemas.ts';
import { GlobalEntryQuery, GlobalListEntryPage, listGlobalEntries } from './entries.ts';
import { checksumsOf } from './hashed-files.ts';
import { importList } from './import-list.ts';
import { deleteGlobalList, getGlobalList, GLOBAL_LIST_PREFIX, listGlobalLists } from './lists.ts';
import { originProblems, requestRefresh, setOrigin, toOrigin } from './refresh/origins.ts';
import {
  GlobalList,
  GlobalListPage,
  ImportReport,
  ImportRequest,
  RefreshRequest,
  UpdateGlobalList,
} from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Administration', extension: true } as const;
const params = Type.Object({ id: idParam('global-list', GLOBAL_LIST_PREFIX) });

/** Operators' routes for the lists that all organizations are screened against. */
export const globalListRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/lists',
    operationId: 'importGlobalList',
    audit: {
      action: 'global_list.import',
      does: 'imported a global list',
      object: ({ data }) => data.list.id,
      shows: ['added', 'changed', 'removed'],
    },
    summary: 'Import a global list, replacing the one with this source',
    description:
      'Atomic: screenings use the old list until the import is complete, and the new one after the answer. ' +
      'Large files: `oriki list import`.',
    policy: OPERATE,
    body: ImportRequest,
    bodyLimitFactor: 64,
    check: ({ body }) =>
      body.format === undefined && !body.mapping
        ? [{ path: 'format', message: 'is required without `mapping`' }]
        : readerProblems(body),
    status: 201,
    data: ImportReport,
    errors: ['CONFLICT'],
    creates: { resource: 'global-list', ids: (data: ImportReport) => [data.list.id] },
    handle: async ({ services: { screening }, body }, tx) => {
      const { content, aliases, addresses, comments, contentEncoding, ...more } = body;
      const { format = MAPPED, ...rest } = more;
      const bytes = (text: string, path: string) =>
        oneChunk(contentEncoding === 'base64' ? bytesOfBase64(text, path) : text);
      const files = () => ({
        main: bytes(content, 'content'),
        ...(aliases !== undefined && { aliases: bytes(aliases, 'aliases') }),
        ...(addresses !== undefined && { addresses: bytes(addresses, 'addresses') }),
        ...(comments !== undefined && { comments: bytes(comments, 'comments') }),
      });
      afterCommit(() => screening.catchUp());
      return importList(tx, {
        ...rest,
        format,
        ...files(),
        again: () => files().main,
        checksums: await checksumsOf(files()),
      });
    },
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists',
    operationId: 'listGlobalLists',
    summary: 'List the global lists',
    policy: PLATFORM_READ,
    query: PageQuery,
    appended: ['cursor'],
    data: GlobalListPage,
    handle: ({ query }, db) => listGlobalLists(db, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists/:id',
    operationId: 'getGlobalList',
    summary: 'Fetch a global list',
    policy: PLATFORM_READ,
    params,
    data: GlobalList,
    handle: ({ params: { id } }, db) => getGlobalList(db, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists/:id/entries',
    operationId: 'listGlobalListEntries',
    summary: 'List the entries of a global list by the publisher’s ids',
    policy: PLATFORM_READ,
    params,
    query: GlobalEntryQuery,
    appended: ['name'],
    data: GlobalListEntryPage,
    handle: ({ params: { id }, query }, db) => listGlobalEntries(db, id, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/admin/lists/:id',
    operationId: 'deleteGlobalList',
    audit: {
      action: 'global_list.delete',
      does: 'deleted a global list',
      removes: ['source', 'kind', 'entryCount', 'revision'],
    },
    summary: 'Delete a global list and its entries',
    policy: { ...OPERATE, stepUp: true },
    params,
    data: Deleted,
    handle: ({ services: { screening }, params: { id } }, tx) => {
      afterCommit(() => screening.catchUp());
      return deleteGlobalList(tx, id);
    },
  }),
  defineRoute({
    ...COMMON,
    method: 'PATCH',
    path: '/admin/lists/:id',
    operationId: 'updateGlobalList',
    audit: {
      action: 'global_list.update',
      does: 'changed the origin of a global list',
      shows: ['source', 'format'],
    },
    summary: 'Set the origin of a global list',
    description:
      'With an interval, the worker fetches it immediately and then repeatedly. ' +
      'A file that cannot be fetched or read, or would remove more than half of a list, changes nothing.',
    policy: OPERATE,
    params,
    body: UpdateGlobalList,
    check: ({ services: { targetProblem }, body }) => originProblems(body, targetProblem),
    data: GlobalList,
    prepare: ({ services: { originKeys }, params: { id }, body }, db) =>
      toOrigin(originKeys, db, id, body),
    handle: ({ params: { id } }, tx, origin) =>
      origin === undefined ? getGlobalList(tx, id) : setOrigin(tx, id, origin),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/admin/lists/:id/refresh',
    operationId: 'refreshGlobalList',
    audit: {
      action: 'global_list.refresh',
      does: 'requested a fetch of a global list',
      shows: ['source', 'revision'],
    },
    summary: 'Fetch a global list from its origin as soon as possible',
    description:
      'The answer does not wait for the fetch; `origin` of the list then has the result. `allowShrink` accepts only the file that was ' +
      'rejected: one operator requests it with `POST /admin/approvals`, and another, who must have signed in ' +
      'recently, sends this request.',
    policy: OPERATE,
    params,
    body: RefreshRequest,
    status: 202,
    data: GlobalList,
    errors: ['CONFLICT', 'APPROVAL_REQUIRED', 'STEP_UP_REQUIRED'],
    handle: ({ params: { id }, body, actor, principal }, tx) => {
      const refusal = body.allowShrink ? stepUpRefusal(principal) : undefined;
      if (refusal) throw refusal;
      return requestRefresh(tx, id, body, actor);
    },
  }),
]);

async function* oneChunk(text: string | Uint8Array): AsyncIterable<string | Uint8Array> {
  yield text;
}
