import { ORGANIZATION_READ } from '../../platform/http/policy.ts';
import { Type } from 'typebox';
import { defineRoute, type Policy } from './access.ts';
import { Deleted, idParam } from '../../platform/http/schema.ts';
import { cancelExport, createExport, exportProblems, getExport, listExports } from './exports.ts';
import { CreateExport, Export, EXPORT_PREFIX, ExportPage, ExportQuery } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../platform/http/route.ts';

const READ: Policy = { ...ORGANIZATION_READ, scope: 'exports:create', rateLimit: 'exports-read' };
const WRITE: Policy = { ...READ, rateLimit: 'exports', idempotency: true };
const CONTRACT = { tag: 'Exports', extension: false } as const;
const EXTENSION = { tag: 'Exports', extension: true } as const;
const params = Type.Object({ exportId: idParam('export', EXPORT_PREFIX) });

export const exportRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...CONTRACT,
    method: 'POST',
    path: '/exports',
    operationId: 'createExport',
    audit: { action: 'export.create', does: 'requested an export', shows: ['dataType', 'format'] },
    summary: 'Request an export',
    description:
      'The file is made in the background: poll `GET /exports/{exportId}`, or subscribe to `export.completed` and ' +
      '`export.failed`. The file has one consistent snapshot of the data, from the time when it is created.',
    policy: WRITE,
    body: CreateExport,
    check: ({ body }) => exportProblems(body),
    status: 201,
    data: Export,
    errors: ['SERVICE_DISABLED', 'FORBIDDEN', 'DETECTION_PACK_REQUIRED'],
    creates: { resource: 'export', ids: (data: Export) => [data.id] },
    handle: ({ services: { urls, exportable }, orgId, body, origin, principal }, tx) =>
      createExport(tx, orgId, body, { urls, exportable, origin, caller: principal }),
  }),
  defineRoute({
    ...CONTRACT,
    method: 'GET',
    path: '/exports/:exportId',
    operationId: 'getExport',
    summary: 'Fetch an export',
    description:
      '`downloadUrl` works without a key, with `Range`, `If-Range` and `HEAD`, until `expiresAt`; the file’s ' +
      '`ETag` is its SHA-256. With another file’s or a changed signature the answer is 403, after the expiry 410.',
    policy: READ,
    params,
    data: Export,
    handle: (
      { services: { urls, exportable }, orgId, params: { exportId }, origin, principal },
      db,
    ) => getExport(db, orgId, exportId, { urls, exportable, origin, caller: principal }),
  }),
  defineRoute({
    ...EXTENSION,
    method: 'GET',
    path: '/exports',
    operationId: 'listExports',
    summary: 'List exports, newest first',
    policy: READ,
    query: ExportQuery,
    appended: ['dataType', 'status', 'from', 'to', 'cursor'],
    data: ExportPage,
    handle: ({ services: { urls, exportable }, orgId, query, origin, principal }, db) =>
      listExports(db, orgId, query, { urls, exportable, origin, caller: principal }),
  }),
  defineRoute({
    ...EXTENSION,
    method: 'DELETE',
    path: '/exports/:exportId',
    operationId: 'cancelExport',
    audit: { action: 'export.cancel', does: 'cancelled an export' },
    summary: 'Cancel an export that is not finished',
    description: 'No file remains. 409 once it is completed or failed.',
    policy: WRITE,
    params,
    data: Deleted,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { exportId } }, tx) => cancelExport(tx, orgId, exportId),
  }),
]);
