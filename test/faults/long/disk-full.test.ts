/**
 * The file system of PostgreSQL's tables is full, its log (pg_wal) has space. Reads are answered as usual, writes
 * with 503 until there is space, and no acknowledged write is lost.
 */
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TABLES } from '../../../src/modules/declared.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../../src/platform/db/embedded.ts';
import { migrateFor } from '../../../src/platform/db/migration/migrate.ts';
import { isMutation, routes, titleOf } from '../../contract/support/manifest.ts';
import { makeRequest, makeWorld, type ReadyRequest } from '../../contract/support/world.ts';
import { call, DATA_DIR, startTestApp, TEST_SECRET, type TestApp } from '../../support/app.ts';
import { asService, FOUND } from '../../support/database.ts';
import { eventually, report, service, type ServiceProcess } from '../../support/process.ts';
import { fill, mountSmall, unmount } from '../../support/small-disk.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';

const SIZE = '96m';
/** This number is so high that neither the entries nor an event fit into the free space of a page. */
const ENTRIES = 500;
const COUNTED_KEYS = 300;

const folder = mountSmall(SIZE);

let dataDir: string;
/** A separate server, because a server writes the pages of all its databases together, and others would fail, too. */
let server: EmbeddedDatabase;
let app: TestApp;
let child: ServiceProcess;
let receiver: Receiver;

beforeAll(async () => {
  if (!folder) return;
  dataDir = mkdtempSync(join(tmpdir(), 'oriki-full-data-'));
  server = await startEmbedded({ dataDir, progress: () => {}, fsync: false });
  const admin = new pg.Client({ ...server.connection, application_name: 'oriki:test' });
  await admin.connect();
  // PostgreSQL's account owns its data folder.
  const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
  const { uid, gid } = statSync(rows[0]!.data_directory);
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  await admin.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
  await admin.query('CREATE DATABASE small TABLESPACE small');
  await admin.query(`ALTER DATABASE small SET search_path = ${FOUND}`);
  await migrateFor({ ...server.connection, database: 'small' }, server.service, TABLES);
  // The same accounts as on the server of other tests, because the test app uses them.
  const { username, password } = new URL(inject('serverUrl'));
  for (const account of [{ user: username, password }, inject('service')])
    await admin.query(`ALTER ROLE ${account.user} PASSWORD '${account.password}'`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = '/small';
  app = await startTestApp({ role: 'api', rateLimits: undefined }, asService(url.href));
  receiver = await startReceiver();
  child = await service({
    ...app.env,
    ORIKI_SECRET: TEST_SECRET,
    ORIKI_DATA_DIR: DATA_DIR,
    ORIKI_RATE_LIMIT_STORE: 'postgres',
    ORIKI_ADMIN_PORT: '0',
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_LOG_LEVEL: 'info',
  }).ready();
});
afterAll(async () => {
  if (!folder) return;
  await child?.stop('SIGKILL');
  await receiver?.stop();
  await app?.stop();
  await server?.release();
  unmount(folder);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns the CPU seconds that a process has used. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns true for a route whose answer requires a row in the audit log. */
function leavesRows(route: (typeof routes)[number]): boolean {
  return isMutation(route) || 'audit' in route;
}

type Prepared = ReadyRequest & { key: string; title: string; status: number };
async function prepare(list: typeof routes): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const route of list) {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    prepared.push({ ...request, key: world.key, title: titleOf(route), status: route.status });
  }
  return prepared;
}
function ask({ method, path, key, body }: Prepared) {
  return call(child.url, method, path, body === undefined ? { key } : { key, body });
}

test.skipIf(!folder)(
  'while the disk is full reads are answered, writes get 503, and afterwards no acknowledged write is missing',
  async () => {
    const reads = await prepare(routes.filter((route) => !leavesRows(route)));
    const writes = await prepare(routes.filter(leavesRows));
    const { key } = await app.org();
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      call(child.url, 'POST', path, { key, body, headers });
    const made = await post('/api/v1/fraud/lists', {
      source: 'full',
      name: 'Full',
      kind: 'tenant_blocklist',
    });
    const list = `/api/v1/fraud/lists/${made.body.data.id}`;
    // Each key has a counter, and together they need more than the existing pages.
    const { id: counted } = await app.org();
    const keys = await Promise.all(
      Array.from({ length: COUNTED_KEYS }, () => app.key(counted, ['webhooks:manage'])),
    );
    const hook = { name: 'Full', url: receiver.url(), events: ['disk.*'] };
    expect((await post('/api/v1/webhooks', hook)).status).toBe(201);

    const wrong: string[] = [];
    /** Returns true if the write succeeded; otherwise it must have been rejected as documented. */
    const done = (answer: Awaited<ReturnType<typeof call>>, status: number, what: string) => {
      if (answer.status === status) return true;
      const isRefusal =
        answer.status === 503 && /^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '');
      if (!isRefusal) wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
      return false;
    };
    const kept = new Set<string>();
    const events = new Set<string>();
    let sent = 0;
    const add = async (): Promise<boolean> => {
      sent += 1;
      const names = Array.from({ length: ENTRIES }, (_, i) => `Balogun ${sent} ${i}`);
      const body = { entries: names.map((name) => ({ name })) };
      const headers = { 'idempotency-key': `full-${sent}` };
      const isDone = done(await post(`${list}/entries`, body, headers), 201, 'add');
      if (isDone) for (const name of names) kept.add(name);
      return isDone;
    };
    const publish = async (): Promise<boolean> => {
      sent += 1;
      const id = `evt_full_${sent}`;
      const data = { filler: 'x'.repeat(4000) };
      const isDone = done(
        await post('/api/v1/events', { id, type: 'disk.filled', data }),
        202,
        'publish',
      );
      if (isDone) events.add(id);
      return isDone;
    };
    expect([await add(), await publish(), wrong]).toEqual([true, true, []]);

    fill(folder!);
    // Existing pages still have some space.
    await eventually(async () => !(await add()), 60_000);
    await eventually(async () => !(await publish()), 60_000);

    const unread: string[] = [];
    for (let round = 0; round < 3; round += 1)
      for (const read of reads) {
        const answer = await ask(read);
        if (answer.status !== read.status)
          unread.push(`${read.title}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    for (const { key: read } of keys) {
      const answer = await call(child.url, 'GET', '/api/v1/webhooks', { key: read });
      expect([answer.status, answer.headers.has('ratelimit')]).toEqual([200, true]);
    }
    const metrics = await (await fetch(`${child.adminUrl}/metrics`)).text();
    const alone = /^oriki_rate_limit_counted_alone_total (\d+)/m.exec(metrics)?.[1];
    expect(Number(alone)).toBeGreaterThan(0);
    const count: Record<number, number> = {};
    // The requests are sent at once, because a paid answer of a provider is retried for a while before it is dropped.
    await Promise.all(
      writes.map(async (write) => {
        const answer = await ask(write);
        count[answer.status] = (count[answer.status] ?? 0) + 1;
        // A write that found space has succeeded, and a write on an object that another write has changed gets 404 or
        // 409.
        if (![200, 201, 202, 404, 409].includes(answer.status))
          done(answer, write.status, write.title);
      }),
    );
    report(`disk full: ${reads.length} reads, writes by status ${JSON.stringify(count)}`);
    expect(unread).toEqual([]);
    expect(wrong).toEqual([]);
    expect(count[503]).toBeGreaterThan(0);
    for (const probe of ['/livez', '/readyz'])
      expect((await call(child.url, 'GET', probe)).status).toBe(200);

    const [cpu, lines] = [cpuSeconds(child.pid), child.logs().length];
    await sleep(5000);
    const used = cpuSeconds(child.pid) - cpu;
    const said = child.logs().slice(lines);
    report(`disk full: ${used} s of CPU and ${said.length} lines in 5 s without requests`);
    expect(said.length).toBeLessThan(200);
    expect(used, 'timing: CPU while the disk is full').toBeLessThan(2.5);

    rmSync(join(folder!, 'ballast'));
    await eventually(async () => (await add()) && (await publish()), 30_000);
    await eventually(() => {
      const arrived = new Set(receiver.requests.map(({ id }) => id));
      return [...events].every((id) => arrived.has(id));
    });
    expect((await call(child.url, 'GET', list, { key })).body.data.entryCount).toBe(kept.size);
    expect(wrong).toEqual([]);
    expect(child.running()).toBe(true);
    expect(child.logs().filter(({ msg }) => msg === 'ready')).toHaveLength(1);
    expect(await child.stop()).toEqual({ code: 0, signal: null });
  },
);
