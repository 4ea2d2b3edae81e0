import { setMaxListeners } from 'node:events';
import {
  violatedConstraint,
  type ConnectionSettings,
  type Database,
} from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/db/jobs.ts';
import { persist, PERSIST_MS } from '../../../platform/db/persist.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { outbox } from '../../webhooks/index.ts';
import { StorageError, type FileStore } from '../files/files.ts';
import type { DataType, Format, FileKey } from '../schemas.ts';
import { exportSources } from '../sources.ts';
import type { Written } from './protocol.ts';
import * as store from './store.ts';
import { writeInThread } from './write-in-thread.ts';

export const EXPORTS_QUEUE = 'exports';
/** After so many, what keeps ending processes or connections is given up. */
const MAX_ATTEMPTS = 10;
const PROGRESS_MS = 500;

/** What a job carries: ids only. */
export type ExportJob = { orgId: string; exportId: string };

export type RunnerOptions = {
  /** Not the one that answers requests. */
  db: Database;
  connection: ConnectionSettings;
  files: FileStore;
  jobs: Jobs;
  log: Logger;
  /** Exports that this process makes at a time. */
  concurrency: number;
};

/** Somebody else makes this export now, or nobody does: it was cancelled. */
class Superseded extends Error {}

/** Makes exports, one at a time for each organization. */
export class ExportRunner {
  readonly #options: RunnerOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #working: Promise<void> | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    setMaxListeners(0, this.#stopping.signal);
  }

  start(): void {
    const { jobs, concurrency } = this.#options;
    this.#working = jobs.work<ExportJob>(EXPORTS_QUEUE, concurrency, (job, signal) => {
      const run = this.#run(job, AbortSignal.any([signal, this.#stopping.signal]));
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

  /** Resolves when there is nothing more to do for the export; throws when it should be tried again. */
  async #run({ orgId, exportId }: ExportJob, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { db, files, log } = this.#options;
    const row = await store.startAttempt(db.read, orgId, exportId).catch((error: unknown) => {
      if (violatedConstraint(error) !== 'exports_one_processing') throw error;
      throw new Error('another export of the organization is under way', { cause: error });
    });
    if (!row) return;
    const at: store.Attempt = { orgId, exportId, attempt: row.attempt };
    const key: FileKey = { ...at, format: row.format as Format };
    try {
      await this.#removeEarlier(key);
      if (at.attempt > MAX_ATTEMPTS) return await this.#fail(at, row, 'it did not come to an end');
      const written = await this.#write(row, key, signal);
      const outcome = await this.#complete(at, row, written);
      if (outcome === 'superseded') await files.remove(key);
    } catch (error) {
      if (error instanceof Superseded) return;
      if (signal.aborted) throw error;
      const final = error instanceof StorageError && !error.transient;
      const said = error instanceof StorageError ? error.message : 'the data could not be read';
      if (!final && at.attempt < MAX_ATTEMPTS) throw error;
      log.warn({ orgId, exportId, attempt: at.attempt, err: error }, 'an export failed');
      await this.#fail(at, row, said);
    }
  }

  /** Files that a process left when it died in an earlier attempt. */
  async #removeEarlier(key: FileKey): Promise<void> {
    for (let attempt = 1; attempt < key.attempt; attempt += 1)
      await this.#options.files.remove({ ...key, attempt }).catch((error: unknown) => {
        // The sweeper removes it then.
        this.#options.log.warn({ err: error }, 'a file of an earlier attempt could not be removed');
      });
  }

  async #write(row: store.AttemptRow, key: FileKey, signal: AbortSignal): Promise<Written> {
    const { db, connection, files } = this.#options;
    const source = exportSources[row.data_type as DataType];
    const filter = {
      orgId: row.org_id,
      from: row.date_from ?? undefined,
      to: row.date_to ?? undefined,
      service: row.service ?? undefined,
    };
    // One row more tells whether there are more.
    const limit = row.max_rows + 1;
    const writing = {
      connection: { ...connection, options: db.organizationOptions(row.org_id) },
      statement: store.copyStatement(db.read, source, filter, key.format, limit),
      columns: source.columns,
      maxRows: row.max_rows,
      location: files.location,
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
    return persist(this.#options.db, PERSIST_MS, async (tx) => {
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
    await persist(this.#options.db, PERSIST_MS, async (tx) => {
      if (!(await store.recordFailure(tx, at, error))) return;
      await outbox(tx, at.orgId, {
        type: 'export.failed',
        data: { exportId: at.exportId, dataType: row.data_type, format: row.format, error },
      });
    });
  }
}
