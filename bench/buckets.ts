import { createList } from '../src/modules/lists/index.ts';
import { startCpu } from './support/cpu.ts';
import { compare, throughput, type Load } from './support/measure.ts';
import { result } from './support/result.ts';
import { federated } from './support/federated.ts';
import { openBench, type Bench } from './support/server.ts';
import { newOrganization } from './support/servers.ts';
import pg from 'pg';

/**
 * Compares two services in alternating rounds: one whose organization is on a different PostgreSQL server from the
 * shared tables, and one with a single server. Also compares pushes of a federation over two servers with pushes within
 * one bucket.
 */
const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 7;
const LIMITS =
  'lists=900000000,permissions=900000000,federation=900000000,federation-members=900000000';

type SetUp = { name: string; bench: Bench; url: string; pid: number; key: string; listId: string };

async function sessionsOf({ bench }: SetUp): Promise<number[]> {
  const pids: number[] = [];
  for (const url of [bench.ownerUrl, ...[...bench.further.values()].map((one) => one.url)]) {
    const client = new pg.Client({ connectionString: url, application_name: 'oriki:bench' });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE usename = 'oriki_service'`,
    );
    pids.push(...rows.map(({ pid }) => pid));
    await client.end();
  }
  return pids;
}

async function setUp(name: string, bench: Bench, orgId: string, key: string): Promise<SetUp> {
  const own = await bench.opened.buckets.of(orgId);
  const list = await own.transaction((tx) =>
    createList(tx, orgId, { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' }),
  );
  const { url, pid } = await bench.launch('bin/oriki.cjs serve', {
    ORIKI_ROLE: 'api',
    ORIKI_RATE_LIMITS: LIMITS,
  });
  return { name, bench, url, pid, key, listId: list.id };
}

async function measure(
  what: string,
  several: SetUp,
  one: SetUp,
  load: (on: SetUp) => Load,
  atLeast: number,
): Promise<void> {
  const run = (on: SetUp) => () =>
    throughput({ ...load(on), connections: CONNECTIONS, seconds: SECONDS });
  await compare(
    `${what}, organization on another server than the shared tables, against one server`,
    'req/s',
    { name: several.name, run: run(several) },
    { name: one.name, run: run(one) },
    atLeast,
    ROUNDS,
  );
  const cpu = async (on: SetUp): Promise<[number, number]> => {
    const own = await startCpu([on.pid]);
    const database = await startCpu(await sessionsOf(on));
    const requests = (await run(on)()) * SECONDS;
    return [(await own()) / requests, (await database()) / requests];
  };
  const [here, there] = [await cpu(several), await cpu(one)];
  const said = ([own, database]: [number, number]): string =>
    `${own.toFixed(3)} ms in the process, ${database.toFixed(3)} ms in its sessions of PostgreSQL`;
  result({
    what: `${what}, CPU of a request, two servers against one`,
    measured: said(here),
    baseline: said(there),
    figure: (here[0] + here[1]) / (there[0] + there[1]),
  });
}

const [alone, spread] = [await openBench(), await openBench(['b'])];
try {
  const elsewhere = await newOrganization(spread.opened);
  const bucket = await spread.opened.buckets.of(elsewhere.id);
  if (bucket.schema !== 'bucket_001') throw new Error(`it is in ${bucket.schema}`);
  const one = await setUp('one server', alone, alone.orgId, alone.key);
  const several = await setUp('two servers', spread, elsewhere.id, elsewhere.key);
  await measure(
    'GET of one row',
    several,
    one,
    ({ url, listId, key }) => ({
      url: `${url}/api/v1/fraud/lists/${listId}`,
      headers: { 'x-api-key': key },
    }),
    0.9,
  );
  let serial = 0;
  await measure(
    'POST of one row',
    several,
    one,
    ({ url, key }) => ({
      url: `${url}/api/v1/fraud/lists`,
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      each: () => ({
        body: JSON.stringify({ source: `b-${(serial += 1)}`, name: 'B', kind: 'tenant_allowlist' }),
      }),
    }),
    0.8,
  );
  const over = await federated(several.url, { key: spread.key }, elsewhere);
  const within = await federated(one.url, { key: alone.key }, await newOrganization(alone.opened));
  await compare(
    'Push of a federation, over two buckets on two servers against within one bucket',
    'pushes/s',
    { name: 'two servers', run: over },
    { name: 'one bucket', run: within },
    0.4,
    ROUNDS,
  );
} finally {
  await alone.close();
  await spread.close();
}
