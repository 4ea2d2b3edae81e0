/** An upgrade without stop, and back, under the load of all areas. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startAccountVendor, writeProviders } from '../../support/identity-vendor.ts';
import { checkOutPreviousRelease, withoutPreviousRelease } from '../../support/previous-release.ts';
import { cleanUp, eventually, freshDataDir, report, ROOT } from '../../support/process.ts';
import { randomFrom } from '../../support/random.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startCluster, type Cluster, type Place } from '../../support/several/cluster.ts';
import { AMPLE } from '../../support/several/limit-probe.ts';
import { areasOf, startLoad } from '../../support/several/load/index.ts';
import { startProbes } from '../../support/several/probes.ts';
import { Tally } from '../../support/several/tally.ts';
import { makeWorld } from '../../support/several/world.ts';
import { within } from '../../support/within.ts';

afterAll(cleanUp);

/** With the same seed, the load draws the same numbers. */
const seed = Number(process.env['ORIKI_FAULTS_SEED'] ?? Date.now() % 1_000_000);
const CLIENTS = 6;
/** The length of a phase in which no process starts, whose answers are compared. */
const STEADY_MS = 10_000;
const READY_WITHIN_MS = 60_000;

/** Returns the 99th percentile. */
function p99(all: number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? Number.NaN;
}

async function replaced(cluster: Cluster, place: Place, signal: 'SIGTERM' | 'SIGKILL') {
  const { pid } = place.process;
  await place.end(signal);
  await eventually(() => place.process.pid !== pid);
  await cluster.allReady(within(READY_WITHIN_MS));
}

async function roll(cluster: Cluster, places: Place[], program: string): Promise<void> {
  for (const place of places) {
    place.program = program;
    await replaced(cluster, place, 'SIGTERM');
  }
}

test.skipIf(withoutPreviousRelease('an upgrade from the previous release under load'))(
  'an upgrade and the way back lose no acknowledged write and fail no request, with kills and the move of a bucket',
  { timeout: within(600_000) },
  async () => {
    report(`previous-release: seed ${seed}`);
    const previous = await checkOutPreviousRelease(await freshDataDir());
    const tally = new Tally();
    const vendor = await startAccountVendor();
    const cluster = await startCluster(
      tally,
      {
        ORIKI_PROVIDERS_FILE: await writeProviders(await freshDataDir(), vendor.url),
        ORIKI_RATE_LIMITS: AMPLE,
        ORIKI_DEAD_LETTERS: 'auto',
        ORIKI_WEBHOOK_TIMEOUT_MS: '2000',
        ORIKI_TRUSTED_PROXIES: '127.0.0.1',
      },
      { program: previous, servers: ['home', 'b'] },
    );
    const world = await makeWorld(cluster, tally, randomFrom(seed), vendor, await startReceiver());
    const areas = await areasOf(world);
    const load = startLoad(areas, CLIENTS, world.random, () => world.random.below(150));
    const probes = await startProbes(world);
    const { apis, workers } = cluster;
    const [api, ...otherApis] = apis as [Place, ...Place[]];
    const [worker, ...otherWorkers] = workers as [Place, ...Place[]];
    /** Times of answers while no process starts, in milliseconds. */
    const steady = async (): Promise<number[]> => {
      const from = world.client.times.length;
      await sleep(STEADY_MS);
      return world.client.times.slice(from);
    };
    const command = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await cluster.asOwner(...args);
      expect(code, stdout + stderr).toBe(0);
      return stderr;
    };
    const move = (to: string) => command('buckets', 'move', 'bucket_001', '--to', to);

    const begun = performance.now();
    const step = (what: string): void =>
      report(
        `previous-release: ${Math.round(performance.now() - begun)} ms, ${what}, ${load.steps} steps`,
      );

    const alone = await steady();
    await replaced(cluster, otherApis[0]!, 'SIGKILL');
    cluster.program = ROOT;
    expect(await command('migrate')).toContain('continue to work');

    await roll(cluster, [api, worker], ROOT);
    const together = await steady();
    step('both versions');
    // Killed processes of both versions start on the newer schema.
    for (const place of [api, otherApis[0]!, worker, otherWorkers[0]!])
      await replaced(cluster, place, 'SIGKILL');
    step('kills');
    await move('home');
    step('bucket moved');
    await roll(cluster, [...otherApis, ...otherWorkers], ROOT);
    step('upgraded');
    await roll(cluster, cluster.places, previous);
    step('back');
    await move('b');
    step('bucket moved back');

    await load.stop();
    await probes.stop();
    for (const { name, verify } of areas)
      await verify()
        .catch((error: unknown) =>
          tally.broken(`${name} can be checked`, String((error as Error).stack)),
        )
        .then(() => step(`${name} checked`));
    await world.client.repeatAll();
    tally.kept('no process ends by itself');
    for (const { code, signal } of await cluster.close())
      tally.check('every process ends with 0', code === 0, () => String(code ?? signal));
    await world.receiver.stop();
    await vendor.stop();

    const [before, beside] = [p99(alone), p99(together)];
    report(
      `previous-release: ${load.steps} steps, ${JSON.stringify(Object.fromEntries(world.client.outcomes))}; ` +
        `p99 ${before.toFixed(0)} ms of ${alone.length} alone, ${beside.toFixed(0)} ms of ${together.length} together`,
    );
    expect(tally.problems).toEqual([]);
    expect(beside, 'timing: both versions').toBeLessThan(within(2 * before));
  },
);
