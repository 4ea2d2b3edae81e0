/** A file of entries that came in one request: its rows, its entries in slices, and which of them are duplicates. */
import { yielder } from '../../../../platform/concurrency/yield-to-event-loop.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { badRequest } from '../../../../platform/errors/index.ts';
import { takeHeader } from '../../import/csv-file.ts';
import { dialectOf, inUtf8 } from '../../import/text/dialect.ts';
import { FirstLines } from '../../import/text/first-lines.ts';
import { readLines } from '../../import/lines.ts';
import { readRecords } from '../../import/text/records.ts';
import { toAliasEntry, toNewEntry } from '../entries.ts';
import { toEntryRow, type EntryRow } from '../entry-rows.ts';
import type { NewEntry } from '../store.ts';
import { MOST_FILE_ENTRIES } from './schemas.ts';
import { selectListed } from './store.ts';

/** Entries that are compared with the list by one statement, which reads the list. */
const COMPARED = 20_000;
/** Characters that the entries of a file keep together: each alias keeps the whole row. */
const MOST_KEPT = 64 * 1024 * 1024;

/** Characters that show how it is written. */
const HEAD = 10_000;

/** `of` is the earlier line of the file that says the same, null if the list does; undefined for no duplicate. */
export type FileEntry = { line: number; entry: NewEntry; of?: number | null };

async function* oneChunk(text: string): AsyncGenerator<string, void, undefined> {
  yield text;
}

function refuse(most: string): never {
  throw badRequest([{ path: 'content', message: `must have at most ${most}` }]);
}

/**
 * The rows of a file, one at a time. Blank lines give no row, and count in the limit of rows.
 * @throws ApiError BAD_REQUEST when it is not CSV with a column `name`, and at the first row above the limit
 */
export async function* rowsOf(content: string): AsyncGenerator<EntryRow, void, undefined> {
  let count = 0;
  const countRow = (): void => {
    count += 1;
    if (count > MOST_FILE_ENTRIES) refuse(`${MOST_FILE_ENTRIES} rows; blank lines count`);
  };
  const dialect = dialectOf(Buffer.from(content.slice(0, HEAD)));
  const lines = readLines(inUtf8(oneChunk(content), dialect));
  const records = readRecords(lines, dialect.delimiter, countRow);
  const header = await takeHeader(records, 'content');
  const yieldIfDue = yielder();
  for await (const record of records) {
    countRow();
    yield toEntryRow(record, header);
    await yieldIfDue();
  }
}

/** Counts what a file has. @throws ApiError BAD_REQUEST when it has more than one request may */
export class Measure {
  rows = 0;
  entries = 0;
  #kept = 0;

  add(row: EntryRow): void {
    this.rows += 1;
    if ('problems' in row) return;
    this.entries += row.entries.length;
    if (this.entries > MOST_FILE_ENTRIES)
      refuse(`${MOST_FILE_ENTRIES} entries, each alias being one`);
    this.#kept += JSON.stringify(row.entries[0]).length * row.entries.length;
    if (this.#kept > MOST_KEPT)
      refuse(`${MOST_KEPT} characters in its entries, each alias having the whole row`);
  }
}

/** All that an entry says, whatever the order of its identifiers. */
function contentOf({ canonicalName, dob, country, identifiers }: NewEntry): string {
  const sorted = identifiers && Object.entries(JSON.parse(identifiers) as object).toSorted();
  return JSON.stringify([canonicalName, dob, country, sorted]);
}

/** Entries of the valid rows in slices. */
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

/** The entries of the valid rows in slices, those marked that the list has or that stand before in the file. */
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
