import { Changed } from '../../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { getOrganization } from '../../tenants/index.ts';
import type { ExportSettings, UpdateExportSettings } from './schemas.ts';
import * as store from './store.ts';

const DEFAULTS: store.SettingsRow = {
  enabled: true,
  allowed_formats: ['csv', 'json'],
  max_rows_per_export: 100_000,
  retention_days: 30,
};

function toSettings(organizationId: string, row: store.SettingsRow): ExportSettings {
  return {
    organizationId,
    enabled: row.enabled,
    allowedFormats: row.allowed_formats as ExportSettings['allowedFormats'],
    maxRowsPerExport: row.max_rows_per_export,
    retentionDays: row.retention_days,
  };
}

/** Reads the settings of an existing organization. */
export async function settingsOf(db: Queryable, orgId: string): Promise<ExportSettings> {
  return toSettings(orgId, (await store.selectSettings(db, orgId)) ?? DEFAULTS);
}

/** @throws ApiError NOT_FOUND */
export async function getSettings(db: Queryable, orgId: string): Promise<ExportSettings> {
  await getOrganization(db, orgId);
  return settingsOf(await bucketOf(db, orgId), orgId);
}

/** Changes the settings for later exports. @throws ApiError NOT_FOUND */
export async function updateSettings(
  tx: Tx,
  orgId: string,
  input: UpdateExportSettings,
): Promise<Changed<ExportSettings>> {
  await getOrganization(tx, orgId);
  const { enabled, allowedFormats, maxRowsPerExport, retentionDays } = input;
  const change = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(allowedFormats === undefined ? {} : { allowed_formats: allowedFormats }),
    ...(maxRowsPerExport === undefined ? {} : { max_rows_per_export: maxRowsPerExport }),
    ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
  };
  const own = await bucketOf(tx, orgId);
  const before = await settingsOf(own, orgId);
  if (Object.keys(change).length === 0) return new Changed(before, before);
  const row = await store.upsertSettings(own, orgId, change);
  return new Changed(before, toSettings(orgId, row));
}
