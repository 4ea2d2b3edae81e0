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
import { AskedColumn as column, AskedDateFormat, FileReading } from '../import/text/schemas.ts';
import { LIST_KINDS } from '../screen/list-kinds.ts';
import { limit, MAX_HITS, rules } from '../screen/schemas.ts';

export const JOB_PREFIX = 'screenjob';
const MIB = 2 ** 20;
export const MAX_FILE_BYTES = 10 * MIB;
/** As many rows as an export has unless the operator says otherwise, and a header. */
export const MAX_FILE_LINES = 100_001;

const FILE_FORMATS = ['csv', 'jsonl', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
const RESULT_FORMATS = ['CSV', 'JSON', 'XLSX'] as const;
const STATES = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;

/** The columns of a file by what they mean. */
const AskedColumns = Strict(
  {
    ref: column,
    name: column,
    firstName: column,
    middleName: column,
    lastName: column,
    aliases: column,
    dob: column,
    country: column,
    type: column,
    gender: column,
    birthDate: column,
    birthPlace: column,
    nationality: column,
    addresses: column,
  },
  {
    title: 'ScreeningFileColumns',
    description:
      'Names of columns that the file calls otherwise. Columns with the usual names need none.',
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
      'section 4) with its padding, without line breaks and without `data:`. It is kept encrypted until the job ends.',
  }),
  fileFormat: StringEnum('ScreeningFileFormat', FILE_FORMATS, {
    description:
      '`csv`: with a header row and the columns of bulk screening; encoding and separator are found. `jsonl`: an object ' +
      'a line, whose members are called as those columns. `xlsx`: a workbook, whose first sheet is read as CSV.',
  }),
  dateFormat: Type.Optional(AskedDateFormat),
  columns: Type.Optional(AskedColumns),
  ...rules,
  limit: limit(MAX_HITS),
  resultFormat: Type.Optional(
    StringEnum('ExportFormat', RESULT_FORMATS, {
      default: 'CSV',
      description: 'Format of the export that has the results.',
    }),
  ),
});
export type CreateJob = Static<typeof CreateJob>;

export const ScreeningJob = Type.Object(
  {
    id: Type.String({ description: 'Id of the job.' }),
    state: StringEnum('ScreeningJobState', STATES, {
      description:
        '`COMPLETED`: every row is done, and its results are being exported. `FAILED` is final.',
    }),
    fileFormat: StringEnum('ScreeningFileFormat', FILE_FORMATS),
    fileSize: Type.Integer({ description: 'Bytes.' }),
    lines: Type.Integer({ description: 'Lines of the file, the header included.' }),
    readAs: Nullable(FileReading, { description: 'How the file was read. Null for JSON lines.' }),
    kinds: Nullable(Type.Array(StringEnum('ListKind', LIST_KINDS)), {
      description: 'As asked for; null was left open.',
    }),
    threshold: Nullable(Type.Number(), { description: 'As asked for; null was left open.' }),
    limit: Type.Integer(),
    resultFormat: StringEnum('ExportFormat', RESULT_FORMATS),
    rows: Type.Object(
      {
        read: Type.Integer({ description: 'Rows of the file that are behind it: done or failed.' }),
        done: Type.Integer({ description: 'Rows that were screened; each has a screening.' }),
        failed: Type.Integer({
          description: 'Rows that could not be: the results say why, by line.',
        }),
        incomplete: Type.Integer({
          description: 'Rows that were screened without a field that could not be used.',
        }),
      },
      { title: 'ScreeningJobRows' },
    ),
    outcomes: Type.Object(
      { clear: Type.Integer(), review: Type.Integer(), block: Type.Integer() },
      { title: 'ScreeningJobOutcomes', description: 'Outcomes of the rows that were screened.' },
    ),
    listsChanged: Type.Boolean({
      description: 'A checked list has changed between its first row and its last.',
    }),
    exportId: Nullable(Type.String(), {
      description:
        'The export that has the results. Null until it is `COMPLETED`, and when exports were disabled by then.',
    }),
    error: Nullable(Type.String({ description: 'Why it failed, in words.' })),
    createdAt: Timestamp('When the file came.'),
    completedAt: Nullable(Timestamp('When it was completed or failed.')),
  },
  { title: 'ScreeningJob' },
);
export type ScreeningJob = Static<typeof ScreeningJob>;
export const JobPage = PageOf(ScreeningJob);

export const JobQuery = Type.Object({
  state: Type.Optional(
    StringEnum('ScreeningJobState', STATES, { description: 'Only in this state.' }),
  ),
  ...rangeQuery('asked for'),
  ...pageQuery(PAGE_CAP),
});
export type JobQuery = Static<typeof JobQuery>;
