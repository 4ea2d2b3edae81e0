import { Type } from 'typebox';
import { defineRoute, type Policy } from './access.ts';
import { Deleted, idParam, examplePage } from '../../platform/http/schema.ts';
import { cancelExport, createExport, exportProblems, getExport, listExports } from './exports.ts';
import { CreateExport, Export, EXPORT_PREFIX, ExportPage, ExportQuery } from './schemas.ts';

const READ: Policy = {
  scope: 'exports:create',
  context: 'organization',
  rateLimit: 'exports-read',
  idempotency: false,
};
const WRITE: Policy = { ...READ, rateLimit: 'exports', idempotency: true };
const CONTRACT = { tag: 'Exports', extension: false } as const;
const EXTENSION = { tag: 'Exports', extension: true } as const;
const params = Type.Object({ exportId: idParam('export', EXPORT_PREFIX) });

const PENDING: Export = {
  id: 'export_01kf3w8k2m4p6r8t0v2x4z6b8d',
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  dataType: 'messages',
  format: 'CSV',
  status: 'PENDING',
  downloadUrl: null,
  fileSize: null,
  recordCount: null,
  completedAt: null,
  expiresAt: null,
  createdAt: '2026-11-22T09:40:00.000Z',
  sha256: null,
  truncated: false,
  error: null,
  filters: {
    dateFrom: '2026-10-01T00:00:00.000Z',
    dateTo: '2026-11-01T00:00:00.000Z',
    service: null,
  },
  csv: { bom: false, delimiter: ',', timezone: 'UTC' },
  cutTexts: null,
};
const COMPLETED: Export = {
  ...PENDING,
  status: 'COMPLETED',
  downloadUrl:
    'https://api.example.com/api/downloads/export_01kf3w8k2m4p6r8t0v2x4z6b8d?org=org_01kf3v8e3zfk2tjq0xw5c8m9ra&exp=1797932402&kid=1&sig=9RZkTz0cC7mNq4v1xYb2Uu8oWfJ3dKsLhG5aPiEeQtM',
  fileSize: 48_213,
  recordCount: 312,
  completedAt: '2026-11-22T09:40:02.118Z',
  expiresAt: '2026-12-22T09:40:02.118Z',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

export const exportRoutes = [
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
    example: {
      body: {
        dataType: 'messages',
        format: 'CSV',
        filters: { dateFrom: '2026-10-01T00:00:00Z', dateTo: '2026-11-01T00:00:00Z' },
      },
      data: PENDING,
    },
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
    status: 200,
    data: Export,
    example: { data: COMPLETED },
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
    status: 200,
    data: ExportPage,
    example: {
      query: { page: 1, limit: 20 },
      data: examplePage(COMPLETED),
    },
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
    status: 200,
    data: Deleted,
    errors: ['CONFLICT'],
    example: { data: { id: PENDING.id, deleted: true } },
    handle: ({ orgId, params: { exportId } }, tx) => cancelExport(tx, orgId, exportId),
  }),
];
