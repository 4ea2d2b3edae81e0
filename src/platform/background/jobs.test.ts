import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/support/database.ts';
import { eventually } from '../../../test/support/process.ts';
import { openDatabase } from '../../../test/support/webhook-checks.ts';
import type { Database } from '../db/database.ts';
import type { Job } from './job.ts';
import { firstRunSemaphore, listJobs, runJobNow, startJobs } from './jobs.ts';
import { LeaseLost, PROCESS, whileLeased } from './lease.ts';
import { claimJob, renewJob } from './store.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await cloneDatabase());
});
afterAll(() => db.close());
beforeEach(() => db.query('DELETE FROM jobs'));

const log = pino({ level: 'silent' });
const DAY_MS = 86_400_000;
const { signal: forever } = new AbortController();

/** Returns a job that counts its runs in `services.runs`. */
function counting(change: Partial<Job<{ runs: number }>> = {}): Job<{ runs: number }> {
  return {
    name: 'counting',
    does: 'Counts.',
    whenStopped: 'Nothing is counted.',
    everyMs: DAY_MS,
    lock: 'job',
    run: async (services) => ({ runs: (services.runs += 1) }),
    ...change,
  };
}

function start<S>(job: Job<S>, services: S, registry = new Registry()) {
  return startJobs([job], services, { db, log, registry, firstRuns: firstRunSemaphore() });
}

async function stateOf(job: { name: string }) {
  return (await listJobs([db], [job]))[0]!;
}

test('a leased job is run by one process, at its time, and its row has the next due time', async () => {
  const services = { runs: 0 };
  const job = counting();
  expect(await stateOf(job)).toMatchObject({ lastRunAt: null, nextRunAt: null, failures: 0 });
  const processes = Array.from({ length: 4 }, () => start(job, services));
  await eventually(async () => (await stateOf(job)).lastRunAt !== null);
  await sleep(50);
  await Promise.all(processes.map((process) => process.stop()));
  expect(services.runs).toBe(1);
  const { lastRunAt, nextRunAt, ...state } = await stateOf(job);
  expect(state).toEqual({
    name: 'counting',
    holder: PROCESS,
    isRunning: false,
    failures: 0,
    error: null,
  });
  expect(Math.abs(Date.parse(nextRunAt!) - Date.parse(lastRunAt!) - DAY_MS)).toBeLessThan(1000);
});

test('a job can be run before it is due, but not while another process runs it', async () => {
  const services = { runs: 0 };
  const job = counting();
  expect(await runJobNow(db, job, services, forever)).toEqual({ runs: 1 });
  expect(await runJobNow(db, job, services, forever)).toEqual({ runs: 2 });
  const lease = { holder: 'another', leaseMs: 60_000, evenEarly: true };
  expect(await claimJob(db.read, job.name, lease)).toBeUndefined();
  expect(await stateOf(job)).toMatchObject({ isRunning: true, holder: 'another' });
  await expect(runJobNow(db, job, services, forever)).rejects.toMatchObject({ code: 'CONFLICT' });
  const waiting = start(job, services);
  await sleep(50);
  await waiting.stop();
  expect(services.runs).toBe(2);
  // The process that holds the lease dies.
  await db.query(`UPDATE jobs SET leased_until = now() - interval '1 s'`);
  expect(await runJobNow(db, job, services, forever)).toEqual({ runs: 3 });
});

test('consecutive failures are counted, recorded only by their kind, and retried sooner than the period', async () => {
  const registry = new Registry();
  const job = counting({
    async run(services) {
      services.runs += 1;
      if (services.runs < 3) throw Object.assign(new TypeError('Ada Obi'), { code: 'E_SECRET' });
    },
    everyMs: 20,
  });
  const services = { runs: 0 };
  await expect(runJobNow(db, job, services, forever)).rejects.toThrow('Ada Obi');
  expect(await stateOf(job)).toMatchObject({ failures: 1, error: 'E_SECRET' });
  const running = start(job, services, registry);
  await eventually(() => services.runs >= 4);
  await running.stop();
  expect(await stateOf(job)).toMatchObject({ failures: 0, error: null });
  const metrics = await registry.metrics();
  expect(metrics).toContain('oriki_job_failures_total{name="counting"} 1');
  expect(metrics).toMatch(/oriki_job_last_success_timestamp_seconds\{name="counting"\} \d+/);
  expect(JSON.stringify((await db.query('SELECT * FROM jobs')).rows)).not.toContain('Ada');
});

test('a job that a stop interrupts is released, and is due immediately', async () => {
  const job = counting({
    run: async (services, { signal }) => {
      services.runs += 1;
      await sleep(60_000, undefined, { signal });
    },
  });
  const services = { runs: 0 };
  const running = start(job, services);
  await eventually(() => services.runs === 1);
  await running.stop();
  expect(await stateOf(job)).toMatchObject({ isRunning: false, failures: 0 });
  const again = start(job, services);
  await eventually(() => services.runs === 2);
  await again.stop();
});

test('jobs on rows run in every process, several times at once in each, and are started by their trigger', async () => {
  const indices = new Set<number>();
  let underWay = 0;
  const job = counting({
    lock: 'rows of something',
    trigger: 'something_due',
    runners: () => 2,
    async run(services, { index }) {
      services.runs += 1;
      underWay += 1;
      indices.add(index);
      await eventually(() => underWay >= 4);
    },
  });
  const services = { runs: 0 };
  const processes = [start(job, services), start(job, services)];
  await eventually(() => underWay === 4);
  await eventually(async () => (await stateOf(job)).lastRunAt !== null);
  expect([...indices].toSorted()).toEqual([0, 1]);
  processes[0]!.handlers['something_due']!();
  await eventually(() => services.runs === 6);
  await Promise.all(processes.map((process) => process.stop()));
});

test('jobs of many buckets that begin together take turns, and a long one lets others begin', async () => {
  let underWay = 0;
  let most = 0;
  const job = counting({
    lock: 'rows of something',
    async run(services) {
      services.runs += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(5);
      underWay -= 1;
    },
  });
  const long = counting({
    lock: 'rows of something',
    run: (_, { signal }) => sleep(60_000, undefined, { signal }),
  });
  const services = { runs: 0 };
  const parts = { db, log, registry: new Registry(), firstRuns: firstRunSemaphore() };
  const held = startJobs([long, long, long, long], services, parts);
  const buckets = Array.from({ length: 40 }, () => startJobs([job], services, parts));
  await eventually(() => services.runs === 40);
  expect(most).toBeLessThan(10);
  await Promise.all([held, ...buckets].map((one) => one.stop()));
});

test('work that has lost its lease is aborted, and work whose lease cannot be renewed at the moment continues', async () => {
  await claimJob(db.read, 'long', { holder: 'me', leaseMs: 60_000, evenEarly: true });
  let failing = true;
  let renewals = 0;
  const renew = async (): Promise<boolean> => {
    renewals += 1;
    if (failing) throw new Error('the database is away');
    return renewJob(db.read, 'long', 'me', 60_000);
  };
  const work = whileLeased({ renew, everyMs: 5 }, async (signal) => {
    await eventually(() => renewals > 2);
    expect(signal.aborted).toBe(false);
    failing = false;
    await db.query(`UPDATE jobs SET holder = 'you' WHERE name = 'long'`);
    await sleep(60_000, undefined, { signal });
  });
  await expect(work).rejects.toThrow(LeaseLost);
  const before = renewals;
  await sleep(20);
  expect(renewals).toBe(before);
});

test('an interrupted run leaves the count of failures unchanged', async () => {
  const broken = counting({ run: async () => Promise.reject(new TypeError('broken')) });
  await expect(runJobNow(db, broken, { runs: 0 }, forever)).rejects.toThrow('broken');
  expect(await stateOf(broken)).toMatchObject({ failures: 1, error: 'TypeError' });
  const stop = new AbortController();
  const cutOff = counting({
    run: async () => {
      stop.abort();
      throw stop.signal.reason;
    },
  });
  await expect(runJobNow(db, cutOff, { runs: 0 }, stop.signal)).rejects.toThrow();
  expect(await stateOf(cutOff)).toMatchObject({
    failures: 1,
    error: 'TypeError',
    isRunning: false,
  });
});

test('a job that handles notifications gets their payload, and does not run because of them', async () => {
  const heard: (string | undefined)[] = [];
  const job = counting({ trigger: 'something_due', notified: (_, said) => heard.push(said) });
  const services = { runs: 0 };
  const running = start(job, services);
  await eventually(() => services.runs === 1);
  running.handlers['something_due']!('a queue');
  running.handlers['something_due']!(undefined);
  await running.stop();
  expect([heard, services.runs]).toEqual([['a queue', undefined], 1]);
});
