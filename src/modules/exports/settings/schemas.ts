import { Type, type Static } from 'typebox';
import { Strict, StringEnum } from '../../../platform/http/schema.ts';

export const ALLOWED_FORMATS = ['csv', 'json', 'xlsx'] as const;
export const MAX_ROWS = 10_000_000;
export const MAX_RETENTION_DAYS = 3650;

const fields = {
  enabled: Type.Boolean({
    description: 'Whether exports can be asked for; those under way are finished all the same.',
  }),
  allowedFormats: Type.Array(StringEnum('AllowedExportFormat', ALLOWED_FORMATS), {
    minItems: 1,
    maxItems: ALLOWED_FORMATS.length,
    uniqueItems: true,
    description: 'Formats that can be asked for: `csv` and `json` where nobody has set others.',
  }),
  maxRowsPerExport: Type.Integer({
    minimum: 1,
    maximum: MAX_ROWS,
    description: 'Rows in one file at most; of more, the first ones are exported.',
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
