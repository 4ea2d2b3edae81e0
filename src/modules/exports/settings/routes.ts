import { Type } from 'typebox';
import { defineRoute, type Policy } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { PLATFORM_SCOPE } from '../../../platform/http/policy.ts';
import { ExportSettings, UpdateExportSettings } from './schemas.ts';
import { getSettings, updateSettings } from './settings.ts';

const READ: Policy = {
  scope: PLATFORM_SCOPE,
  context: 'platform',
  rateLimit: 'none',
  idempotency: false,
};
const common = {
  tag: 'Administration',
  extension: true,
  path: '/admin/organizations/:id/export-settings',
  params: Type.Object({ id: idParam('organization', 'org') }),
  data: ExportSettings,
  status: 200,
} as const;

const EXAMPLE: ExportSettings = {
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  enabled: true,
  allowedFormats: ['csv', 'json'],
  maxRowsPerExport: 100_000,
  retentionDays: 30,
};

/** The operators' routes for the limits of an organization's exports. */
export const settingsRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    operationId: 'getExportSettings',
    summary: "Fetch an organization's export settings",
    policy: READ,
    example: { data: EXAMPLE },
    handle: ({ params }, db) => getSettings(db, params.id),
  }),
  defineRoute({
    ...common,
    method: 'PATCH',
    operationId: 'updateExportSettings',
    audit: {
      action: 'export_settings.update',
      does: 'changed the limits of exports',
      organization: ({ params }) => params.id,
      shows: ['enabled', 'allowedFormats', 'maxRowsPerExport', 'retentionDays'],
    },
    summary: "Change an organization's export settings",
    description: 'They apply to later requests for exports.',
    policy: { ...READ, idempotency: true },
    body: UpdateExportSettings,
    example: { body: { retentionDays: 7 }, data: { ...EXAMPLE, retentionDays: 7 } },
    handle: ({ params, body }, tx) => updateSettings(tx, params.id, body),
  }),
];
