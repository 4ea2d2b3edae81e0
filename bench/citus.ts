import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { loadConfig } from '../src/config/config.ts';
import { TENANT_SCOPES } from '../src/modules/declared.ts';
import { createList } from '../src/modules/lists/index.ts';
import { createKey, createOrganization } from '../src/modules/tenants/index.ts';
import { HOME } from '../src/platform/db/buckets/placement.ts';
import { until } from '../src/platform/db/retry.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { openDatabase } from '../src/start/open.ts';
import { START_OPTIONS } from '../test/support/start-options.ts';
import { withClient } from '../src/platform/db/client.ts';
import { startCpu } from './support/cpu.ts';
import { federated } from './support/federated.ts';
import { compare, throughput, type Load } from './support/measure.ts';
import { result, UNAVAILABLE } from './support/result.ts';
import { fillEvents } from './support/servers.ts';
import { startWriters } from './support/writers.ts';

/**
 * Compares an organization on a node of Citus with one in the first bucket, a plain schema of the coordinator. Also
 * compares pushes of a federation over both with pushes within the first, and measures the move of a bucket with a
 * million rows to the other node during writes. Needs a database with Citus as `oriki` requires it (docs/scale.md), and
 * access as its owner. Only bucket_001 may be on a node, and all must be on this machine.
 */
const CONNECTIONS = 16;
const SECONDS = 3;
const ROUNDS = 5;
const ROWS = 1_000_000;
const CALLERS = 8;
const ROOT = join(import.meta.dirname, '..');

type Place = { name: string; id: string; key: string; listId: string; ownerUrl: string };

const config = loadConfig(process.env);
const opened = await openDatabase(config, createLogger('silent'), () => {});
const { buckets, servers } = opened;
const onNode = buckets.placement.buckets.find(({ server }) => servers.get(server)?.isNode);
if (!onNode) {
  console.error(
    'skipped: there is no bucket on a node of Citus: oriki buckets add 1 --server <node>',
  );
  await opened.close();
  process.exit(UNAVAILABLE);
}

async function place(name: string, bucket: string, server: string): Promise<Place> {
  const { id, key } = await buckets.first.transaction(async (tx) => {
    const organization = await createOrganization(tx, {
      name: 'Bench',
      plan: 'enterprise',
      addons: ['detection_pack'],
      bucket,
    });
    const made = await createKey(tx, {
      organizationId: organization.id,
      scopes: [...TENANT_SCOPES],
    });
    return { id: organization.id, key: made.key };
  });
  const own = await buckets.of(id);
  const list = await own.transaction((tx) =>
    createList(tx, id, { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' }),
  );
  const { host, port, user, password, database } = new pg.Client(servers.get(server)!.owner);
  const ownerUrl = `postgresql://${user}${password ? `:${password}` : ''}@${host}:${port}/${database}`;
  return { name, id, key, listId: list.id, ownerUrl };
}

const node = await place('a node of Citus', onNode.name, onNode.server);
const plain = await place('a plain schema', 'bucket_000', HOME);
const beside = await place('a plain schema', 'bucket_000', HOME);

const child = spawn(process.execPath, [...START_OPTIONS, join(ROOT, 'bin/oriki.cjs'), 'serve'], {
  env: {
    ...process.env,
    PORT: '0',
    ORIKI_ROLE: 'api',
    ORIKI_RATE_LIMITS:
      'lists=900000000,screening=900000000,permissions=900000000,federation=900000000,federation-members=900000000',
    ORIKI_RATE_LIMIT_STORE: 'memory',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
});
let text = '';
let url: string | undefined;
for await (const chunk of child.stderr) {
  text += String(chunk);
  url = /ready: (http:\/\/\S+)/.exec(text)?.[1];
  if (url) break;
}
child.stderr.resume();
if (!url) throw new Error(text);

for (const { key, listId } of [node, plain, beside])
  await until(
    async () => {
      const headers = { 'x-api-key': key };
      const { ok } = await fetch(`${url}/api/v1/fraud/lists/${listId}`, { headers });
      return ok;
    },
    { withinMs: 30_000, everyMs: 200 },
  );

async function sessionsOf({ ownerUrl }: Place): Promise<number[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'oriki:bench' });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'oriki' AND datname = current_database()`,
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

async function measure(what: string, load: (on: Place) => Load, atLeast: number): Promise<void> {
  const run = (on: Place) => () =>
    throughput({ ...load(on), connections: CONNECTIONS, seconds: SECONDS });
  await compare(
    `${what}, organization on a node of Citus, against one in a plain schema`,
    'req/s',
    { name: node.name, run: run(node) },
    { name: plain.name, run: run(plain) },
    atLeast,
    ROUNDS,
  );
  const cpu = async (on: Place): Promise<number> => {
    const database = await startCpu(await sessionsOf(on));
    const requests = (await run(on)()) * SECONDS;
    return (await database()) / requests;
  };
  const [there, here] = [await cpu(node), await cpu(plain)];
  result({
    what: `${what}, CPU of PostgreSQL for a request, a plain schema against a node of Citus`,
    measured: `${there.toFixed(3)} ms on the node`,
    baseline: `${here.toFixed(3)} ms`,
    figure: here / there,
    atLeast,
  });
}

async function move(bucket: string, from: string): Promise<void> {
  const to = [...servers.keys()].find((name) => name !== HOME && name !== from)!;
  await withClient({ connectionString: node.ownerUrl }, (client) =>
    fillEvents(client, node.id, ROWS),
  );
  const writers = startWriters(url!, node.key, CALLERS);
  await sleep(3000);
  const before = writers.gapMs();
  const began = performance.now();
  const command = [join(ROOT, 'bin/oriki.cjs'), 'buckets', 'move', bucket, '--to', to];
  await promisify(execFile)(process.execPath, command, { env: process.env });
  const seconds = (performance.now() - began) / 1000;
  await sleep(3000);
  const gapMs = writers.gapMs();
  const { answers, longestMs } = await writers.stop();
  const lost = await withClient(servers.get(to)!.owner, async (client) => {
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${bucket}.screening_lists`);
    const there = new Set(rows.map(({ id }) => id));
    const { rows: events } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${bucket}.events WHERE type = 'bench.event'`,
    );
    const writes = [...writers.acknowledged].filter((id) => !there.has(id)).length;
    return writes + (ROWS - events[0]!.n);
  });
  const what = `Move of a bucket of ${ROWS} rows between nodes of Citus under ${CALLERS} writers`;
  result({
    what: `${what}, longest time without an acknowledged write`,
    measured: `${gapMs.toFixed(0)} ms, longest answer ${longestMs.toFixed(0)} ms, ${answers}`,
    baseline: `${before.toFixed(0)} ms before the move`,
    figure: gapMs / 1000,
    unit: 's',
    atMost: 2,
  });
  result({
    what: `${what}, acknowledged writes and rows that were lost`,
    measured: `${lost} of ${writers.acknowledged.size} writes and ${ROWS} rows, in ${seconds.toFixed(1)} s`,
    figure: lost,
    atMost: 0,
  });
}

try {
  const within = await federated(url, plain, beside);
  const over = await federated(url, beside, node);
  await compare(
    'Push of a federation, over a plain schema and a node of Citus against within one bucket',
    'pushes/s',
    { name: 'over both', run: over },
    { name: 'one bucket', run: within },
    0.4,
    ROUNDS,
  );
  await measure(
    'GET of one row',
    ({ listId, key }) => ({
      url: `${url}/api/v1/fraud/lists/${listId}`,
      headers: { 'x-api-key': key },
    }),
    0.7,
  );
  let serial = 0;
  const post = (path: string, body: () => object) => (on: Place) => ({
    url: `${url}/api/v1${path}`,
    method: 'POST' as const,
    headers: { 'x-api-key': on.key, 'content-type': 'application/json' },
    each: () => ({ body: JSON.stringify(body()) }),
  });
  const run = `${Date.now()}`;
  await measure(
    'POST of one row',
    post('/fraud/lists', () => {
      return { source: `b-${run}-${(serial += 1)}`, name: 'B', kind: 'tenant_allowlist' };
    }),
    0.45,
  );
  await measure(
    'POST of a screening',
    post('/fraud/screen', () => ({ name: 'Ada Obi' })),
    0.45,
  );
  await move(onNode.name, onNode.server);
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await opened.close();
}
