import { setMaxListeners } from 'node:events';
import type { Registry } from 'prom-client';
import { clock } from '../../../platform/clock.ts';
import { type ConnectionSettings, type Database } from '../../../platform/db/database.ts';
import { isUnavailable, violatedConstraint } from '../../../platform/db/failures.ts';
import type { Jobs } from '../../../platform/db/jobs.ts';
import { traceJob } from '../../../platform/observability/tracing.ts';
import { retryingTransaction, PERSIST_MS } from '../../../platform/background/retry.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { outbox } from '../../webhooks/index.ts';
import { locationText, StorageError, type Stores } from '../files/files.ts';
import type { DataType, Format, FileKey } from '../schemas.ts';
import { exportSources } from '../sources.ts';
import { exportMetrics, type ExportMetrics, type Outcome } from './metrics.ts';
import type { Written } from './protocol.ts';
import * as store from './store.ts';
import { writeInThread } from './write-in-thread.ts';

export const EXPORTS_QUEUE = 'exports';
/** After so many, what keeps ending processes, or cannot be read, is given up. */
const MAX_LOST_ATTEMPTS = 10;
/** What the pauses come to while store or database cannot be used: docs/exports.md promises it. */
const MAX_WAIT_SECONDS = 6 * 3600;
const [FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS] = [2, 300];
const PROGRESS_MS = 500;

/** What a job carries: ids only. */
export type ExportJob = {
  orgId: string;
  exportId: string;
  /** Of the request that asked for it, in traces. */
  cause?: string | null;
};

export type RunnerOptions = {
  /** Not the one that answers requests. */
  db: Database;
  connection: ConnectionSettings;
  files: Stores;
  /** What stays free on the disk of a folder. */
  reserveBytes: number | undefined;
  jobs: Jobs;
  log: Logger;
  registry: Registry;
  /** Exports that this process makes at a time. */
  concurrency: number;
};

/** Somebody else makes this export now, or nobody does: it was cancelled. */
class Superseded extends Error {}

/** Twice as long after each, so that a store that is back is used soon and one that is not is left alone. */
function pauseSeconds(tries: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** tries, LONGEST_PAUSE_SECONDS);
}

/** Pauses after which a store that cannot be used is given up. */
const MAX_WAITS = (() => {
  let waits = 0;
  for (let seconds = 0; seconds < MAX_WAIT_SECONDS; waits += 1) seconds += pauseSeconds(waits);
  return waits;
})();

/**
 * What an error of an attempt means: the store says no, which is final; store or database cannot be reached now; or
 * something else, which counts. A statement that was cancelled took too long, and may again.
 */
function reasonOf(error: unknown): 'final' | 'waiting' | 'lost' {
  if (error instanceof StorageError) return error.transient ? 'waiting' : 'final';
  return isUnavailable(error) && (error as { code?: unknown }).code !== '57014'
    ? 'waiting'
    : 'lost';
}

/** Makes exports, one at a time for each organization. */
export class ExportRunner {
  readonly #options: RunnerOptions & { metrics: ExportMetrics };
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #working: Promise<void> | undefined;

  constructor(options: RunnerOptions) {
    this.#options = { ...options, metrics: exportMetrics(options.registry) };
    setMaxListeners(0, this.#stopping.signal);
  }

  start(): void {
    const { jobs, concurrency } = this.#options;
    this.#working = jobs.work<ExportJob>(EXPORTS_QUEUE, concurrency, (job, signal) => {
      const run = traceJob('export', job.cause, () =>
        this.#run(job, AbortSignal.any([signal, this.#stopping.signal])),
      );
      this.#running.add(run);
      return run.finally(() => this.#running.delete(run));
    });
  }

  /** What is under way leaves off, without a trace, and is begun again by whoever gets it next. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the process stops'));
    await Promise.allSettled(this.#running);
    await this.#options.jobs.stop();
    await this.#working;
  }

  /** Resolves when nothing more is to be done for this job; throws when the job should be tried again. */
  async #run(job: ExportJob, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { orgId, exportId } = job;
    const { db, files, metrics } = this.#options;
    const { current } = files;
    const row = await store
      .startAttempt(db.read, orgId, exportId, locationText(current.location))
      .catch((error: unknown) => {
        if (violatedConstraint(error) !== 'exports_one_processing') throw error;
        throw new Error('another export of the organization is under way', { cause: error });
      });
    if (!row) return;
    const beganMs = clock.monotonicMs();
    metrics.started();
    const outcome = await this.#attempt(job, row, signal).catch((error: unknown) =>
      this.#end(job, row, signal, error),
    );
    metrics.ended(outcome, (clock.monotonicMs() - beganMs) / 1000);
    // Whoever gets the job next begins anew.
    if (outcome === 'stopped') throw new Error('it was stopped');
  }

  async #attempt(
    { orgId, exportId }: ExportJob,
    row: store.AttemptRow,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { files, metrics } = this.#options;
    const at: store.Attempt = { orgId, exportId, attempt: row.attempt };
    const key: FileKey = { ...at, format: row.format as Format };
    await this.#removeEarlier(key);
    if (row.lost_attempts > MAX_LOST_ATTEMPTS) {
      await this.#fail(at, row, 'it did not come to an end');
      return 'failed';
    }
    const written = await this.#write(row, key, signal);
    if ((await this.#complete(at, row, written)) !== 'superseded') {
      metrics.written(row.format, written.rows, written.bytes);
      return 'completed';
    }
    await files.current.remove(key);
    return 'superseded';
  }

  /** After an attempt that has failed: ends the export, or has it tried again. */
  async #end(
    job: ExportJob,
    row: store.AttemptRow,
    signal: AbortSignal,
    error: unknown,
  ): Promise<Outcome> {
    const { db, log, jobs } = this.#options;
    const at: store.Attempt = { ...job, attempt: row.attempt };
    if (error instanceof Superseded) return 'superseded';
    if (signal.aborted) {
      // If this is not recorded, the attempt counts as lost, as if the process had died.
      await retryingTransaction(db, PERSIST_MS, (tx) =>
        store.releaseAttempt(tx, at, 'stopped'),
      ).catch(() => {});
      return 'stopped';
    }
    const why = reasonOf(error);
    const { orgId, exportId, attempt } = at;
    const { cause } = job;
    log.warn({ orgId, exportId, attempt, why, err: error }, 'an attempt at an export has failed');
    const said = error instanceof StorageError ? error.message : 'the data could not be read';
    const givenUp =
      why === 'waiting'
        ? row.waits >= MAX_WAITS
        : why === 'final' || row.lost_attempts >= MAX_LOST_ATTEMPTS;
    if (why === 'final' || givenUp) {
      await this.#fail(at, row, said);
      return 'failed';
    }
    const tries = why === 'waiting' ? row.waits : row.lost_attempts;
    await jobs.ready();
    await retryingTransaction(db, PERSIST_MS, async (tx) => {
      if (await store.releaseAttempt(tx, at, why))
        await jobs.send(tx, EXPORTS_QUEUE, { orgId, exportId, cause }, orgId, pauseSeconds(tries));
    });
    return 'retried';
  }

  /** Files that a process left when it died in an earlier attempt. */
  async #removeEarlier(key: FileKey): Promise<void> {
    for (let attempt = 1; attempt < key.attempt; attempt += 1)
      await this.#options.files.current.remove({ ...key, attempt }).catch((error: unknown) => {
        // The sweeper removes it then.
        this.#options.log.warn({ err: error }, 'a file of an earlier attempt could not be removed');
      });
  }

  async #write(row: store.AttemptRow, key: FileKey, signal: AbortSignal): Promise<Written> {
    const { db, connection, files, reserveBytes } = this.#options;
    const source = exportSources[row.data_type as DataType];
    const filter = {
      orgId: row.org_id,
      from: row.date_from ?? undefined,
      to: row.date_to ?? undefined,
      service: row.service ?? undefined,
    };
    const selection = { source, filter, after: row.after_row as unknown[] | null };
    const writing = {
      connection: { ...connection, options: db.organizationOptions(row.org_id) },
      // One row more tells whether there are more.
      statement: store.copyStatement(db.read, selection, key.format, row.max_rows + 1),
      lastRowStatement: store.placeStatement(db.read, selection, row.max_rows),
      columns: source.columns,
      maxRows: row.max_rows,
      location: files.current.location,
      reserveBytes,
      key,
    };
    const lost = new AbortController();
    const recording = this.#recording(key, () => lost.abort());
    try {
      return await writeInThread(
        writing,
        recording.progress,
        AbortSignal.any([signal, lost.signal]),
      );
    } catch (error) {
      throw lost.signal.aborted ? new Superseded() : error;
    } finally {
      await recording.stop();
    }
  }

  /** Records the rows so far again and again, also while none come; `onLost` when the attempt is not current any more. */
  #recording(key: FileKey, onLost: () => void) {
    const { db, log } = this.#options;
    let rows = 0;
    let underWay: Promise<void> | undefined;
    const record = async (): Promise<void> => {
      try {
        if (!(await store.recordProgress(db.read, key, rows))) onLost();
      } catch (error) {
        log.warn({ err: error }, 'the progress of an export could not be recorded');
      } finally {
        underWay = undefined;
      }
    };
    const timer = setInterval(() => (underWay ??= record()), PROGRESS_MS);
    return {
      progress: (count: number) => void (rows = count),
      stop: async () => {
        clearInterval(timer);
        await underWay;
      },
    };
  }

  async #complete(at: store.Attempt, row: store.AttemptRow, written: Written) {
    const result: store.Result = { ...written, sha256: Buffer.from(written.sha256) };
    return retryingTransaction(this.#options.db, PERSIST_MS, async (tx) => {
      const outcome = await store.recordResult(tx, at, result);
      if (outcome === 'now')
        await outbox(tx, at.orgId, {
          type: 'export.completed',
          data: {
            exportId: at.exportId,
            dataType: row.data_type,
            format: row.format,
            recordCount: result.rows,
            fileSize: result.bytes,
            truncated: result.truncated,
          },
        });
      return outcome;
    });
  }

  async #fail(at: store.Attempt, row: store.AttemptRow, error: string): Promise<void> {
    await retryingTransaction(this.#options.db, PERSIST_MS, async (tx) => {
      if (!(await store.recordFailure(tx, at, error))) return;
      await outbox(tx, at.orgId, {
        type: 'export.failed',
        data: { exportId: at.exportId, dataType: row.data_type, format: row.format, error },
      });
    });
  }
}
