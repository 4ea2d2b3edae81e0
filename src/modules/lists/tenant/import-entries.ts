/** Adds the rows of a CSV file to a list of an organization, each exactly once, for any number of runs. */
import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import { PAID_RETRY_MS, retryWhileUnavailable } from '../../../platform/db/retry.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { openCsvFile, type CsvFile, type Reading } from '../import/csv-file.ts';
import { readAs, type ReadAs } from '../import/text/dialect.ts';
import { addEntries, prepareEntries } from './entries.ts';
import { reasonOf, toEntryRow, type EntryRow } from './entry-rows.ts';
import { getList } from './lists.ts';
import { SharedIds, type SharedId } from './shared-ids.ts';
import { MAX_ENTRIES_PER_REQUEST, type EntryInput } from './schemas.ts';

const KEPT_PROBLEMS = 100;

export type EntriesReport = {
  /** False if rows are invalid and nothing was added. */
  ok: boolean;
  /** False after a stop. */
  finished: boolean;
  rows: number;
  /** Entries added by this run. */
  added: number;
  /** Entries added by an earlier run with the same file. */
  addedBefore: number;
  /** Rows that were not added. */
  invalid: number;
  /** The first 100 rows not added. */
  problems: { line: number; reason: string }[];
  /** The first 100 rows with the id of another name; each is a separate entry. */
  sharedIds: SharedId[];
} & ReadAs;

/** Fields whose column the caller may name. */
export const ENTRY_COLUMNS = [
  'name',
  'firstName',
  'middleName',
  'lastName',
  'id',
  'aliases',
  'dob',
  'country',
] as const;

export type EntriesImport = {
  orgId: string;
  listId: string;
  /** Path of the file. */
  file: string;
  /** Columns and date format of the file, as far as the sender states them. */
  reading?: Reading;
  /** If true, adds the valid rows of a file that has invalid ones; otherwise adds all or none. */
  skipInvalid: boolean;
  /** Ends the run after the current batch. */
  stop: AbortSignal;
  /** Called from time to time, first while rows are checked, then while they are added. */
  onProgress: (phase: 'checked' | 'added', progress: { rows: number; share: number }) => void;
};

type Row = { row: EntryRow; nextLine: number };

async function* rowsOf({ header, order, records }: CsvFile): AsyncGenerator<Row, void, undefined> {
  const yieldIfDue = yielder();
  for await (const record of records(0)) {
    yield { row: toEntryRow(record, header, order), nextLine: record.line };
    await yieldIfDue();
  }
}

/** Reads the whole file and adds nothing. */
async function check(
  file: CsvFile,
  { stop, onProgress }: Pick<EntriesImport, 'stop' | 'onProgress'>,
): Promise<Pick<EntriesReport, 'rows' | 'invalid' | 'problems' | 'sharedIds'>> {
  const found = { rows: 0, invalid: 0, problems: [] as EntriesReport['problems'] };
  const shared = new SharedIds(KEPT_PROBLEMS);
  for await (const { row, nextLine } of rowsOf(file)) {
    if (stop.aborted) break;
    found.rows += 1;
    shared.note(row);
    if ('problems' in row) {
      found.invalid += 1;
      if (found.invalid <= KEPT_PROBLEMS)
        found.problems.push({ line: row.line, reason: reasonOf(row.problems) });
    }
    if (found.rows % MAX_ENTRIES_PER_REQUEST === 0)
      onProgress('checked', { rows: found.rows, share: file.share(nextLine) });
  }
  return { ...found, sharedIds: shared.found };
}

/**
 * As many rows as one call of the route that adds entries accepts. `rowsDone` counts the rows of the file up to its
 * end.
 */
async function* batchesOf(
  file: CsvFile,
): AsyncGenerator<{ entries: EntryInput[]; rowsDone: number }, void, undefined> {
  let entries: EntryInput[] = [];
  let rowsDone = 0;
  for await (const { row } of rowsOf(file)) {
    if ('entries' in row) {
      if (entries.length + row.entries.length > MAX_ENTRIES_PER_REQUEST) {
        yield { entries, rowsDone };
        entries = [];
      }
      entries.push(...row.entries);
    }
    rowsDone += 1;
  }
  if (entries.length > 0) yield { entries, rowsDone };
}

/** Returns true if the database is unavailable, or an earlier process's transaction has not ended. */
function passes(error: unknown): boolean {
  const isUnderWay =
    error instanceof ApiError &&
    error.code === 'IDEMPOTENCY_UNAVAILABLE' &&
    error.retryAfterSeconds === 1;
  return isUnderWay || isUnavailable(error);
}

/**
 * Checks the whole file, then adds its rows in batches. Each batch has an idempotency key of file, list and number, so
 * a run that is repeated within 24 hours does not add it again. Screenings see each batch when it commits.
 * @throws ApiError NOT_FOUND; BAD_REQUEST if the file is not CSV with a header row; CONFLICT if it changes during the
 * import; the database's error if it is unavailable for PAID_RETRY_MS
 */
export async function importEntries(
  { db, secret }: { db: Database; secret: string },
  { orgId, listId, file: path, reading, skipInvalid, stop, onProgress }: EntriesImport,
): Promise<EntriesReport> {
  await getList(db.read, orgId, listId);
  const idempotency = new Idempotency(db, secret);
  const file = await openCsvFile(path, reading);
  try {
    const { rows, ...invalid } = await check(file, { stop, onProgress });
    const report = {
      ok: true,
      finished: true,
      rows,
      added: 0,
      addedBefore: 0,
      ...invalid,
      ...readAs(file.dialect),
    };
    if (stop.aborted) return { ...report, finished: false };
    if (report.invalid > 0 && !skipInvalid) return { ...report, ok: false };
    const add = (entries: EntryInput[], number: number) => {
      const name = [file.fingerprint.sha256, listId, number].join('\n');
      const request = {
        orgId,
        // No route uses this method, so no HTTP caller gets this answer.
        method: 'IMPORT',
        path: `/fraud/lists/${listId}/entries`,
        key: createHash('sha256').update(name).digest('hex'),
        payload: null,
        scope: db.organization(orgId),
      };
      return idempotency.run(
        request,
        () => prepareEntries({ entries }),
        async (tx, prepared) => {
          await addEntries(tx, orgId, listId, prepared);
          return { status: 201, body: '{}' };
        },
      );
    };
    let number = 0;
    for await (const { entries, rowsDone } of batchesOf(file)) {
      if (stop.aborted) return { ...report, finished: false };
      await file.assertUnchanged();
      const batch = number;
      const { status, replayed } = await retryWhileUnavailable(
        PAID_RETRY_MS,
        () => add(entries, batch),
        passes,
      );
      // The list was deleted during the import.
      if (status !== 201) throw notFound('list');
      report[replayed ? 'addedBefore' : 'added'] += entries.length;
      number += 1;
      onProgress('added', { rows: rowsDone, share: rowsDone / rows });
    }
    return report;
  } finally {
    await file.close();
  }
}
