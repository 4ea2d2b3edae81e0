import { Type } from 'typebox';
import { defineRoute, type Policy } from '../../access.ts';
import {
  EXAMPLE_CURSOR,
  examplePage,
  idParam,
  PageQuery,
} from '../../../../platform/http/schema.ts';
import { GLOBAL_LIST_PREFIX } from '../lists.ts';
import {
  ChangesQuery,
  ListChangesPage,
  ListRejections,
  ListVersionPage,
  RejectionsQuery,
} from './schemas.ts';
import { listChanges, listRejections, listVersions } from './versions.ts';

const READ: Policy = {
  scope: 'platform:admin',
  context: 'platform',
  rateLimit: 'none',
  idempotency: false,
};
const COMMON = { tag: 'Administration', extension: true } as const;
const params = Type.Object({ id: idParam('global-list', GLOBAL_LIST_PREFIX) });

/** Operators' routes for the versions of a global list. */
export const versionRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists/:id/versions',
    operationId: 'listGlobalListVersions',
    summary: 'List the versions of a global list, newest first',
    policy: READ,
    params,
    query: PageQuery,
    appended: ['cursor'],
    status: 200,
    data: ListVersionPage,
    example: {
      data: {
        items: [
          {
            revision: 2,
            importedAt: '2026-11-21T09:00:00.000Z',
            format: 'csv',
            origin: 'https://lists.example.com/sanctions.csv',
            sha256: 'b1ae2d4ae2e2ad2b20a2a1e5a28a8d8b2a5b6e64c1fa4e1a0d7c9e9d3f6b5a41',
            aliasesSha256: null,
            addressesSha256: null,
            commentsSha256: null,
            added: 1,
            changed: 0,
            removed: 0,
            rejected: 0,
            entryCount: 2,
          },
        ],
        total: 2,
        totalIsExact: true,
        page: 1,
        limit: 1,
        nextCursor: EXAMPLE_CURSOR,
      },
    },
    handle: ({ params: { id }, query }, db) => listVersions(db, id, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists/:id/rejections',
    operationId: 'listGlobalListRejections',
    summary: 'List the first skipped rows of a version’s file',
    policy: READ,
    params,
    query: RejectionsQuery,
    status: 200,
    data: ListRejections,
    example: {
      data: {
        revision: 2,
        rejected: 1,
        rejections: [{ file: 'main', line: 7, reason: 'the name is empty' }],
      },
    },
    handle: ({ params: { id }, query }, db) => listRejections(db, id, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/lists/:id/changes',
    operationId: 'listGlobalListChanges',
    summary: 'List the changes of a global list between two versions',
    description: 'Omits entries that returned to their earlier state.',
    policy: READ,
    params,
    query: ChangesQuery,
    appended: ['cursor'],
    status: 200,
    data: ListChangesPage,
    example: {
      data: {
        from: 1,
        to: 2,
        ...examplePage({
          change: 'changed',
          externalId: '36',
          entryId: 'entry_01kf3vhz6wf0p8a2m4q6s8v0x2',
          name: 'Adaeze Okonkwo',
          before: { dobs: ['1970'] },
          after: { dobs: ['1970-01-31'] },
        }),
      },
    },
    handle: ({ params: { id }, query }, db) => listChanges(db, id, query),
  }),
];
