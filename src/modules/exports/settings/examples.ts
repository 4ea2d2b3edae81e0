import type { ExportSettings } from './schemas.ts';

const EXAMPLE: ExportSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  enabled: true,
  allowedFormats: ['csv', 'json'],
  maxRowsPerExport: 100_000,
  retentionDays: 30,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getExportSettings: { data: EXAMPLE },
  updateExportSettings: { body: { retentionDays: 7 }, data: { ...EXAMPLE, retentionDays: 7 } },
};
