import { Type } from 'typebox';
import { defineRoute } from '../../access.ts';
import { PLATFORM_READ } from '../../../../platform/http/policy.ts';
import { idParam, PageQuery } from '../../../../platform/http/schema.ts';
import { GLOBAL_LIST_PREFIX } from '../lists.ts';
import {
  ChangesQuery,
  ListChangesPage,
  ListRejections,
  ListVersionPage,
  RejectionsQuery,
} from './schemas.ts';
import { listChanges, listRejections, listVersions } from './versions.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../../platform/http/route.ts';

const COMMON = { tag: 'Administration', extension: true } as const;
const params = Type.Object({ id: idParam('global-list', GLOBAL_LIST_PREFIX) });

/** Operators' routes for the versions of a global list. */
export const versionRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists/:id/versions',
    operationId: 'listGlobalListVersions',
    summary: 'List the versions of a global list, newest first',
    policy: PLATFORM_READ,
    params,
    query: PageQuery,
    appended: ['cursor'],
    data: ListVersionPage,
    handle: ({ params: { id }, query }, db) => listVersions(db, id, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists/:id/rejections',
    operationId: 'listGlobalListRejections',
    summary: 'List the first skipped rows of a version’s file',
    policy: PLATFORM_READ,
    params,
    query: RejectionsQuery,
    data: ListRejections,
    handle: ({ params: { id }, query }, db) => listRejections(db, id, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists/:id/changes',
    operationId: 'listGlobalListChanges',
    summary: 'List the changes of a global list between two versions',
    description: 'Omits entries that returned to their earlier state.',
    policy: PLATFORM_READ,
    params,
    query: ChangesQuery,
    appended: ['cursor'],
    data: ListChangesPage,
    handle: ({ params: { id }, query }, db) => listChanges(db, id, query),
  }),
]);
