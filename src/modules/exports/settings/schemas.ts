import { Type, type Static } from 'typebox';
import { Strict, StringEnum } from '../../../platform/http/schema.ts';

export const ALLOWED_FORMATS = ['csv', 'json', 'xlsx'] as const;
export const MAX_ROWS = 10_000_000;
export const MAX_RETENTION_DAYS = 3650;

const fields = {
  enabled: Type.Boolean({
    description: 'Allows requests for exports; exports in progress finish in any case.',
  }),
  allowedFormats: Type.Array(StringEnum('AllowedExportFormat', ALLOWED_FORMATS), {
    minItems: 1,
    maxItems: ALLOWED_FORMATS.length,
    uniqueItems: true,
    description: 'Allowed formats. Default: `csv` and `json`.',
  }),
  maxRowsPerExport: Type.Integer({
    minimum: 1,
    maximum: MAX_ROWS,
    description: 'Maximum number of rows in one file; further rows are omitted.',
  }),
  retentionDays: Type.Integer({
    minimum: 1,
    maximum: MAX_RETENTION_DAYS,
    description: 'Days after which a finished file is deleted.',
  }),
};

export const ExportSettings = Type.Object(
  { organizationId: Type.String(), ...fields },
  { title: 'ExportSettings' },
);
export type ExportSettings = Static<typeof ExportSettings>;

export const UpdateExportSettings = Strict({
  enabled: Type.Optional(fields.enabled),
  allowedFormats: Type.Optional(fields.allowedFormats),
  maxRowsPerExport: Type.Optional(fields.maxRowsPerExport),
  retentionDays: Type.Optional(fields.retentionDays),
});
export type UpdateExportSettings = Static<typeof UpdateExportSettings>;
