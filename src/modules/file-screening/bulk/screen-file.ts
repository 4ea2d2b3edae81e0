/** Screens a file of names from the beginning, or from where it was stopped. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import { retryWhileUnavailable } from '../../../platform/db/retry.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { syncPath } from '../../../platform/files.ts';
import { LIST_KINDS, type ListKind } from '../../../matching/index.ts';
import { DEFAULT_HITS, MAX_HITS, type Rules, type Screening } from '../../screening/index.ts';
import { Stopped, type Block, type Input } from './input.ts';
import { Journal, type Position, type Terms } from './journal.ts';
import { resultHeader, resultText, type ResultFormat } from './results.ts';
import { screenRows, type ScreenedRows } from './screen-rows.ts';
import { storeBlock, type StoredBlock } from './store-block.ts';

/** Time that a run waits for its database; it can be continued later. */
const DATABASE_WAIT_MS = 300_000;

export type BulkJob = {
  orgId: string;
  /** Path of the result file. */
  results: string;
  format: ResultFormat;
  kinds?: ListKind[];
  threshold?: number;
  limit?: number;
};

export type Hooks = {
  /** Ends the run. Nothing of an unfinished block is stored. */
  stop: AbortSignal;
  /** Called after each block. */
  onProgress: (position: Position) => void;
  /** Called before each retry while the database is unavailable; must not throw. */
  onWaiting: () => Promise<void>;
};

export type BulkReport = {
  position: Position;
  /** Where this process began. */
  begun: Position;
  /** True if an earlier process began the run. */
  continued: boolean;
  /** False after a stop. */
  finished: boolean;
};

function termsOf(job: BulkJob, input: Input): Terms {
  const { orgId, format, kinds, threshold = null, limit } = job;
  return {
    organization: orgId,
    input: input.fingerprint ?? null,
    kinds: kinds ? LIST_KINDS.filter((kind) => kinds.includes(kind)) : null,
    threshold,
    limit: Math.min(limit ?? DEFAULT_HITS, MAX_HITS),
    format,
  };
}

function advanced(
  before: Position,
  by: { nextLine: number | null; bytes: number; stored: StoredBlock },
): Position {
  const { results, nextId, listVersion } = by.stored;
  const counts = { ...before.counts };
  for (const { outcome } of results) counts[outcome] += 1;
  const incomplete = results.filter(({ outcome, reason }) => outcome !== 'invalid' && reason);
  return {
    nextLine: by.nextLine,
    bytes: by.bytes,
    nextId,
    counts,
    incomplete: before.incomplete + incomplete.length,
    listVersion: listVersion ?? before.listVersion,
    listsChanged:
      before.listsChanged ||
      (before.listVersion !== null && listVersion !== null && listVersion !== before.listVersion),
  };
}

/** Names, dates and hits are personal data: only the owner can read the file. */
async function openResults(path: string, bytes: number): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const { size } = await handle.stat();
  if (size >= bytes) {
    await syncPath(dirname(resolve(path)));
    return handle;
  }
  await handle.close();
  throw new ApiError('CONFLICT', `${path} is shorter than it was: begin anew with another file`);
}

/** Data is durable when it returns. */
async function writeAt(handle: FileHandle, text: string, position: number): Promise<number> {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, undefined, position + done);
    done += bytesWritten;
  }
  await handle.datasync();
  return position + bytes.length;
}

/**
 * Screens the names and writes one result per row, in order. It stores each screening as the batch route does. After
 * any interruption, even a power failure, the same job continues: no row is missing, and none has two results or two
 * screenings.
 * @throws ApiError CONFLICT if the results cannot belong to this job or the input changes during the run; the
 * database's error if it is unavailable for `DATABASE_WAIT_MS`; errors of writing files
 */
export async function screenFile(
  { db, screening, input }: { db: Database; screening: Screening; input: Input },
  job: BulkJob,
  hooks: Hooks,
): Promise<BulkReport> {
  const terms = termsOf(job, input);
  const rules: Rules = {
    limit: terms.limit,
    ...(terms.kinds === null ? {} : { kinds: terms.kinds }),
    ...(terms.threshold === null ? {} : { threshold: terms.threshold }),
  };
  const { journal, position: begun, continued } = await Journal.open(job.results, terms);
  let position = begun;
  let results: FileHandle | undefined;
  let storing = Promise.resolve();

  const whenAvailable = <T>(work: () => Promise<T>): Promise<T> =>
    retryWhileUnavailable(DATABASE_WAIT_MS, async () => {
      try {
        return await work();
      } catch (error) {
        if (hooks.stop.aborted && error === hooks.stop.reason) throw new Stopped();
        if (!isUnavailable(error)) throw error;
        if (hooks.stop.aborted) throw new Stopped();
        await hooks.onWaiting();
        throw error;
      }
    });
  const screen = ({ rows }: Block): Promise<ScreenedRows> =>
    screenRows(rows, (subjects, caps, again) =>
      whenAvailable(() => {
        again();
        return screening.screen({
          orgId: job.orgId,
          subjects,
          rules,
          caps,
          abandoned: hooks.stop,
          isFederated: true,
          mayLag: true,
        });
      }),
    );
  const finish = async (
    file: FileHandle,
    nextLine: number | null,
    { rows, screened }: ScreenedRows,
  ): Promise<void> => {
    const stored = await whenAvailable(() =>
      storeBlock(db, job.orgId, { id: position.nextId, rows, screened }),
    );
    const bytes = await writeAt(file, resultText(job.format, stored.results), position.bytes);
    position = advanced(position, { nextLine, bytes, stored });
    await journal.reached(position);
    hooks.onProgress(position);
  };

  try {
    const file = (results = await openResults(job.results, position.bytes));
    if (position.bytes === 0)
      position = { ...position, bytes: await writeAt(file, resultHeader(job.format), 0) };
    if (position.nextLine !== null)
      for await (const block of input.blocks(position.nextLine)) {
        if (hooks.stop.aborted) throw new Stopped();
        // Screens the next block while this one is stored.
        const screened = await screen(block);
        await storing;
        storing = finish(file, block.nextLine, screened);
        storing.catch(() => {});
      }
    await storing;
    await input.assertUnchanged();
    const { listVersion } = position;
    const current = await whenAvailable(() => screening.listVersion(job.orgId, rules));
    if (listVersion !== null && listVersion !== current)
      position = { ...position, listsChanged: true };
    // A longer earlier attempt may have left text after the end.
    await file.truncate(position.bytes);
    await file.sync();
    await journal.remove();
    return { position, begun, continued, finished: true };
  } catch (error) {
    const other = await storing.then(
      () => error,
      (failure: unknown) => failure,
    );
    const failed = [error, other].find((failure) => !(failure instanceof Stopped));
    if (failed !== undefined) throw failed;
    return { position, begun, continued, finished: false };
  } finally {
    await storing.catch(() => {});
    await results?.close();
    await journal.close();
  }
}
