import { readFile } from 'node:fs/promises';
import { startCpu } from './support/cpu.ts';
import { compare, throughput, type Load } from './support/measure.ts';
import { listWithKeys } from './support/lists.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Compares several api processes of one machine (ORIKI_PROCESSES) with one, in alternating rounds. Figures: requests
 * per second, and the CPU time of a request in the processes, in the first one, and in PostgreSQL. PostgreSQL and the
 * load share the cores, so on a machine with few cores the rate cannot grow. The CPU time shows the cost of several
 * processes, and the possible gain from more cores. Rate limits are counted in memory: in the one process, and in the
 * first of several.
 */
const SEVERAL = 2;
const CONNECTIONS = 48;
const SECONDS = 3;
const ROUNDS = 7;
const KEYS = 20;

type SetUp = { name: string; url: string; primary: number | undefined; processes: number[] };

const bench = await openBench();
const { opened, orgId, owner } = bench;

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

async function launch(name: string, processes: number): Promise<SetUp> {
  const database = new URL(bench.databaseUrl);
  database.searchParams.set('application_name', name);
  const { url, pid } = await bench.launch('bin/oriki.cjs serve', {
    DATABASE_URL: database.href,
    ORIKI_ROLE: 'api',
    ORIKI_PROCESSES: String(processes),
    ORIKI_RATE_LIMITS: 'lists=900000000,screening=900000000',
  });
  return processes === 1
    ? { name, url, primary: undefined, processes: [pid] }
    : { name, url, primary: pid, processes: await childrenOf(pid) };
}

async function sessionsOf({ name }: SetUp): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
    [name],
  );
  return rows.map(({ pid }) => pid);
}

async function tellCpu(what: string, setUp: SetUp, run: () => Promise<number>): Promise<number> {
  const { primary, processes } = setUp;
  const measured = [
    await startCpu(processes),
    await startCpu(primary === undefined ? [] : [primary]),
    await startCpu(await sessionsOf(setUp)),
  ];
  const requests = (await run()) * SECONDS;
  const [own, first, database] = await Promise.all(
    measured.map(async (ended) => (await ended()) / requests),
  );
  const inAll = own! + first!;
  result({
    what: `${what}, CPU of a request, ${setUp.name}`,
    measured:
      `${own!.toFixed(3)} ms in processes that answer, ${first!.toFixed(3)} ms in the first, ` +
      `${database!.toFixed(3)} ms in PostgreSQL`,
    figure: inAll,
    unit: 'ms',
  });
  return inAll;
}

async function measure(what: string, one: SetUp, several: SetUp, load: (url: string) => Load) {
  const run = (setUp: SetUp) => () =>
    throughput({ ...load(setUp.url), connections: CONNECTIONS, seconds: SECONDS });
  await compare(
    `${what}, ${SEVERAL} api processes on one port against one`,
    'req/s',
    { name: several.name, run: run(several) },
    { name: one.name, run: run(one) },
    undefined,
    ROUNDS,
  );
  const alone = await tellCpu(what, one, run(one));
  const together = await tellCpu(what, several, run(several));
  result({
    what: `${what}, CPU of a request outside of PostgreSQL, ${SEVERAL} processes against one`,
    measured: `${together.toFixed(3)} ms`,
    baseline: `${alone.toFixed(3)} ms`,
    figure: together / alone,
  });
}

try {
  const { list, keys } = await listWithKeys(opened.db, orgId, KEYS);
  const one = await launch('one', 1);
  const several = await launch('several', SEVERAL);
  let turn = 0;
  const key = (): string => keys[(turn += 1) % KEYS]!;
  await measure('GET of one row', one, several, (url) => ({
    url: `${url}/api/v1/fraud/lists/${list.id}`,
    each: () => ({ headers: { 'x-api-key': key() } }),
  }));
  await measure('POST of one row', one, several, (url) => ({
    url: `${url}/api/v1/fraud/lists`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    each: () => ({
      headers: { 'x-api-key': key() },
      body: JSON.stringify({ source: `b-${turn}`, name: 'Bench', kind: 'tenant_allowlist' }),
    }),
  }));
  await measure('Screening of a name', one, several, (url) => ({
    url: `${url}/api/v1/fraud/screen`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    each: () => ({
      headers: { 'x-api-key': key() },
      body: JSON.stringify({ name: `Adaeze Okafor ${turn % 1000}` }),
    }),
  }));
} finally {
  await bench.close();
}
