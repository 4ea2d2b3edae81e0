import { Type, type Static } from 'typebox';
import { Nullable, Strict } from '../../../../platform/http/schema.ts';
import {
  AskedColumn,
  AskedDateFormat,
  ContentEncoding,
  FileReading,
} from '../../import/text/schemas.ts';

/** Maximum number of entries of one file; a row with aliases has several. */
export const MOST_FILE_ENTRIES = 100_000;
/** Maximum number of problems, and of duplicates, that are listed. */
export const MOST_NAMED = 1000;
/** Entries shown as they would be added. */
export const MOST_SHOWN = 100;

const content = Type.String({
  minLength: 1,
  description:
    'The file: CSV with a header row, as for `oriki list import`. At most 100,000 entries, and 16 MiB as JSON.',
});

const file = {
  content,
  contentEncoding: Type.Optional(ContentEncoding),
  columns: Type.Optional(
    Strict(
      {
        name: AskedColumn,
        firstName: AskedColumn,
        middleName: AskedColumn,
        lastName: AskedColumn,
        id: AskedColumn,
        aliases: AskedColumn,
        dob: AskedColumn,
        country: AskedColumn,
      },
      {
        title: 'ScreeningEntryColumns',
        description: 'Names of columns that differ from the usual ones.',
      },
    ),
  ),
  dateFormat: Type.Optional(AskedDateFormat),
};

export const EntryFile = Strict(file, { title: 'ScreeningEntryFile' });
export type EntryFile = Static<typeof EntryFile>;

export const ImportEntries = Strict(
  {
    content: file.content,
    leaveOutDuplicates: Type.Optional(
      Type.Boolean({
        description:
          'Skips entries that the list already has, or that occur earlier in the file. Default: false.',
      }),
    ),
    contentEncoding: file.contentEncoding,
    columns: file.columns,
    dateFormat: file.dateFormat,
  },
  { title: 'ScreeningEntryImport' },
);
export type ImportEntries = Static<typeof ImportEntries>;

const line = Type.Integer({ description: 'First line of the row, from 1; the header is line 1.' });
const name = Type.String();

const sharedIds = Type.Array(
  Type.Object({
    line,
    ofLine: Type.Integer({ description: 'First line with the same id and another name.' }),
  }),
  {
    description: `Rows with the id of another name; each is a separate entry. The first ${MOST_NAMED}, by line.`,
  },
);

export const EntryPreview = Type.Object(
  {
    rows: Type.Integer({ description: 'Rows below the header, without blank lines.' }),
    entries: Type.Integer({
      description: 'Entries of the valid rows: one for each name and alias.',
    }),
    invalidRows: Type.Integer({
      description: 'Invalid rows; a single one prevents the import.',
    }),
    problems: Type.Array(
      Type.Object({
        line,
        field: Nullable(Type.String(), { description: 'Column; null for the row as a whole.' }),
        message: Type.String(),
      }),
      { description: `The first ${MOST_NAMED}, by line.` },
    ),
    duplicateEntries: Type.Integer({
      description:
        'Entries with the canonical name, date of birth, country and identifiers of an entry in the list or earlier in the file.',
    }),
    duplicates: Type.Array(
      Type.Object({
        line,
        name,
        ofLine: Nullable(Type.Integer(), {
          description: 'Line of the file with the first equal entry; null when the list has it.',
        }),
      }),
      { description: `The first ${MOST_NAMED}, by line.` },
    ),
    sample: Type.Array(
      Type.Object({
        line,
        name,
        dob: Nullable(Type.String()),
        country: Nullable(Type.String()),
      }),
      { description: `The first ${MOST_SHOWN} entries in the form in which they would be added.` },
    ),
    sharedIds,
    readAs: FileReading,
    columns: Type.Array(Type.String(), { description: 'The columns of the header.' }),
  },
  { title: 'ScreeningEntryPreview' },
);
export type EntryPreview = Static<typeof EntryPreview>;

export const ImportedEntries = Type.Object(
  {
    added: Type.Integer({ description: 'Number of entries added: all of the file or none.' }),
    leftOut: Type.Integer({ description: 'Skipped duplicates, if requested.' }),
    sharedIds,
  },
  { title: 'ImportedScreeningEntries' },
);
export type ImportedEntries = Static<typeof ImportedEntries>;
