/** A file of entries in one request: its rows, its entries in slices, and their duplicates. */
import { bytesOfBase64 } from '../../../../platform/http/body/base64.ts';
import { yielder } from '../../../../platform/concurrency/yield-to-event-loop.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { badRequest } from '../../../../platform/errors/index.ts';
import { dateOrderOf, takeHeader } from '../../import/csv-file.ts';
import { dialectOf, inUtf8, PLAIN, readAs, type Dialect } from '../../import/text/dialect.ts';
import { FirstLines } from '../../import/text/first-lines.ts';
import { readLines } from '../../import/lines.ts';
import { readRecords } from '../../import/text/records.ts';
import { ImportFormatError } from '../../import/types.ts';
import { csvOfWorkbook } from '../../import/xlsx/workbook.ts';
import { isZip } from '../../import/xlsx/zip.ts';
import { toAliasEntry, toNewEntry } from '../entries.ts';
import { toEntryRow, type EntryRow } from '../entry-rows.ts';
import type { NewEntry } from '../store.ts';
import { MOST_FILE_ENTRIES, type EntryFile, type EntryPreview } from './schemas.ts';
import { selectListed } from './store.ts';

/** Entries compared with the list by one statement, which reads the list. */
const COMPARED = 20_000;
/** Maximum number of characters that the entries of a file store together: each alias stores the whole row. */
const MOST_KEPT = 64 * 1024 * 1024;

/**
 * `of` is the earlier line of the file with the same content; null if the list has it; undefined if it is no
 * duplicate.
 */
export type FileEntry = { line: number; entry: NewEntry; of?: number | null };

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

function refuse(most: string): never {
  throw badRequest([{ path: 'content', message: `must have at most ${most}` }]);
}

/** Matches a date that may be ambiguous. */
const NUMBERS = /\d{1,2}[/-]\d{1,2}[/-]\d{4}/;

/** A file of entries, whose rows can be read more than once. */
export type OpenEntryFile = {
  readAs: EntryPreview['readAs'];
  columns: string[];
  /** One row at a time. Blank lines give no row, but count towards the limit. */
  rows: () => AsyncGenerator<EntryRow, void, undefined>;
};

/** @throws ApiError BAD_REQUEST */
async function textOf(file: EntryFile): Promise<{ bytes: Buffer; dialect: Dialect }> {
  const bytes =
    file.contentEncoding === 'base64'
      ? bytesOfBase64(file.content, 'content')
      : Buffer.from(file.content);
  if (file.contentEncoding !== 'base64' || !isZip(bytes))
    return { bytes, dialect: dialectOf(bytes) };
  try {
    return { bytes: await csvOfWorkbook(bytes), dialect: PLAIN };
  } catch (error) {
    if (!(error instanceof ImportFormatError)) throw error;
    throw badRequest([{ path: 'content', message: error.message }]);
  }
}

/**
 * Reads the header of a file, and the order of its dates.
 * @throws ApiError BAD_REQUEST if it is not a table with a column of names, if the order of its dates is unknown, and
 * at the first row above the limit, as `rows` does
 */
export async function openEntryFile(file: EntryFile): Promise<OpenEntryFile> {
  const { bytes, dialect } = await textOf(file);
  const records = () => {
    let count = 0;
    const countRow = (): void => {
      count += 1;
      if (count > MOST_FILE_ENTRIES) refuse(`${MOST_FILE_ENTRIES} rows; blank lines count`);
    };
    const lines = readLines(inUtf8(oneChunk(bytes), dialect));
    return { countRow, records: readRecords(lines, dialect.delimiter, countRow) };
  };
  const head = records().records;
  const header = await takeHeader(head, 'content', file.columns);
  // Without ambiguous dates, the rows need not be read here.
  const mayNeedOrder =
    dialect.encoding.startsWith('utf-16') || NUMBERS.test(bytes.toString('latin1'));
  const order = mayNeedOrder ? await dateOrderOf(head, header, file.dateFormat) : file.dateFormat;
  await head.return();
  return {
    readAs: { ...readAs(dialect), dateFormat: order ?? null },
    columns: header.names,
    async *rows() {
      const { countRow, records: all } = records();
      await all.next();
      const yieldIfDue = yielder();
      for await (const record of all) {
        countRow();
        yield toEntryRow(record, header, order);
        await yieldIfDue();
      }
    },
  };
}

/** Counts the content of a file. @throws ApiError BAD_REQUEST if it exceeds the limits of a request */
export class Measure {
  rows = 0;
  entries = 0;
  #kept = 0;

  add(row: EntryRow): void {
    this.rows += 1;
    if ('problems' in row) return;
    this.entries += row.entries.length;
    if (this.entries > MOST_FILE_ENTRIES)
      refuse(`${MOST_FILE_ENTRIES} entries; each alias counts as one`);
    this.#kept += JSON.stringify(row.entries[0]).length * row.entries.length;
    if (this.#kept > MOST_KEPT)
      refuse(`${MOST_KEPT} characters in its entries; each alias stores the whole row`);
  }
}

/** Returns the content of an entry, independent of the order of its identifiers. */
function contentOf({ canonicalName, dob, country, identifiers }: NewEntry): string {
  const sorted = identifiers && Object.entries(JSON.parse(identifiers) as object).toSorted();
  return JSON.stringify([canonicalName, dob, country, sorted]);
}

/** Returns the entries of the valid rows in slices. */
export async function* slicesOf(
  rows: AsyncIterable<EntryRow>,
): AsyncGenerator<FileEntry[], void, undefined> {
  let slice: FileEntry[] = [];
  let count = 0;
  for await (const row of rows) {
    if ('problems' in row) continue;
    const [first, ...aliases] = row.entries;
    const entry = toNewEntry(first!, count);
    count += row.entries.length;
    for (const one of [entry, ...aliases.map(({ name }) => toAliasEntry(entry, name))]) {
      slice.push({ line: row.line, entry: one });
      if (slice.length < COMPARED) continue;
      yield slice;
      slice = [];
    }
  }
  if (slice.length > 0) yield slice;
}

/** Returns the entries of the valid rows in slices, and marks duplicates of the list or of an earlier row. */
export async function* comparedSlices(
  db: Queryable,
  place: { orgId: string; listId: string },
  rows: AsyncIterable<EntryRow>,
): AsyncGenerator<FileEntry[], void, undefined> {
  const seen = new FirstLines();
  for await (const slice of slicesOf(rows)) {
    const listed = await selectListed(
      db,
      place.orgId,
      place.listId,
      slice.map(({ entry }) => entry),
    );
    yield slice.map((one, at) => {
      const earlier = seen.claim(contentOf(one.entry), one.line);
      if (listed.has(at)) return { ...one, of: null };
      return earlier === undefined ? one : { ...one, of: earlier };
    });
  }
}
