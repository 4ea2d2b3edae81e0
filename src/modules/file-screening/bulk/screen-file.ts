/** Screens a file of names from the beginning, or from the position where it was stopped. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isUnavailable } from '../../../platform/db/failures.ts';
import { retryWhileUnavailable } from '../../../platform/db/retry.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { syncPath } from '../../../platform/files.ts';
import { LIST_KINDS, type ListKind } from '../../../matching/index.ts';
import { DEFAULT_HITS, MAX_HITS, type Screening } from '../../screening/index.ts';
import { rulesOf, screenBlocks, tallyOf } from '../file/blocks.ts';
import type { Input } from './input.ts';
import { Journal, type Position, type Terms } from './journal.ts';
import { resultHeader, resultText, type ResultFormat } from './results.ts';
import { storeBlock, type Storage, type StoredBlock } from './store-block.ts';

/** The time for which a run waits for its database. The run can continue later. */
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
  /** The position at which this process began. */
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
  { nextLine, bytes, stored }: { nextLine: number | null; bytes: number; stored: StoredBlock },
): Position {
  const { rows, nextId, listVersion } = stored;
  const { incomplete, ...tally } = tallyOf(rows);
  const counts = { ...before.counts };
  for (const outcome of Object.keys(tally) as (keyof typeof tally)[])
    counts[outcome] += tally[outcome];
  return {
    nextLine,
    bytes,
    nextId,
    counts,
    incomplete: before.incomplete + incomplete,
    listVersion: listVersion ?? before.listVersion,
    listsChanged:
      before.listsChanged ||
      (before.listVersion !== null && listVersion !== null && listVersion !== before.listVersion),
  };
}

/** Names, dates and hits are personal data, so only the owner can read the file. */
async function openResults(path: string, bytes: number): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const { size } = await handle.stat();
  if (size >= bytes) {
    await syncPath(dirname(resolve(path)));
    return handle;
  }
  await handle.close();
  throw new ApiError('CONFLICT', `${path} is shorter than before: start again with another file`);
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
 * Screens the names and writes one result per row, in order. Stores each screening as the batch route does. After any
 * interruption, even a power failure, the same job continues: every row has exactly one result and one screening.
 * @throws ApiError CONFLICT if the results cannot belong to this job or the input changes during the run; the
 * database's error if it is unavailable for `DATABASE_WAIT_MS`; the key provider's error; errors of writing files
 */
export async function screenFile(
  { screening, input, ...storage }: Storage & { screening: Screening; input: Input },
  job: BulkJob,
  hooks: Hooks,
): Promise<BulkReport> {
  const { orgId, format } = job;
  const { stop } = hooks;
  const terms = termsOf(job, input);
  const rules = rulesOf(terms.kinds, terms.threshold, terms.limit);
  const { journal, position: begun, continued } = await Journal.open(job.results, terms);
  let position = begun;
  let results: FileHandle | undefined;
  const whenAvailable = <T>(work: () => Promise<T>): Promise<T> =>
    retryWhileUnavailable(DATABASE_WAIT_MS, async () => {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        stop.throwIfAborted();
        await hooks.onWaiting();
        throw error;
      }
    });

  try {
    const file = (results = await openResults(job.results, position.bytes));
    if (position.bytes === 0)
      position = { ...position, bytes: await writeAt(file, resultHeader(format), 0) };
    if (position.nextLine !== null)
      await screenBlocks(input.blocks(position.nextLine), position.nextLine, {
        screening,
        orgId,
        rules,
        stop,
        patiently: whenAvailable,
        async record(block) {
          const stored = await whenAvailable(() =>
            storeBlock(storage, orgId, position.nextId, block),
          );
          const bytes = await writeAt(file, resultText(format, stored.rows), position.bytes);
          position = advanced(position, { nextLine: block.nextLine, bytes, stored });
          await journal.reached(position);
          hooks.onProgress(position);
        },
      });
    await input.assertUnchanged();
    const { listVersion } = position;
    const current = await whenAvailable(() => screening.listVersion(orgId, rules));
    if (listVersion !== null && listVersion !== current)
      position = { ...position, listsChanged: true };
    // A longer earlier attempt may have left text after the end.
    await file.truncate(position.bytes);
    await file.sync();
    await journal.remove();
    return { position, begun, continued, finished: true };
  } catch (error) {
    if (!stop.aborted || error !== stop.reason) throw error;
    return { position, begun, continued, finished: false };
  } finally {
    await results?.close();
    await journal.close();
  }
}
