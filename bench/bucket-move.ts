import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { fillEvents, newOrganization } from './support/servers.ts';
import { startWriters } from './support/writers.ts';

/**
 * Measures the move of a bucket with a million rows during writes: the time for which callers are locked out, and
 * losses.
 */
const ROWS = 1_000_000;
const CALLERS = 8;

const bench = await openBench(['b', 'c']);

async function as<T>(name: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const { url } = bench.further.get(name)!;
  const client = new pg.Client({ connectionString: url, application_name: 'oriki:bench' });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

try {
  const org = await newOrganization(bench.opened);
  const { schema } = await bench.opened.buckets.of(org.id);
  if (schema !== 'bucket_001') throw new Error(`it is in ${schema}`);
  await as('b', (client) => fillEvents(client, org.id, ROWS));
  const url = await bench.start('bin/oriki.cjs serve');
  const writers = startWriters(url, org.key, CALLERS);
  const { acknowledged } = writers;
  await sleep(3000);
  const before = writers.gapMs();
  const began = performance.now();
  const stdout = await bench.oriki('buckets', 'move', 'bucket_001', '--to', 'c', '--json');
  const seconds = (performance.now() - began) / 1000;
  await sleep(3000);
  const gapMs = writers.gapMs();
  const { answers, longestMs } = await writers.stop();
  const moved = JSON.parse(stdout) as { lockedMs: number };
  const { lists, events } = await as('c', async (client) => {
    const { rows: there } = await client.query<{ id: string }>(
      'SELECT id FROM bucket_001.screening_lists',
    );
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM bucket_001.events WHERE type = 'bench.event'`,
    );
    return { lists: new Set(there.map(({ id }) => id)), events: rows[0]!.n };
  });
  const lost = [...acknowledged].filter((id) => !lists.has(id)).length + (ROWS - events);
  result({
    what: `Move of a bucket of ${ROWS} rows under ${CALLERS} writers, longest time without an acknowledged write`,
    measured: `${gapMs.toFixed(0)} ms, tables locked for ${moved.lockedMs} ms, longest answer ${longestMs.toFixed(0)} ms, ${answers}`,
    baseline: `${before.toFixed(0)} ms before the move`,
    figure: gapMs / 1000,
    unit: 's',
    atMost: 2,
  });
  result({
    what: `Move of a bucket of ${ROWS} rows under ${CALLERS} writers, acknowledged writes and rows that were lost`,
    measured: `${lost} of ${acknowledged.size} writes and ${ROWS} rows`,
    figure: lost,
    atMost: 0,
  });
  result({
    what: `Move of a bucket of ${ROWS} rows under ${CALLERS} writers, in all`,
    measured: `${seconds.toFixed(1)} s`,
    figure: seconds,
    unit: 's',
  });
} finally {
  await bench.close();
}
