import { Type } from 'typebox';
import { defineRoute } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { PLATFORM_READ, PLATFORM_WRITE } from '../../../platform/http/policy.ts';
import { ExportSettings, UpdateExportSettings } from './schemas.ts';
import { getSettings, updateSettings } from './settings.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const common = {
  tag: 'Administration',
  extension: true,
  path: '/admin/organizations/:id/export-settings',
  params: Type.Object({ id: idParam('organization', 'org') }),
  data: ExportSettings,
} as const;

/** The operators' routes for the limits of an organization's exports. */
export const settingsRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...common,
    method: 'GET',
    operationId: 'getExportSettings',
    summary: "Fetch an organization's export settings",
    policy: PLATFORM_READ,
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
    policy: PLATFORM_WRITE,
    body: UpdateExportSettings,
    handle: ({ params, body }, tx) => updateSettings(tx, params.id, body),
  }),
]);
