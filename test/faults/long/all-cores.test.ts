import { once } from 'node:events';
import { Agent } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { call } from '../../support/app.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import { keptAlive, type Reply } from '../../support/kept-alive.ts';
import {
  cleanUp,
  eventually,
  freshDataDir,
  postmasterPid,
  service,
  tenant,
  type ServiceProcess,
} from '../../support/process.ts';

afterAll(cleanUp);

const LISTS = '/api/v1/fraud/lists';
const SEVERAL = { ORIKI_PROCESSES: '2', ORIKI_ADMIN_PORT: '0' };

/** Returns the process ids that a primary has logged as ready, including ended ones. */
function children(primary: ServiceProcess, role: 'api' | 'worker'): number[] {
  return primary
    .logs()
    .filter((line) => line['msg'] === 'a process is ready' && line['role'] === role)
    .map((line) => Number(line['child']));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function metric(primary: ServiceProcess, pattern: RegExp): Promise<number> {
  const text = await (await fetch(`${primary.adminUrl}/metrics`)).text();
  return Number(pattern.exec(text)?.[1] ?? Number.NaN);
}

const CREATED =
  /^oriki_http_request_duration_seconds_count\{operation="createScreeningList",status="201"\} (\d+)$/m;

/** Creates a list over a connection of this agent. Rejects if the connection breaks. */
function create(agent: Agent, url: string, key: string, source: string): Promise<Reply> {
  return keptAlive(agent, url + LISTS, key, { source, name: 'Load', kind: 'tenant_allowlist' });
}

/** Starts clients that write until they are stopped. Each reopens its connection when it breaks. */
function load(url: string, key: string, name: string) {
  const acknowledged: string[] = [];
  const refused = new Set<number>();
  let broken = 0;
  const state = { isOver: false };
  const client = async (number: number): Promise<void> => {
    let agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let sent = 0; !state.isOver; sent += 1) {
      const source = `${name}-${number}-${sent}`;
      const reply = await create(agent, url, key, source).catch(() => undefined);
      if (reply?.status === 201) acknowledged.push(source);
      else if (reply) refused.add(reply.status);
      else broken += 1;
      if (reply?.close) break;
      if (!reply) {
        agent.destroy();
        agent = new Agent({ keepAlive: true, maxSockets: 1 });
        await sleep(5);
      }
    }
    agent.destroy();
  };
  const clients = Promise.all(Array.from({ length: 12 }, (_, number) => client(number)));
  return {
    acknowledged,
    refused,
    broken: () => broken,
    end: () => {
      state.isOver = true;
      return clients;
    },
    ended: clients,
  };
}

test('several processes answer on one port, count limits and metrics together, lose nothing when one is killed, and drain together', async () => {
  const databaseUrl = await cloneDatabase();
  const { key } = await tenant(databaseUrl);
  const stored = async (): Promise<string[]> => {
    const client = new Client({ connectionString: asOwner(databaseUrl) });
    await client.connect();
    const { rows } = await client.query<{ source: string }>('SELECT source FROM screening_lists');
    await client.end();
    return rows.map(({ source }) => source);
  };
  const primary = await service({
    ...SEVERAL,
    DATABASE_URL: databaseUrl,
    ORIKI_RATE_LIMIT_STORE: 'memory',
    ORIKI_RATE_LIMITS: 'lists=1000000,webhooks=7/600',
    // The pause is longer than the two seconds after which another signal ends a process immediately.
    ORIKI_DRAIN_DELAY_MS: '2500',
  }).ready();
  const { url } = primary;
  const [worker] = children(primary, 'worker');
  const [first, second] = children(primary, 'api');
  expect(new Set([primary.pid, worker, first, second]).size).toBe(4);
  expect((await call(primary.adminUrl, 'GET', '/readyz')).status).toBe(200);

  // The processes share one limit, whichever process answers: each request has its own connection.
  const asked = await Promise.all(
    Array.from({ length: 24 }, () =>
      call(url, 'GET', '/api/v1/webhooks', { key, headers: { connection: 'close' } }),
    ),
  );
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(17);

  // A killed process loses only its running requests; the port still answers, and another process takes its place.
  const writers = load(url, key, 'kill');
  await eventually(() => writers.acknowledged.length > 200);
  const before = await metric(primary, CREATED);
  expect(before).toBeGreaterThan(150);
  process.kill(first!, 'SIGKILL');
  for (let i = 0; i < 20; i += 1)
    expect((await call(url, 'GET', '/readyz', { headers: { connection: 'close' } })).status).toBe(
      200,
    );
  expect((await call(primary.adminUrl, 'GET', '/readyz')).body.error.message).toBe(
    'a process has died and is not ready again',
  );
  await eventually(() => children(primary, 'api').length === 3);
  const third = children(primary, 'api')[2]!;
  await eventually(async () => (await call(primary.adminUrl, 'GET', '/readyz')).status === 200);
  // The process that answers writes a line with its id.
  const answerers = () =>
    new Set(primary.logs().flatMap((line) => (line['msg'] === 'request' ? [line['pid']] : [])));
  await eventually(async () => {
    await call(url, 'GET', '/livez', { headers: { connection: 'close' } });
    return answerers().has(third);
  });
  await writers.end();
  expect(answerers()).toEqual(new Set([first, second, third]));
  expect(writers.refused).toEqual(new Set());
  expect(writers.broken()).toBeLessThanOrEqual(12);
  const kept = await stored();
  expect(writers.acknowledged.filter((source) => !kept.includes(source))).toEqual([]);
  // The counters of the dead process stay as they were last read.
  const counted = await metric(primary, CREATED);
  expect(counted).toBeGreaterThanOrEqual(before);
  expect(counted).toBeLessThanOrEqual(kept.length);
  expect(await metric(primary, /^oriki_process_deaths_total\{role="api"\} (\d+)$/m)).toBe(1);
  expect(await metric(primary, /^oriki_processes_ready\{role="api"\} (\d+)$/m)).toBe(2);

  // All processes drain at once, and no connection is reset.
  const last = load(url, key, 'drain');
  await eventually(() => last.acknowledged.length > 100);
  primary.signal('SIGTERM');
  await last.ended;
  expect([last.broken(), last.refused]).toEqual([0, new Set()]);
  expect(await primary.ended).toEqual({ code: 0, signal: null });
  const all = await stored();
  expect(last.acknowledged.filter((source) => !all.includes(source))).toEqual([]);
  for (const pid of [worker, second, third]) expect(isRunning(pid!)).toBe(false);
});

test('a killed primary leaves nothing running: its children answer running requests, and end with their database', async () => {
  const dataDir = await freshDataDir();
  const primary = await service({ ...SEVERAL, ORIKI_DATA_DIR: dataDir }).ready();
  expect(primary.demoKey).toMatch(/^ork_/);
  const pids = [...children(primary, 'worker'), ...children(primary, 'api')];
  expect(pids).toHaveLength(3);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const writing = create(agent, primary.url, primary.demoKey, 'before');
  expect((await writing).status).toBe(201);
  primary.signal('SIGKILL');
  // Over its connection to a child.
  expect((await create(agent, primary.url, primary.demoKey, 'after')).status).toBe(201);
  await primary.ended;
  await eventually(() => !pids.some(isRunning));
  await eventually(async () => (await postmasterPid(dataDir)) === undefined);
  agent.destroy();
});

test('a start of several processes that cannot succeed ends with one message, and a signal aborts it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const DATABASE_URL = await cloneDatabase();
  const refused = service({ ...SEVERAL, DATABASE_URL, PORT: port });
  expect(await refused.ended).toEqual({ code: 1, signal: null });
  expect(refused.said.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^oriki: cannot listen on .*another program uses it; set PORT to a free one$/,
    ),
  ]);
  taken.close();

  const lost = service({ ...SEVERAL, DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` });
  expect(await lost.ended).toEqual({ code: 1, signal: null });
  expect(lost.said.trim().split('\n')).toEqual([
    expect.stringMatching(/^oriki: cannot use the database that DATABASE_URL names/),
  ]);

  const givenUp = service({ ...SEVERAL, DATABASE_URL });
  await eventually(() => children(givenUp, 'worker').length === 1);
  givenUp.signal('SIGTERM');
  expect(await givenUp.ended).toEqual({ code: 143, signal: null });
  expect(givenUp.said).toContain('stopped by SIGTERM before it was ready');
  expect(isRunning(children(givenUp, 'worker')[0]!)).toBe(false);
});

test('a second signal ends all of several processes immediately, without draining', async () => {
  const primary = await service({
    ...SEVERAL,
    DATABASE_URL: await cloneDatabase(),
    ORIKI_DRAIN_DELAY_MS: '60000',
  }).ready();
  primary.signal('SIGTERM');
  await sleep(2100);
  expect(primary.running()).toBe(true);
  expect((await call(primary.url, 'GET', '/livez')).status).toBe(200);
  expect((await call(primary.adminUrl, 'GET', '/readyz')).body.error.message).toBe(
    'the service is draining',
  );
  primary.signal('SIGINT');
  expect(await primary.ended).toEqual({ code: 130, signal: null });
  for (const pid of [...children(primary, 'worker'), ...children(primary, 'api')])
    expect(isRunning(pid)).toBe(false);
});
