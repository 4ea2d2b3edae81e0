import { Type, type Static } from 'typebox';
import {
  Instant,
  Nullable,
  PageOf,
  pageQuery,
  PAGE_CAP,
  rangeQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../platform/http/schema.ts';
import { TIME_ZONE_PATTERN } from '../../platform/calendar/iso-time.ts';
import { DATA_TYPES } from '../declared.ts';
import { definePattern } from '../../platform/http/validate.ts';

export const EXPORT_PREFIX = 'export';

export const DataType = StringEnum('ExportDataType', DATA_TYPES);
export type DataType = Static<typeof DataType>;
const FORMATS = ['CSV', 'JSON', 'XLSX'] as const;
export const Format = StringEnum('ExportFormat', FORMATS);
export type Format = Static<typeof Format>;
const STATUSES = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;

export const CreateExport = Strict({
  dataType: StringEnum('ExportDataType', DATA_TYPES, {
    description: 'Kind of exported data.',
  }),
  format: Type.Optional(
    StringEnum('ExportFormat', FORMATS, {
      default: 'CSV',
      description: 'Format of the file; `XLSX` only where the organization’s settings allow it.',
    }),
  ),
  filters: Type.Optional(
    Strict({
      dateFrom: Type.Optional(Instant('ISO 8601. Rows of this time or later.')),
      dateTo: Type.Optional(Instant('ISO 8601. Rows before this time; must be after `dateFrom`.')),
      service: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description:
            'Name of a service, such as `email`, `sms` or `storage`: for messages the slug of the channel, for ' +
            'webhooks the first word of the event type, for usage and invoices the service itself, for cases and hits the status, for screenings the ' +
            'outcome, for decisions the decision, for screening jobs the id of a job, for verifications the kind.',
        }),
      ),
      after: Type.Optional(
        Type.String({
          maxLength: 128,
          description:
            'Id of an export of the same data type that is `truncated`: only rows that come after its last one. With ' +
            'its other filters, the two files hold every row once.',
        }),
      ),
    }),
  ),
  csv: Type.Optional(
    Strict(
      {
        bom: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'True if the file begins with a byte order mark, by which Excel recognizes UTF-8.',
          }),
        ),
        delimiter: Type.Optional(
          Type.String({
            default: ',',
            maxLength: 1,
            pattern: definePattern('^[,;\t]$', 'must be a comma, a semicolon or a tab'),
            description: 'Separator of cells: a comma, a semicolon or a tab.',
          }),
        ),
        timezone: Type.Optional(
          Type.String({
            default: 'UTC',
            maxLength: 64,
            'x-pattern': TIME_ZONE_PATTERN,
            description:
              'Time zone of the times in the file, by its IANA name, such as `Africa/Lagos`. Each time then has its offset.',
          }),
        ),
      },
      { description: 'Settings of a CSV file; only with the format `CSV`.' },
    ),
  ),
});
export type CreateExport = Static<typeof CreateExport>;

export const Export = Type.Object(
  {
    id: Type.String({ description: 'Id of the export, for polling.' }),
    organizationId: Type.String(),
    dataType: DataType,
    format: Format,
    status: StringEnum('ExportStatus', STATUSES, {
      description: 'A download can be expected once it is `COMPLETED`; `FAILED` is final.',
    }),
    downloadUrl: Nullable(
      Type.String({
        description:
          'Where the file can be fetched without a key until `expiresAt`: treat it like a password. Null unless ' +
          'the status is `COMPLETED`, and again once it has expired.',
      }),
    ),
    fileSize: Nullable(Type.Integer({ description: 'Bytes. Set once it is `COMPLETED`.' })),
    recordCount: Nullable(
      Type.Integer({ description: 'Rows in the file; while it is `PROCESSING`, rows so far.' }),
    ),
    completedAt: Nullable(Timestamp('When it was completed or failed.')),
    expiresAt: Nullable(Timestamp('When the file is deleted; the record stays.')),
    createdAt: Timestamp('When it was requested.'),
    sha256: Nullable(
      Type.String({ description: 'SHA-256 of the file, in hexadecimal; also its ETag.' }),
    ),
    truncated: Type.Boolean({
      description:
        'Whether there were more rows than the organization’s `maxRowsPerExport`: the file holds the first ones. An ' +
        'export with this one’s id as `filters.after` has the next ones.',
    }),
    error: Nullable(Type.String({ description: 'The reason of the failure in words.' })),
    filters: Type.Optional(
      Type.Object(
        {
          dateFrom: Nullable(Timestamp('Rows of this time or later; null: from the first one.')),
          dateTo: Nullable(Timestamp('Rows before this time; null: up to the last one.')),
          service: Nullable(Type.String()),
        },
        {
          title: 'ExportFilters',
          description:
            'The filters as they are applied: a date without a time is its first moment in UTC.',
        },
      ),
    ),
    csv: Type.Optional(
      Nullable(
        Type.Object(
          { bom: Type.Boolean(), delimiter: Type.String(), timezone: Type.String() },
          { title: 'ExportCsv' },
        ),
        { description: 'How the CSV file is written; null for another format.' },
      ),
    ),
    cutTexts: Type.Optional(
      Nullable(
        Type.Integer({
          description:
            'Number of texts that were cut to 32,767 characters, the maximum of a workbook cell. Null for other formats.',
        }),
      ),
    ),
  },
  { title: 'ExportJob' },
);
export type Export = Static<typeof Export>;
export const ExportPage = PageOf(Export);
export const ExportQuery = Type.Object({
  dataType: Type.Optional(
    StringEnum('ExportDataType', DATA_TYPES, { description: 'Only exports of this data.' }),
  ),
  status: Type.Optional(
    StringEnum('ExportStatus', STATUSES, { description: 'Only exports in this state.' }),
  ),
  ...rangeQuery('asked for'),
  ...pageQuery(PAGE_CAP),
});
export type ExportQuery = Static<typeof ExportQuery>;

/** One attempt to make one file. Each attempt has its own key, so no two attempts write the same file. */
export type FileKey = { orgId: string; exportId: string; attempt: number; format: Format };
