import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LISTENING } from '../src/platform/db/session/listener.ts';
import { startCpu } from './support/cpu.ts';
import { compare, throughput, type Load } from './support/measure.ts';
import { listWithKeys } from './support/lists.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Measures the gain and cost of more processes on one PostgreSQL, with rate limits counted there, as by default. The
 * connections of the load are spread over the processes. All share the machine with PostgreSQL and the load, so with
 * few cores more processes cannot do more work. The CPU time of a request shows the possible gain from separate cores.
 */
const MOST = 3;
const CONNECTIONS = 48;
const SECONDS = 2;
const ROUNDS = 5;
const KEYS = 20;
const THREADS = 100;

type Process = { name: string; url: string; pid: number; listener: number };

const bench = await openBench();
const { opened, orgId, key, owner } = bench;

async function pidsOf(name: string): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
    [name],
  );
  return rows.map(({ pid }) => pid);
}

/** Starts a process whose PostgreSQL sessions have its name. Only the listening session has another one. */
async function launch(name: string, role: 'api' | 'all'): Promise<Process> {
  const before = await pidsOf(LISTENING);
  const database = new URL(bench.databaseUrl);
  database.searchParams.set('application_name', name);
  const { url, pid } = await bench.launch('bin/oriki.cjs serve', {
    DATABASE_URL: database.href,
    ORIKI_ROLE: role,
    ORIKI_RATE_LIMIT_STORE: 'postgres',
    ORIKI_RATE_LIMITS: 'lists=900000000,threads=900000000',
  });
  for (;;) {
    const listener = (await pidsOf(LISTENING)).find((session) => !before.includes(session));
    if (listener !== undefined) return { name, url, pid, listener };
    await sleep(20);
  }
}

async function sessionsOf({ name, listener }: Process): Promise<number[]> {
  return [...(await pidsOf(name)), listener];
}

/** Returns the requests per second of all these processes together. */
async function together(processes: Process[], load: (url: string) => Load): Promise<number> {
  const connections = CONNECTIONS / processes.length;
  const each = await Promise.all(
    processes.map(({ url }) => throughput({ ...load(url), connections, seconds: SECONDS })),
  );
  return each.reduce((sum, value) => sum + value, 0);
}

async function measure(what: string, processes: Process[], load: (url: string) => Load) {
  const run = (count: number) => () => together(processes.slice(0, count), load);
  for (let count = 2; count <= MOST; count += 1)
    await compare(
      `${what}, ${count} api processes against one`,
      'req/s',
      { name: `${count} processes`, run: run(count) },
      { name: 'one', run: run(1) },
      undefined,
      ROUNDS,
    );
  const [one] = processes;
  const sessions = await sessionsOf(one!);
  const [own, database] = [await startCpu([one!.pid]), await startCpu(sessions)];
  const requests = (await run(1)()) * SECONDS;
  const [perRequest, inDatabase] = [(await own()) / requests, (await database()) / requests];
  result({
    what: `${what}, what a core does for a process`,
    measured:
      `${perRequest.toFixed(3)} ms of CPU a request in the process, ` +
      `${inDatabase.toFixed(3)} ms in its sessions of PostgreSQL`,
    figure: 1000 / perRequest,
    unit: 'req/s',
  });
}

/** Measured after the load, so the connections are those of a busy process. */
async function tellCost(what: string, process: Process): Promise<void> {
  const memory = await readFile(`/proc/${process.pid}/smaps_rollup`, 'utf8');
  const mib = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(memory)?.[1]) / 1024;
  result({
    what: `${what}, memory`,
    measured: `${mib('Rss').toFixed(0)} MiB resident, ${mib('Pss').toFixed(0)} MiB with what is shared divided by its users`,
    figure: mib('Rss'),
    unit: 'MiB',
  });
  const connections = (await sessionsOf(process)).length;
  result({
    what: `${what}, connections to PostgreSQL`,
    measured: String(connections),
    figure: connections,
  });
}

try {
  const { list, keys } = await listWithKeys(opened.db, orgId, KEYS);
  const processes: Process[] = [];
  for (let n = 1; n <= MOST; n += 1) processes.push(await launch(`api-${n}`, 'api'));

  const made = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${processes[0]!.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  await made('/channels', { slug: 'support', displayName: 'Support', entityType: 'order' });
  const threads: string[] = [];
  for (let i = 0; i < THREADS; i += 1) {
    const participants = ['agent', 'customer'].map((role) => ({
      externalId: `${role}-${i}`,
      role,
    }));
    threads.push(await made('/threads', { channel: 'support', entityId: `e-${i}`, participants }));
  }

  let turn = 0;
  const next = (): { headers: Record<string, string> } => ({
    headers: { 'x-api-key': keys[(turn += 1) % KEYS]! },
  });
  const reads = (url: string): Load => ({
    url: `${url}/api/v1/fraud/lists/${list.id}`,
    each: next,
  });
  const writes = (url: string): Load => ({
    url: `${url}/api/v1/threads`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    each: () => {
      const { headers } = next();
      const n = turn % THREADS;
      return {
        headers,
        path: `/api/v1/threads/${threads[n]}/messages`,
        body: JSON.stringify({
          participantExternalId: `customer-${n}`,
          participantRole: 'customer',
          content: 'It should have come on Monday, and it is still not here.',
        }),
      };
    },
  });
  await measure('GET of one row', processes, reads);
  await measure('POST of a message of a thread', processes, writes);
  await tellCost('A process with the role api, after both loads', processes[0]!);
  const both = await launch('all-1', 'all');
  await together([both], reads);
  await together([both], writes);
  await tellCost('A process with both roles, after one burst of each load', both);
} finally {
  await bench.close();
}
