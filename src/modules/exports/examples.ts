import { examplePage } from '../../platform/http/schema.ts';
import type { Export } from './schemas.ts';
import type { ExportSettings } from './settings/schemas.ts';

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

const EXAMPLE: ExportSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  enabled: true,
  allowedFormats: ['csv', 'json'],
  maxRowsPerExport: 100_000,
  retentionDays: 30,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createExport: {
    body: {
      dataType: 'messages',
      format: 'CSV',
      filters: { dateFrom: '2026-10-01T00:00:00Z', dateTo: '2026-11-01T00:00:00Z' },
    },
    data: PENDING,
  },
  getExport: { data: COMPLETED },
  listExports: {
    query: { page: 1, limit: 20 },
    data: examplePage(COMPLETED),
  },
  cancelExport: { data: { id: PENDING.id, deleted: true } },
  getExportSettings: { data: EXAMPLE },
  updateExportSettings: { body: { retentionDays: 7 }, data: { ...EXAMPLE, retentionDays: 7 } },
};
