import type { Registry } from 'prom-client';
import { backOffMs, plainBackOffMs } from '../../../platform/concurrency/back-off.ts';
import { LEASE_MS, LeaseLost, PROCESS, whileLeased } from '../../../platform/background/lease.ts';
import { retryingTransaction, PAID_RETRY_MS } from '../../../platform/db/retry.ts';
import type { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isUnavailable, violatedConstraint } from '../../../platform/db/failures.ts';
import { withOptions } from '../../../platform/db/schemas.ts';
import { traceJob } from '../../../platform/observability/tracing.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { sealsContent, zonesOf } from '../../tenants/index.ts';
import { outbox } from '../../webhooks/index.ts';
import { exportCompleted, exportFailed } from '../events.ts';
import type { ExportSource } from '../../../platform/export-source.ts';
import { locationText, StorageError, type Stores } from '../files/files.ts';
import type { ModuleExport } from '../../module.ts';
import type { Format, FileKey } from '../schemas.ts';
import { exportMetrics, type ExportMetrics, type Outcome } from './metrics.ts';
import type { OpenCells } from './opened-rows.ts';
import type { Written } from './protocol.ts';
import * as store from './store.ts';
import { writeInThread } from './write-in-thread.ts';

/** An export that stops processes or cannot be read fails after this many attempts. */
const MAX_LOST_ATTEMPTS = 10;
/** The maximum total of pauses while the store or the database is unavailable. docs/exports.md promises it. */
const MAX_WAIT_MS = 6 * 3_600_000;
/**
 * Waits are short at first, so that a recovered store is used soon. Later they are longer, to reduce the load on an
 * unavailable store.
 */
const PAUSE = { firstMs: 2000, mostMs: 300_000 };
const PROGRESS_MS = 500;

export type ExporterOptions = {
  exportable: Readonly<Record<string, ModuleExport>>;
  /** A pool separate from the one for requests. */
  db: Database;
  files: Stores;
  /** Opens sealed cells of rows. */
  envelopes: Envelopes;
  /** The free space to keep on the disk of a folder. */
  reserveBytes: number | undefined;
  log: Logger;
  registry: Registry;
  /** The maximum number of exports in progress in this process. */
  concurrency: number;
  /** Limits the number of exports in progress; the exporters of all buckets share it. */
  semaphore: Semaphore;
};

/** The number of pauses after which an export fails because its store cannot be used. */
const MAX_WAITS = (() => {
  let waits = 0;
  for (let ms = 0; ms < MAX_WAIT_MS; waits += 1) ms += plainBackOffMs(waits, PAUSE);
  return waits;
})();

/**
 * Returns the meaning of an attempt's error. `final`: the store rejects the file. `waiting`: the store or the database
 * is unavailable. `lost`: another error, which counts as an attempt, such as a cancelled statement, which took too long
 * and may do so again.
 */
function reasonOf(error: unknown): 'final' | 'waiting' | 'lost' {
  if (error instanceof StorageError) return error.transient ? 'waiting' : 'final';
  const { code } = error as { code?: string };
  // A missing table may return with its bucket, or never.
  return isUnavailable(error) && !['57014', '42P01'].includes(code ?? '') ? 'waiting' : 'lost';
}

function attemptOf({ org_id: orgId, id: exportId, attempt }: store.AttemptRow): store.Attempt {
  return { orgId, exportId, attempt };
}

/** Returns the source with the columns that are sealed in this organization. */
function sourceFor(source: ExportSource, isSealed: boolean): ExportSource {
  const columns = source.columns.map(({ sealed, ...column }) => ({
    ...column,
    ...((sealed === true || (isSealed && sealed)) && { sealed: true as const }),
  }));
  return { ...source, columns };
}

/** Runs exports, one at a time for each organization, each under the lease of its row. */
export class Exporter {
  readonly #options: ExporterOptions & { metrics: ExportMetrics };

  constructor(options: ExporterOptions) {
    this.#options = { ...options, metrics: exportMetrics(options.registry) };
  }

  /** The maximum number of exports in progress in this process. */
  get concurrency(): number {
    return this.#options.concurrency;
  }

  /**
   * Makes one attempt at the export that has waited longest.
   * @param signal ends the attempt without a trace: the next one starts again
   * @returns false if no due export may start now
   */
  async makeNext(signal: AbortSignal): Promise<boolean> {
    // This check is first, so that no exporter takes a turn without a due export, or for an unavailable server.
    if (!(await store.isAnyDue(this.#options.db.read))) return false;
    return this.#options.semaphore.use(() => this.#makeNext(signal));
  }

  async #makeNext(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    const { db, files, metrics } = this.#options;
    const lease = { holder: PROCESS, leaseMs: LEASE_MS };
    let row: store.AttemptRow | undefined;
    try {
      row = await store.startNext(db.read, lease, locationText(files.current.location));
    } catch (error) {
      // Another process has started an export of the same organization; the next query sees it.
      if (violatedConstraint(error) === 'exports_one_processing') return true;
      throw error;
    }
    if (!row) return false;
    const taken = row;
    const beganMs = clock.monotonicMs();
    metrics.started();
    const outcome = await traceJob('export', taken.traceparent, () =>
      this.#attempt(taken, signal).catch((error: unknown) => this.#end(taken, signal, error)),
    );
    metrics.ended(outcome, (clock.monotonicMs() - beganMs) / 1000);
    return true;
  }

  async #attempt(row: store.AttemptRow, signal: AbortSignal): Promise<Outcome> {
    const { db, files, metrics, log } = this.#options;
    const at = attemptOf(row);
    const key: FileKey = { ...at, format: row.format as Format };
    let rows = 0;
    // The lease is also renewed while no rows arrive.
    const renew = (): Promise<boolean> => store.recordProgress(db.read, at, rows, LEASE_MS);
    const onFailure = (error: unknown): void =>
      log.warn({ err: error, exportId: row.id }, 'the progress of an export could not be recorded');
    return whileLeased({ renew, signal, everyMs: PROGRESS_MS, onFailure }, async (until) => {
      await this.#removeEarlier(key);
      if (row.lost_attempts > MAX_LOST_ATTEMPTS) {
        await this.#fail(row, 'it did not finish');
        return 'failed';
      }
      const written = await this.#write(row, key, (count) => (rows = count), until);
      if ((await this.#complete(row, written)) !== 'superseded') {
        metrics.written(row.format, written.rows, written.bytes);
        return 'completed';
      }
      await files.current.remove(key);
      return 'superseded';
    });
  }

  /** Handles a failed attempt: ends the export, or schedules another attempt. */
  async #end(row: store.AttemptRow, signal: AbortSignal, error: unknown): Promise<Outcome> {
    const { db, log } = this.#options;
    const at = attemptOf(row);
    // Another process makes this export now, or it was cancelled.
    if (error instanceof LeaseLost) return 'superseded';
    const release = (why: store.Release, pauseMs: number): Promise<boolean> =>
      retryingTransaction(db, PAID_RETRY_MS, (tx) => store.releaseAttempt(tx, at, why, pauseMs));
    if (signal.aborted) {
      // Without this record, the attempt counts as lost, as after a crash.
      await release('stopped', 0).catch(() => {});
      return 'stopped';
    }
    const why = reasonOf(error);
    log.warn({ ...at, why, err: error }, 'an attempt at an export has failed');
    const said = error instanceof StorageError ? error.message : 'the data could not be read';
    const givenUp =
      why === 'waiting'
        ? row.waits >= MAX_WAITS
        : why === 'final' || row.lost_attempts >= MAX_LOST_ATTEMPTS;
    if (why === 'final' || givenUp) {
      await this.#fail(row, said);
      return 'failed';
    }
    await release(why, backOffMs(why === 'waiting' ? row.waits : row.lost_attempts, PAUSE));
    return 'retried';
  }

  /** Deletes the file of a process that died in the previous attempt. The sweeper deletes older ones. */
  async #removeEarlier(key: FileKey): Promise<void> {
    if (key.attempt === 1) return;
    const earlier = { ...key, attempt: key.attempt - 1 };
    await this.#options.files.current.remove(earlier).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'a file of an earlier attempt could not be deleted');
    });
  }

  async #write(
    row: store.AttemptRow,
    key: FileKey,
    onProgress: (rows: number) => void,
    signal: AbortSignal,
  ): Promise<Written> {
    const { db, files, reserveBytes, envelopes, exportable } = this.#options;
    const isSealed = (await sealsContent(db.read, row.org_id)) !== null;
    const source = sourceFor(exportable[row.data_type]!.source, isSealed);
    const filter = {
      orgId: row.org_id,
      isSealed,
      from: row.date_from ?? undefined,
      to: row.date_to ?? undefined,
      service: row.service ?? undefined,
      zones: (await zonesOf(db.read, [row.org_id])).get(row.org_id) ?? [],
    };
    const selection = { source, filter, after: row.after_row as unknown[] | null };
    const writing = {
      connection: withOptions(db.connection, db.organizationOptions(row.org_id)),
      // One additional row shows whether there are more.
      statement: store.copyStatement(db.read, selection, key.format, row.max_rows + 1, row.csv),
      lastRowStatement: store.placeStatement(db.read, selection, row.max_rows),
      columns: source.columns,
      csv: row.csv,
      maxRows: row.max_rows,
      location: files.current.location,
      reserveBytes,
      key,
    };
    const open: OpenCells = (cells) =>
      openAll(cells, (one) => source.open!(envelopes, row.org_id, one));
    return writeInThread(writing, { onRows: onProgress, open, signal });
  }

  async #complete(row: store.AttemptRow, written: Written) {
    const at = attemptOf(row);
    const result: store.Result = { ...written, sha256: Buffer.from(written.sha256) };
    return retryingTransaction(this.#options.db, PAID_RETRY_MS, async (tx) => {
      const outcome = await store.recordResult(tx, at, result);
      if (outcome === 'now')
        await outbox(
          tx,
          at.orgId,
          exportCompleted({
            exportId: at.exportId,
            dataType: row.data_type,
            format: row.format,
            recordCount: result.rows,
            fileSize: result.bytes,
            truncated: result.truncated,
          }),
        );
      return outcome;
    });
  }

  async #fail(row: store.AttemptRow, error: string): Promise<void> {
    const at = attemptOf(row);
    await retryingTransaction(this.#options.db, PAID_RETRY_MS, async (tx) => {
      if (!(await store.recordFailure(tx, at, error))) return;
      const { data_type: dataType, format } = row;
      await outbox(tx, at.orgId, exportFailed({ exportId: at.exportId, dataType, format, error }));
    });
  }
}
