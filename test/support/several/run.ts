import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { caFile } from '../certificates.ts';
import { startAccountVendor, writeProviders } from '../identity-vendor.ts';
import { checkOutPreviousRelease, withoutPreviousRelease } from '../previous-release.ts';
import { freshDataDir, report } from '../process.ts';
import { startReceiver } from '../receiver.ts';
import { BUCKET, CREDENTIALS } from '../s3-gateway.ts';
import { startFakeS3 } from '../s3-server.ts';
import { canMountSmall } from '../small-disk.ts';
import { randomFrom } from '../random.ts';
import type { ValkeyServer } from '../valkey.ts';
import { within } from '../within.ts';
import { ANSWERED, ENVELOPE, RETRY_AFTER, SAME_ANSWER } from './client.ts';
import { ENDED_BY_ITSELF, startCluster } from './cluster.ts';
import { injectors, type Injected } from './faults/index.ts';
import { clockSteps } from './faults/processes.ts';
import { ADDRESSES, startFront } from './front.ts';
import { LIMITS, startLimitProbe } from './limit-probe.ts';
import { areasOf, startLoad } from './load/index.ts';
import { DEADLINE_MS, KINDS, KINDS_WITH_VALKEY, planOf, type Kind, type Planned } from './plan.ts';
import { startProbes } from './probes.ts';
import { Tally, type Check } from './tally.ts';
import { makeWorld } from './world.ts';

const RECOVERED =
  'all processes are ready again within 30 s of a fault on a quiet machine, or five times as long as their first start took';
const RECOVER_WITHIN_MS = 30_000;
const FIRED = 'every kind of fault has happened';
const STOPPED = 'every process ends with 0 when it is asked to';
const CLIENTS = 6;
/** Faults that make the counters of rate limits unavailable, or empty their unlogged table. */
const LOSING: readonly Kind[] = [
  'crash of PostgreSQL',
  'fast restart of PostgreSQL',
  'promotion of the standby',
  'disk full',
  'connections terminated',
  'connections used up',
];
const LOSING_VALKEY: readonly Kind[] = ['kill -9 of Valkey', 'pause of Valkey'];

/** Returns the option of Node.js that loads a support file first. */
function preloaded(file: string): string {
  return `--import ${pathToFileURL(join(import.meta.dirname, '..', file)).href}`;
}

export type Result = {
  seed: number;
  minutes: number;
  startedAt: string;
  tookMs: number;
  planned: Planned[];
  injected: Injected[];
  checks: Check[];
  /** The work of the load, in sentences. */
  notes: string[];
  /** Answers by status and code, and requests without an answer. */
  outcomes: Record<string, number>;
  /** The number of times that the load balancer skipped a process that refused the connection. */
  passedOver: number;
  /** The number of windows of the small rate limit, and of those in which the counters were unavailable or lost. */
  windows: { windows: number; lost: number };
  /** The place where rate limits were counted. */
  counters: 'PostgreSQL' | 'Valkey';
  postgres: string;
  problems: string[];
};

/**
 * Runs three API and two worker processes under load in all areas, while faults of the seed's plan affect them and
 * their database. Checks every promise during the run and after it has settled. With a Valkey server, rate limits are
 * counted there, and faults affect it as well.
 */
export async function runUnderFaults(
  seed: number,
  minutes: number,
  valkey?: ValkeyServer,
): Promise<Result> {
  const began = performance.now();
  const startedAt = new Date().toISOString();
  const tally = new Tally();
  tally.expects(RECOVERED, FIRED, STOPPED, ENVELOPE, ANSWERED, SAME_ANSWER, RETRY_AFTER);
  const onSmallDisk = canMountSmall();
  const hasPrevious = !withoutPreviousRelease('several: an upgrade and the way back');
  const kinds = (valkey ? KINDS_WITH_VALKEY : KINDS).filter(
    (kind) => (kind !== 'disk full' || onSmallDisk) && (kind !== 'upgrade and back' || hasPrevious),
  );
  const planned = planOf(seed, minutes, kinds);
  const injected: Injected[] = [];
  const losses = { count: 0, isUnderWay: false };
  const losing = valkey ? LOSING_VALKEY : LOSING;
  const since = (): number => Math.round(performance.now() - began);
  const vendor = await startAccountVendor();
  const receiver = await startReceiver();
  const front = await startFront(receiver.port);
  const s3 = await startFakeS3(BUCKET);
  const previous = hasPrevious ? await checkOutPreviousRelease(await freshDataDir()) : undefined;
  let started = 0;
  const cluster = await startCluster(
    tally,
    {
      ORIKI_PROVIDERS_FILE: await writeProviders(await freshDataDir(), vendor.url),
      ORIKI_RATE_LIMITS: LIMITS,
      ORIKI_DEAD_LETTERS: 'auto',
      // With this setting, the leases of a dead worker end after 17 s.
      ORIKI_WEBHOOK_TIMEOUT_MS: '2000',
      ORIKI_REQUEST_DEADLINE_MS: String(DEADLINE_MS),
      ORIKI_TRUSTED_PROXIES: '127.0.0.1',
      ORIKI_OUTBOUND_ALLOW: ADDRESSES.join(),
      ORIKI_EXPORT_S3_BUCKET: BUCKET,
      ORIKI_EXPORT_S3_ENDPOINT: s3.endpoint,
      ...CREDENTIALS,
      NODE_EXTRA_CA_CERTS: await caFile(),
      NODE_OPTIONS: `${preloaded('set-clock.ts')} ${preloaded('set-dns.ts')}`,
      ORIKI_TEST_DNS: front.dns,
      ...(valkey && { ORIKI_RATE_LIMIT_STORE: 'valkey', ORIKI_VALKEY_URL: valkey.url }),
    },
    {
      home: { withStandby: true, onSmallDisk },
      envOf: () => ({ ORIKI_TEST_CLOCK: clockSteps((started += 1)) }),
    },
  );
  // The work of the load is not repeatable, in contrast to the plan: it depends on timing.
  const world = await makeWorld(
    cluster,
    tally,
    randomFrom(seed + 1),
    vendor,
    receiver,
    // The first tenant's receiver is reached without a name.
    (path) => (path === '/first' ? receiver.url(path) : front.url(path)),
  );
  const areas = await areasOf(world);
  const inject = injectors(world, { front, s3, previous, valkey });
  const [postgres] = await world.sql<{ version: string }>('SELECT version()');
  report(`several: began after ${since()} ms, ${planned.length} faults`);
  const load = startLoad(areas, CLIENTS, world.random, () => world.random.below(60));
  const probes = await startProbes(world);
  const limit = await startLimitProbe(world, losses);

  const loadedAt = since();
  for (const [n, fault] of planned.entries()) {
    await sleep(fault.afterMs);
    const atMs = since();
    // The run has the whole first round, however slow the machine is.
    if (n >= kinds.length && atMs - loadedAt > minutes * 60_000) break;
    losses.isUnderWay = losing.includes(fault.kind);
    const evidence = await inject[fault.kind](fault).catch((error: unknown) => {
      tally.broken(FIRED, `${fault.kind}: ${String(error)}`);
      return `failed: ${String(error)}`;
    });
    const recoveredMs = await cluster
      .allReady(Math.max(within(RECOVER_WITHIN_MS), 5 * cluster.startMs))
      .then(Math.round, (error: unknown) => {
        tally.broken(RECOVERED, `${fault.kind}: ${String(error)}`);
        return Number.NaN;
      });
    if (!Number.isNaN(recoveredMs)) tally.kept(RECOVERED);
    if (losses.isUnderWay) losses.count += 1;
    losses.isUnderWay = false;
    injected.push({ ...fault, atMs, evidence, recoveredMs });
    report(`several: ${atMs} ms ${fault.kind}: ${evidence}; ready after ${recoveredMs} ms`);
  }
  for (const kind of kinds)
    tally.check(
      FIRED,
      injected.some((fault) => fault.kind === kind && !fault.evidence.startsWith('failed')),
      () => kind,
    );

  await load.stop();
  await probes.stop();
  const windows = await limit.stop();
  report(`several: ${since()} ms, the load has ended`);
  for (const { name, verify } of areas) {
    await verify().catch((error: unknown) =>
      tally.broken(`${name} can be checked`, String((error as Error).stack)),
    );
    report(`several: ${since()} ms, ${name} checked`);
  }
  await world.client.repeatAll();
  tally.kept(ENDED_BY_ITSELF);
  const { passedOver } = cluster.balancer;
  for (const { code, signal } of await cluster.close())
    tally.check(STOPPED, code === 0, () => String(code ?? signal));
  front.close();
  await receiver.stop();
  await s3.close();
  await vendor.stop();
  return {
    seed,
    minutes,
    startedAt,
    tookMs: since(),
    planned,
    injected,
    checks: tally.checks,
    notes: tally.notes,
    outcomes: Object.fromEntries([...world.client.outcomes].toSorted()),
    passedOver,
    windows,
    counters: valkey ? 'Valkey' : 'PostgreSQL',
    postgres: postgres?.version ?? '',
    problems: tally.problems,
  };
}
