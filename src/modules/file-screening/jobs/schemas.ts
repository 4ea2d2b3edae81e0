import { Type, type Static } from 'typebox';
import {
  BASE64_PATTERN,
  Nullable,
  PageOf,
  pageQuery,
  PAGE_CAP,
  rangeQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { AskedColumn, AskedDateFormat, FileReading } from '../../lists/index.ts';
import { LIST_KINDS } from '../../../matching/index.ts';
import { limit, MAX_HITS, rules } from '../../screening/index.ts';
import { COLUMN_FIELDS } from '../file/rows.ts';

export const JOB_PREFIX = 'screenjob';
const MIB = 2 ** 20;
export const MAX_FILE_BYTES = 10 * MIB;
/** As many rows as an export has by default, and a header. */
export const MAX_FILE_LINES = 100_001;

const FILE_FORMATS = ['csv', 'jsonl', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
const RESULT_FORMATS = ['CSV', 'JSON', 'XLSX'] as const;
const STATES = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;

/** The columns of a file by what they mean. */
const AskedColumns = Strict(
  Object.fromEntries(COLUMN_FIELDS.map((field) => [field, AskedColumn])) as Record<
    (typeof COLUMN_FIELDS)[number],
    typeof AskedColumn
  >,
  {
    title: 'ScreeningFileColumns',
    description: 'Names of columns that differ from the usual ones.',
  },
);

export const CreateJob = Strict({
  file: Type.String({
    minLength: 4,
    maxLength: Math.ceil(MAX_FILE_BYTES / 3) * 4,
    contentEncoding: 'base64',
    'x-pattern': BASE64_PATTERN,
    description:
      `The names: a file of at most ${MAX_FILE_BYTES / MIB} MiB and ${MAX_FILE_LINES.toLocaleString('en')} lines, as base64 (RFC 4648 ` +
      'section 4) with padding, without line breaks and without `data:`. It is stored encrypted until the job ends.',
  }),
  fileFormat: StringEnum('ScreeningFileFormat', FILE_FORMATS, {
    description:
      '`csv`: with a header row and the columns of bulk screening; encoding and separator are detected. `jsonl`: one object ' +
      'per line, with those columns as members. `xlsx`: a workbook, whose first sheet is read like CSV.',
  }),
  dateFormat: Type.Optional(AskedDateFormat),
  columns: Type.Optional(AskedColumns),
  ...rules,
  limit: limit(MAX_HITS),
  resultFormat: Type.Optional(
    StringEnum('ExportFormat', RESULT_FORMATS, {
      default: 'CSV',
      description: 'Format of the export with the results.',
    }),
  ),
});
export type CreateJob = Static<typeof CreateJob>;

export const ScreeningJob = Type.Object(
  {
    id: Type.String({ description: 'Id of the job.' }),
    state: StringEnum('ScreeningJobState', STATES, {
      description:
        '`COMPLETED`: every row is done, and the export of the results has begun. `FAILED` is final.',
    }),
    fileFormat: StringEnum('ScreeningFileFormat', FILE_FORMATS),
    fileSize: Type.Integer({ description: 'Bytes.' }),
    lines: Type.Integer({ description: 'Lines of the file, including the header.' }),
    readAs: Nullable(FileReading, { description: 'How the file was read. Null for JSON lines.' }),
    kinds: Nullable(Type.Array(StringEnum('ListKind', LIST_KINDS)), {
      description: 'As requested; null if omitted.',
    }),
    threshold: Nullable(Type.Number(), { description: 'As requested; null if omitted.' }),
    limit: Type.Integer(),
    resultFormat: StringEnum('ExportFormat', RESULT_FORMATS),
    rows: Type.Object(
      {
        read: Type.Integer({ description: 'Finished rows of the file: screened or failed.' }),
        done: Type.Integer({ description: 'Screened rows; each has a screening.' }),
        failed: Type.Integer({
          description: 'Failed rows: the results have the reasons, by line.',
        }),
        incomplete: Type.Integer({
          description: 'Rows that were screened without an unusable field.',
        }),
      },
      { title: 'ScreeningJobRows' },
    ),
    outcomes: Type.Object(
      { clear: Type.Integer(), review: Type.Integer(), block: Type.Integer() },
      { title: 'ScreeningJobOutcomes', description: 'Outcomes of the screened rows.' },
    ),
    listsChanged: Type.Boolean({
      description: 'True if a checked list changed between the first row and the last.',
    }),
    exportId: Nullable(Type.String(), {
      description:
        'The export of the results. Null until the job is `COMPLETED`, and if exports were disabled then.',
    }),
    error: Nullable(Type.String({ description: 'The reason of the failure in words.' })),
    createdAt: Timestamp('When the file was received.'),
    completedAt: Nullable(Timestamp('When it was completed or failed.')),
  },
  { title: 'ScreeningJob' },
);
export type ScreeningJob = Static<typeof ScreeningJob>;
export const JobPage = PageOf(ScreeningJob);

export const JobQuery = Type.Object({
  state: Type.Optional(
    StringEnum('ScreeningJobState', STATES, { description: 'Only jobs in this state.' }),
  ),
  ...rangeQuery('asked for'),
  ...pageQuery(PAGE_CAP),
});
export type JobQuery = Static<typeof JobQuery>;
