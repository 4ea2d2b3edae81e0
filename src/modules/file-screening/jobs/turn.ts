/** Screens the files of jobs in turns, so that a long one does not delay others. */
import { backOffMs } from '../../../platform/concurrency/back-off.ts';
import { LEASE_MS, LeaseLost, PROCESS, whileLeased } from '../../../platform/background/lease.ts';
import { PAID_RETRY_MS, retryingTransaction } from '../../../platform/db/retry.ts';
import { clock } from '../../../platform/clock.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { traceJob } from '../../../platform/observability/tracing.ts';
import { outbox } from '../../webhooks/index.ts';
import {
  reasonOf,
  rulesOf,
  screenBlocks,
  type ScreenedBlock,
  screeningsOf,
  tallyOf,
} from '../file/blocks.ts';
import { jobCompleted, jobFailed } from '../events.ts';
import { sealsContent } from '../../tenants/index.ts';
import { type Screening, storeScreenings } from '../../screening/index.ts';
import { blocksOf } from './pieces.ts';
import { toJob, type Results, type ResultFormat } from './screen-jobs.ts';
import * as store from './store.ts';

const TURN_MS = 10_000;
/** The number of attempts without a recorded block (about two hours) after which a job fails. */
const MAX_LOST_ATTEMPTS = 30;
const PAUSE = { firstMs: 2000, mostMs: 300_000 };

export type TurnServices = {
  db: Database;
  screening: Screening;
  envelopes: Envelopes;
  results: Results;
  log: Logger;
};

function attemptOf({ org_id: orgId, id: jobId, attempt }: store.JobRow): store.Attempt {
  return { orgId, jobId, attempt };
}

/**
 * Gives a turn to the job that has waited longest.
 * @param signal stops it between two names
 * @returns false if no job waits
 */
export async function giveTurn(services: TurnServices, signal: AbortSignal): Promise<boolean> {
  const { db, log } = services;
  const job = await store.startNext(db.read, { holder: PROCESS, leaseMs: LEASE_MS });
  if (!job) return false;
  const at = attemptOf(job);
  const renew = (): Promise<boolean> => store.renewLease(db.read, at, LEASE_MS);
  const onFailure = (error: unknown): void =>
    log.warn({ err: error, ...at }, 'the lease of a screening job could not be renewed');
  await traceJob('screening job', job.traceparent, () =>
    whileLeased({ renew, signal, onFailure }, (until) => takeTurn(services, job, until)).catch(
      (error: unknown) => endTurn(services, job, signal, error),
    ),
  );
  return true;
}

async function takeTurn(
  services: TurnServices,
  job: store.JobRow,
  until: AbortSignal,
): Promise<void> {
  const { db, screening, envelopes } = services;
  const at = attemptOf(job);
  if (job.lost_attempts > MAX_LOST_ATTEMPTS) return fail(services, at, 'it did not finish');
  const beganMs = clock.monotonicMs();
  const from = job.next_line;
  const seals = await sealsContent(db.read, job.org_id);
  if (from !== null) {
    const next = await screenBlocks(blocksOf(db.read, envelopes, job), from, {
      screening,
      orgId: job.org_id,
      rules: rulesOf(job.kinds, job.threshold, job.hit_limit),
      stop: until,
      givesWay: true,
      isOver: () => clock.monotonicMs() - beganMs > TURN_MS,
      record: (block) => recordBlock(db, at, block, seals ? envelopes : null),
    });
    if (next !== null) return store.releaseAttempt(db.read, at, 'over', 0);
  }
  await complete(services, job);
}

/**
 * Stores a block exactly once: its screenings, its rows and the next position commit together. @param envelopes seal
 * the contents; null leaves them in the clear
 */
async function recordBlock(
  db: Database,
  at: store.Attempt,
  { from, nextLine, rows, screened }: ScreenedBlock,
  envelopes: Envelopes | null,
): Promise<void> {
  const done = {
    ...tallyOf(rows),
    from,
    nextLine,
    listVersion: screened.verdicts.length > 0 ? screened.listVersion : null,
    rows: rows.map(({ row, verdict }) => ({
      line: row.line,
      ref: verdict ? null : row.ref,
      screeningId: verdict?.id ?? null,
      reason: reasonOf(row) ?? null,
    })),
  };
  const screenings = await screeningsOf(at.orgId, rows, screened, envelopes);
  await retryingTransaction(db, PAID_RETRY_MS, async (tx) => {
    const recorded = await store.recordBlock(tx, at, done);
    if (recorded === 'superseded') throw new LeaseLost();
    if (recorded === 'now' && screenings.length > 0) await storeScreenings(tx, screenings);
  });
}

/** The end, the export of the results and the event commit together. */
async function complete(
  { db, screening, results }: TurnServices,
  job: store.JobRow,
): Promise<void> {
  const at = attemptOf(job);
  const rules = rulesOf(job.kinds, job.threshold, job.hit_limit);
  const listVersion = await screening.listVersion(job.org_id, rules);
  await retryingTransaction(db, PAID_RETRY_MS, async (tx) => {
    const completed = await store.completeJob(tx, at, listVersion);
    if (!completed) return;
    const format = completed.result_format as ResultFormat;
    const exportId = await results.export(tx, at.orgId, at.jobId, format);
    if (exportId !== undefined) await store.setExport(tx, at, exportId);
    const { rows, outcomes } = toJob(completed);
    const said = { jobId: at.jobId, exportId: exportId ?? null, ...outcomes, failed: rows.failed };
    await outbox(tx, at.orgId, jobCompleted(said));
  });
}

async function fail({ db }: TurnServices, at: store.Attempt, error: string): Promise<void> {
  await retryingTransaction(db, PAID_RETRY_MS, async (tx) => {
    if (await store.failJob(tx, at, error))
      await outbox(tx, at.orgId, jobFailed({ jobId: at.jobId, error }));
  });
}

/** After an interrupted turn: ends the job, or lets it continue later from the last block. */
async function endTurn(
  services: TurnServices,
  job: store.JobRow,
  signal: AbortSignal,
  error: unknown,
): Promise<void> {
  const { db, log } = services;
  const at = attemptOf(job);
  // Another process has taken over this job, or it was cancelled.
  if (error instanceof LeaseLost) return;
  const release = (why: store.Release, pauseMs: number): Promise<void> =>
    store.releaseAttempt(db.read, at, why, pauseMs);
  // If this write fails, the attempt counts as lost, as after a crash.
  if (signal.aborted) return release('stopped', 0).catch(() => {});
  log.warn({ err: error, ...at }, 'a turn of a screening job was interrupted');
  const pauseMs = backOffMs(job.lost_attempts, PAUSE);
  await release(isUnavailable(error) ? 'waiting' : 'lost', pauseMs).catch(() => {});
}
