import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { newOrganization } from './support/servers.ts';

/** Measures the move of a bucket with a million rows while callers write to it: how long they are locked out, and losses. */
const ROWS = 1_000_000;
const BATCH = 100_000;
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
  await as('b', async (client) => {
    for (let from = 1; from <= ROWS; from += BATCH)
      await client.query(
        `INSERT INTO bucket_001.events (org_id, id, type, body, created_at)
         SELECT $1, 'event_' || lpad(n::text, 26, '0'), 'bench.event', repeat('x', 200), now()
         FROM generate_series($2::int, $3::int) n`,
        [org.id, from, from + BATCH - 1],
      );
  });
  const url = await bench.start('bin/oriki.cjs serve');
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  const state = { stopped: false, lastMs: performance.now(), gapMs: 0, longestMs: 0 };
  const caller = async (name: number): Promise<void> => {
    for (let n = 0; !state.stopped; n += 1) {
      const began = performance.now();
      const answer = await fetch(`${url}/api/v1/fraud/lists`, {
        method: 'POST',
        headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
        body: JSON.stringify({
          source: `s-${name}-${n}`,
          name: 'Bench',
          kind: 'tenant_allowlist',
        }),
      });
      const body = (await answer.json()) as { data: { id: string } };
      const now = performance.now();
      state.longestMs = Math.max(state.longestMs, now - began);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status !== 201) continue;
      acknowledged.add(body.data.id);
      state.gapMs = Math.max(state.gapMs, now - state.lastMs);
      state.lastMs = now;
    }
  };
  state.lastMs = performance.now();
  const callers = Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(i)));
  await sleep(3000);
  const before = state.gapMs;
  state.gapMs = 0;
  const began = performance.now();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(import.meta.dirname, '../bin/oriki.cjs'),
      'buckets',
      'move',
      'bucket_001',
      '--to',
      'c',
      '--json',
    ],
    {
      env: {
        ...process.env,
        DATABASE_URL: bench.databaseUrl,
        ORIKI_MIGRATION_DATABASE_URL: bench.ownerUrl,
        ORIKI_DATA_DIR: bench.dataDir,
        ...bench.furtherEnv,
      },
    },
  );
  const seconds = (performance.now() - began) / 1000;
  await sleep(3000);
  state.stopped = true;
  await callers;
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
  const answers = [...statuses].map(([status, n]) => `${n} × ${status}`).join(', ');
  result({
    what: `Move of a bucket of ${ROWS} rows under ${CALLERS} writers, longest time without an acknowledged write`,
    measured: `${state.gapMs.toFixed(0)} ms, tables locked for ${moved.lockedMs} ms, longest answer ${state.longestMs.toFixed(0)} ms, ${answers}`,
    baseline: `${before.toFixed(0)} ms before the move`,
    figure: state.gapMs / 1000,
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
