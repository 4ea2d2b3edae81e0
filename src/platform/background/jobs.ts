import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { ofRegistry } from '../observability/metrics.ts';
import { clock } from '../clock.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import type { Database } from '../db/database.ts';
import { FIRST_BUCKET } from '../db/schemas.ts';
import { ApiError } from '../errors/index.ts';
import type { Logger } from '../observability/logger.ts';
import { backOffMs } from '../concurrency/back-off.ts';
import type { Job, Report } from './job.ts';
import { LEASE_MS, PROCESS, whileLeased } from './lease.ts';
import { Runner } from '../concurrency/runner.ts';
import * as store from './store.ts';

/**
 * A job without a lease records its runs at most this often; a change from success to failure, or back, is recorded
 * immediately.
 */
const RECORDED_EVERY_MS = 10_000;
/** The first wait after a failed run; the longest wait is the job's period. */
const FIRST_RETRY_MS = 1000;
/** Maximum number of concurrent first runs on one server. More would take the connections that requests need. */
const FIRST_AT_ONCE = 4;
/** The maximum time that a first run delays other first runs. */
const FIRST_RUN_MS = 1000;

/** Returns the part of an error that may be recorded: messages may quote rows. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code;
  return typeof name === 'string' ? name : typeof error;
}

/** The metric that counts runs, with the job's name as a label. */
export const RUNS = 'oriki_job_runs_total';

type JobMetrics = (name: string, tookMs: number, isOk: boolean) => void;

/** Metrics of runs in this process, for all buckets. */
const jobMetrics = ofRegistry((registry): JobMetrics & { begin: (names: string[]) => void } => {
  // Not `job`, which Prometheus uses for its scrape targets.
  const [labelNames, registers] = [['name'], [registry]];
  const runs = new Counter({
    name: RUNS,
    help: 'Runs of background jobs that have ended',
    labelNames,
    registers,
  });
  const failures = new Counter({
    name: 'oriki_job_failures_total',
    help: 'Runs of background jobs that have failed',
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: 'oriki_job_seconds',
    help: 'From the begin of a run of a background job to its end',
    labelNames,
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 300],
    registers,
  });
  const success = new Gauge({
    name: 'oriki_job_last_success_timestamp_seconds',
    aggregator: 'max',
    help: 'Time of the last successful run of a background job in this process',
    labelNames,
    registers,
  });
  const observe: JobMetrics = (name, tookMs, isOk) => {
    runs.inc({ name });
    seconds.observe({ name }, tookMs / 1000);
    if (isOk) success.set({ name }, clock.nowMs() / 1000);
    else failures.inc({ name });
  };
  return Object.assign(observe, {
    // Alerts see only the growth of a series, not its first appearance.
    begin(names: string[]) {
      for (const name of names) for (const counter of [runs, failures]) counter.inc({ name }, 0);
    },
  });
});

type Outcome = { isOk: true; report: Report } | { isOk: false; error: unknown };

/** The circumstances of a run. */
type Manner = {
  signal: AbortSignal;
  index: number;
  /** The number of consecutive failed runs before this one. */
  failures: number;
  /** Returns true if the end of a run without a lease must be recorded. */
  isNews: (isOk: boolean) => boolean;
};

/** Runs a job that this process has claimed, and records the run. */
async function runOnce<S>(
  db: Database,
  job: Job<S>,
  services: S,
  { signal, index, failures, isNews }: Manner,
): Promise<Outcome & { tookMs: number; waitMs: number }> {
  const beganMs = clock.monotonicMs();
  const isLeased = job.lock === 'job';
  let leastMs = 0;
  const work = async (until: AbortSignal): Promise<Report> =>
    (await job.run(services, { signal: until, index, restMs: (ms) => void (leastMs = ms) })) ?? {};
  const renew = (): Promise<boolean> => store.renewJob(db.read, nameIn(db, job), PROCESS, LEASE_MS);
  const outcome: Outcome = await (
    isLeased ? whileLeased({ renew, signal }, work) : work(signal)
  ).then(
    (report) => ({ isOk: true, report }),
    (error: unknown) => ({ isOk: false, error }),
  );
  const tookMs = clock.monotonicMs() - beganMs;
  const restMs = outcome.isOk ? Math.max(leastMs, job.everyMs - tookMs) : pauseMs(job, failures);
  // A released job is due immediately, and any process may run it.
  const waitMs = signal.aborted ? 0 : restMs;
  const error = outcome.isOk ? null : kindOf(outcome.error);
  const record = { holder: PROCESS, tookMs, waitMs, error: signal.aborted ? undefined : error };
  // If this write fails, the next run records the state, and the lease ends by itself.
  if (isLeased || isNews(outcome.isOk))
    await store.recordRun(db.read, nameIn(db, job), record, isLeased).catch(() => {});
  return { ...outcome, tookMs, waitMs };
}

function pauseMs({ everyMs }: { everyMs: number }, failures: number): number {
  return backOffMs(failures, { firstMs: Math.min(FIRST_RETRY_MS, everyMs), mostMs: everyMs });
}

/** Returns the name of a job's row: every bucket except the first has its own row. */
function nameIn({ schema }: Database, { name }: { name: string }): string {
  return schema === undefined || schema === FIRST_BUCKET ? name : `${name} ${schema}`;
}

/** @returns undefined if the job may run now, otherwise the milliseconds until the next attempt */
async function claim<S>(
  db: Database,
  job: Job<S>,
  evenEarly: boolean,
): Promise<number | undefined> {
  if (job.lock !== 'job') return undefined;
  const claimant = { holder: PROCESS, leaseMs: LEASE_MS, evenEarly };
  return store.claimJob(db.read, nameIn(db, job), claimant);
}

export type RunningJobs = {
  /** Handlers by notification channel. Each passes the notification to the jobs with that trigger, or runs them. */
  handlers: Record<string, (payload?: string) => void>;
  /** Starts no more runs; resolves once the running ones have stopped. */
  stop: () => Promise<void>;
};

/** Returns the semaphore that limits the first runs of jobs that begin together. */
export function firstRunSemaphore(): Semaphore {
  return new Semaphore(FIRST_AT_ONCE);
}

async function runFirst(runner: Runner): Promise<void> {
  runner.wake();
  await Promise.race([runner.settled(), sleep(FIRST_RUN_MS, undefined, { ref: false })]);
}

/**
 * Runs jobs repeatedly, at their periods and on notifications.
 * @param parts.firstRuns shared by all jobs on one server
 */
export function startJobs<S>(
  jobs: readonly Job<S>[],
  services: S,
  parts: { db: Database; log: Logger; registry: Registry; firstRuns: Semaphore },
): RunningJobs {
  const { db, log, registry, firstRuns } = parts;
  const observe = jobMetrics(registry);
  observe.begin(jobs.map(({ name }) => name));
  const handlers: Record<string, ((payload?: string) => void)[]> = {};
  for (const { trigger, notified } of jobs)
    if (trigger !== undefined && notified !== undefined)
      (handlers[trigger] ??= []).push((payload) => notified(services, payload));
  const runners = jobs.flatMap((job) =>
    Array.from({ length: job.runners?.(services) ?? 1 }, (_, index) => {
      const runner = runnerOf(job, index);
      if (job.trigger !== undefined && job.notified === undefined)
        (handlers[job.trigger] ??= []).push(() => runner.wake());
      return runner;
    }),
  );

  function runnerOf(job: Job<S>, index: number): Runner {
    let failures = 0;
    let recordedMs = -Infinity;
    const isNews = (isOk: boolean): boolean => {
      const now = clock.monotonicMs();
      if (isOk === (failures === 0) && now - recordedMs < RECORDED_EVERY_MS) return false;
      recordedMs = now;
      return true;
    };
    const fail = (error: unknown): void => {
      log.warn({ err: error, job: job.name }, 'a job failed');
      failures += 1;
    };
    const runner: Runner = new Runner({
      async round(signal) {
        const waitMs = await claim(db, job, false);
        if (waitMs !== undefined) return void runner.wakeIn(Math.min(waitMs, job.everyMs));
        const manner = { signal, index, failures, isNews };
        const outcome = await runOnce(db, job, services, manner);
        runner.wakeIn(outcome.waitMs);
        if (signal.aborted) return undefined;
        observe(job.name, outcome.tookMs, outcome.isOk);
        if (outcome.isOk) failures = 0;
        else fail(outcome.error);
        return undefined;
      },
      onFailure(error) {
        observe(job.name, 0, false);
        fail(error);
      },
      failurePauseMs: () => pauseMs(job, failures - 1),
    });
    return runner;
  }

  for (const runner of runners) void firstRuns.use(() => runFirst(runner));
  return {
    handlers: Object.fromEntries(
      Object.entries(handlers).map(([channel, tell]) => [
        channel,
        (payload) => tell.forEach((one) => one(payload)),
      ]),
    ),
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

/**
 * Runs a job once, now, even if it is not due, under the usual lock.
 * @returns its report
 * @throws ApiError CONFLICT while another process runs it; errors of the run
 */
export async function runJobNow<S>(
  db: Database,
  job: Job<S>,
  services: S,
  signal: AbortSignal,
): Promise<Report> {
  if ((await claim(db, job, true)) !== undefined)
    throw new ApiError('CONFLICT', `another process runs ${job.name} now`);
  const outcome = await runOnce(db, job, services, {
    signal,
    index: 0,
    failures: 0,
    isNews: () => true,
  });
  if (outcome.isOk) return outcome.report;
  throw outcome.error;
}

/** A job as operators see it, over all processes. */
export type JobState = {
  name: string;
  lastRunAt: string | null;
  nextRunAt: string | null;
  /** The process that runs the job, or ran it last. */
  holder: string | null;
  isRunning: boolean;
  /** The number of consecutive failed runs. */
  failures: number;
  /** The kind of error that ended the last run. */
  error: string | null;
};

/** Lists the jobs of each bucket with their recorded state. */
export async function listJobs(
  buckets: readonly Database[],
  jobs: readonly { name: string; isShared?: true }[],
): Promise<JobState[]> {
  const rows = new Map((await store.selectJobs(buckets[0]!.read)).map((row) => [row.name, row]));
  const names = jobs.flatMap((job) =>
    (job.isShared ? buckets.slice(0, 1) : buckets).map((db) => nameIn(db, job)),
  );
  return names.map((name) => {
    const row = rows.get(name);
    return {
      name,
      lastRunAt: row?.last_run_at?.toISOString() ?? null,
      nextRunAt: row?.next_run_at?.toISOString() ?? null,
      holder: row?.holder ?? null,
      isRunning: row?.is_running ?? false,
      failures: row?.failures ?? 0,
      error: row?.error ?? null,
    };
  });
}
