import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { fillEvents, newOrganization } from './support/servers.ts';
import { startWriters } from './support/writers.ts';

/**
 * Measures the move of an organization with this many rows to another server: the time for which another organization
 * of the old bucket cannot write.
 */
const SIZES = [10_000, 100_000, 1_000_000];
const CALLERS = 8;

for (const rows of SIZES) {
  const bench = await openBench(['b', 'c']);
  try {
    const [moving, third] = [
      await newOrganization(bench.opened),
      await newOrganization(bench.opened),
    ];
    // New organizations get buckets in turn, so this creates some on each server until one shares the bucket.
    let neighbour = third;
    const bucketOf = async (id: string) => (await bench.opened.buckets.of(id)).schema;
    while ((await bucketOf(neighbour.id)) !== (await bucketOf(moving.id)))
      neighbour = await newOrganization(bench.opened);
    const owner = new pg.Client({ connectionString: bench.further.get('b')!.url });
    await owner.connect();
    await fillEvents(owner, moving.id, rows);
    await owner.end();
    const url = await bench.start('bin/oriki.cjs serve');
    const writers = startWriters(url, neighbour.key, CALLERS);
    await sleep(3000);
    const before = writers.gapMs();
    const began = performance.now();
    await bench.oriki('org', 'move', '--id', moving.id, '--to', 'bucket_002', '--json');
    const seconds = (performance.now() - began) / 1000;
    await sleep(3000);
    const gapMs = writers.gapMs();
    const { answers, longestMs } = await writers.stop();
    result({
      what: `Move of an organization of ${rows} rows, longest pause of writes in its bucket`,
      measured: `${gapMs.toFixed(0)} ms, longest answer ${longestMs.toFixed(0)} ms, ${answers}; ${seconds.toFixed(1)} s in all`,
      baseline: `${before.toFixed(0)} ms before the move`,
      figure: gapMs / 1000,
      unit: 's',
    });
  } finally {
    await bench.close();
  }
}
