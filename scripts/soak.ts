/**
 * `npm run soak -- --minutes 20 [--rate PER_SECOND] [--out FILE]`: runs mixed load from all areas against three api and
 * two worker processes. Checks memory, handles, tables and queues every ten seconds, and writes build/soak.md. The exit
 * code is 1 if a value does not level off.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startAccountVendor, writeProviders } from '../test/support/identity-vendor.ts';
import { cleanUp, freePort, freshDataDir } from '../test/support/process.ts';
import { randomFrom } from '../test/support/random.ts';
import { startReceiver } from '../test/support/receiver.ts';
import { startCluster } from '../test/support/several/cluster.ts';
import { AMPLE } from '../test/support/several/limit-probe.ts';
import { areasOf, startLoad } from '../test/support/several/load/index.ts';
import { Tally } from '../test/support/several/tally.ts';
import { makeWorld } from '../test/support/several/world.ts';
import { openSampler, type Sample } from './soak/sample.ts';
import { tablesOf } from './soak/text.ts';

const EVERY_MS = 10_000;
const CLIENTS = 8;
const NAMES = ['api-1', 'api-2', 'api-3', 'worker-1', 'worker-2'];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    /**
     * Steps per second. The machine can run this many, and they reach every bound before the last half begins (about
     * 6,000 steps).
     */
    rate: { type: 'string', default: '14' },
    out: { type: 'string', default: join(import.meta.dirname, '../build/soak.md') },
  },
});
const minutes = Number(values.minutes);
const startedAt = new Date();

const tally = new Tally();
const ports = new Map<string, number>();
for (const name of NAMES) ports.set(name, await freePort());
try {
  const vendor = await startAccountVendor();
  const cluster = await startCluster(
    tally,
    {
      ORIKI_RATE_LIMITS: AMPLE,
      ORIKI_DEAD_LETTERS: 'auto',
      ORIKI_LOG_LEVEL: 'error',
      ORIKI_PROVIDERS_FILE: await writeProviders(await freshDataDir(), vendor.url),
    },
    { envOf: (name) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${ports.get(name)}` }) },
  );
  const world = await makeWorld(cluster, tally, randomFrom(1), vendor, await startReceiver());
  const areas = await areasOf(world);
  const sampler = await openSampler(cluster, ports);
  let next = performance.now();
  const load = startLoad(areas, CLIENTS, world.random, () => {
    const now = performance.now();
    // Skips the rounds that the machine was too slow for.
    next = Math.max(next + 1000 / Number(values.rate), now);
    return next - now;
  });
  const samples: Sample[] = [];
  const end = performance.now() + minutes * 60_000;
  for (let look = performance.now(); look < end; look += EVERY_MS) {
    await sleep(Math.max(0, look - performance.now()));
    await sampler.age();
    if (samples.length % 3 === 0) await sampler.vacuum();
    samples.push(await sampler.take());
    const { processes, queues } = samples.at(-1)!;
    console.log(
      `${samples.length}: ${load.steps} steps; api-1 ${processes.get('api-1, resident')?.toFixed(0)} MiB resident, ` +
        `${processes.get('api-1, heap')?.toFixed(1)} MiB heap; ${queues.get('deliveries to send')} deliveries wait`,
    );
  }
  await load.stop();
  const { steps } = load;
  const [version] = await world.sql<{ version: string }>('SELECT version()');
  const outcomes = [...world.client.outcomes].toSorted();
  sampler.close();
  await cluster.close();
  await world.receiver.stop();
  await vendor.stop();

  const { lines, growing } = tablesOf(samples);
  const problems = [...tally.checks.flatMap(({ violations }) => violations), ...growing];
  const cpu = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}`;
  const text = [
    '# Soak',
    '',
    `Begun ${startedAt.toISOString()}, ${minutes} minutes, ${samples.length} looks, ten seconds apart. ${cpu}, ` +
      `${(totalmem() / 2 ** 30).toFixed(0)} GiB; Node ${process.version}; ${version?.version.split(' on ')[0]}.`,
    '',
    `Three api and two worker processes, connected as the service's role, and their load on one machine, ${CLIENTS} clients at ` +
      `${values.rate} steps a second: ${steps} steps, ${(steps / minutes / 60).toFixed(1)} a second, of lists and screening, threads and ` +
      'inboxes and their streams, identity and dead letters, permissions and federation, usage, exports, events and webhooks. Answers: ' +
      `${outcomes.map(([outcome, count]) => `${count} × ${outcome}`).join(', ')}.`,
    '',
    'So that the run shows how Oriki removes what it keeps for a day or for 30, idempotency records, events and deliveries ' +
      'were made to look that old when they were three minutes old. Tables were vacuumed every half minute: at this pace ' +
      'autovacuum comes too seldom to distinguish a leak from rows that wait for it. Rate limits, which no client reached, were counted in PostgreSQL.',
    '',
    '**Levels off**: the line that fits the last half best gains, over that half, at most 5 % or 2 MiB (memory), 10 % or ' +
      '5 (handles, the least of each minute), 10 % or 20 rows (queues, rows of tables), 10 % or a sixteenth of a MiB (size of tables).',
    '',
    problems.length === 0
      ? 'Everything levels off.'
      : `${growing.length} of these do not level off: see below.`,
    '',
    ...lines,
    '',
  ].join('\n');
  await mkdir(dirname(values.out), { recursive: true });
  await writeFile(values.out, text);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await cleanUp();
}
