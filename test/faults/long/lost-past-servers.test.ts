/**
 * The server of a bucket is replaced by an older copy while a process runs, and an index on disk belongs to a lost
 * history.
 */
import { spawn } from 'node:child_process';
import { cp, readdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readPostmaster } from '../../../src/platform/db/embedded/postmaster.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { cloneDatabase } from '../../support/database.ts';
import { InboxListener } from '../../support/inbox-listener.ts';
import { permissionClient } from '../../support/permission-client.ts';
import { cleanUp, eventually, freshDataDir } from '../../support/process.ts';
import { ScreeningClient } from '../../support/screening-client.ts';
import { startServers, type Servers, type ServerName } from '../../support/servers/servers.ts';
import { ThreadClient } from '../../support/thread-client.ts';
import { within } from '../../support/within.ts';

afterAll(cleanUp);

const [KEPT, LOST, NEW] = ['Adewale Ogunbanjo', 'Chinedu Okonkwo', 'Ifeoma Nwachukwu'];

async function stopped(servers: Servers, name: ServerName): Promise<void> {
  const { cluster } = servers.of(name);
  const running = await readPostmaster(cluster);
  process.kill(running!.pid, 'SIGINT');
  await eventually(async () => (await readPostmaster(cluster)) === undefined);
}

async function copied(cluster: string): Promise<void> {
  await cp(cluster, `${cluster}.copy`, { recursive: true, preserveTimestamps: true });
  const { uid, gid } = await stat(cluster);
  await new Promise((resolve) =>
    spawn('chown', ['-R', `${uid}:${gid}`, `${cluster}.copy`]).once('exit', resolve),
  );
}

test('a process discards what the server of a bucket has lost, and keeps what other servers have', async () => {
  const servers = await startServers(dirname(await freshDataDir()));
  const app = await startTestApp({ rateLimits: undefined, adminPort: 0 }, await servers.clone());
  try {
    const neighbour = await app.org();
    const org = await app.org();
    expect((await app.dbOf(org.id)).schema).toBe('bucket_001');
    const [client, next] = [new ScreeningClient(app, org), new ScreeningClient(app, neighbour)];
    const permissions = permissionClient(app, org);
    const threads = new ThreadClient([app], org);
    const body = { slug: 'support', displayName: 'Support', entityType: 'order' };
    await threads.ask(201, 'POST', '/channels', { body });
    const thread = await threads.thread(['customer:c-1', 'agent:a-1']);
    await permissions.module('M', ['X']);
    const role = await permissions.role('r', ['M:X']);
    const [list, nextList] = [await client.newList(), await next.newList()];
    await client.add(list, KEPT);
    const versions: string[] = [];
    const finds = async (who: ScreeningClient, name: string): Promise<boolean> => {
      const { hits, listVersion } = await who.ask(200, 'POST', '/screen', { name });
      if (who === client) versions.push(listVersion);
      return hits.length > 0;
    };
    const looks = async () => ({
      found: [await finds(client, KEPT), await finds(client, LOST), await finds(client, NEW)],
      may: [await permissions.may('lost', 'M:X'), await permissions.may('new', 'M:X')],
      unread: await threads.unread('agent:a-1'),
      neighbour: await finds(next, LOST),
    });
    const works = () => eventually(async () => (await client.call('GET', '/lists')).status === 200);
    await looks();
    await stopped(servers, 'b');
    await copied(servers.of('b').cluster);
    await servers.restart('b');
    await works();
    const inbox = await new InboxListener(org.key, 'agent:a-1').connected(app);
    await client.add(list, LOST);
    await next.add(nextList, LOST);
    await permissions.assign('lost', role);
    await threads.send(thread, 'customer:c-1');
    await expect.poll(() => inbox.unread).toBe(1);
    const lost = { found: [true, true, false], may: [true, false], unread: 1, neighbour: true };
    expect(await looks()).toEqual(lost);
    const before = new Set(versions.splice(0));
    await stopped(servers, 'b');
    const { cluster } = servers.of('b');
    await rename(cluster, `${cluster}.lost`);
    await rename(`${cluster}.copy`, cluster);
    await servers.restart('b');
    await works();
    await client.add(list, NEW);
    await permissions.assign('new', role);
    const found = { found: [true, false, true], may: [false, true], unread: 0, neighbour: true };
    expect(await looks()).toEqual(found);
    expect(versions.filter((one) => before.has(one))).toEqual([]);
    await vi.waitUntil(() => inbox.unread === 0 || !inbox.isOpen, within(10_000));
    if (!inbox.isOpen) await inbox.connected(app);
    await inbox.agrees(threads);
    inbox.disconnect();
    const told = app.logs.filter((line) => line.includes('the database has lost changes'));
    expect(told).toHaveLength(1);
  } finally {
    await app.stop();
    await servers.end();
  }
});

/** Names that make the list so long that its index is stored on disk. */
const FILLERS = Array.from({ length: 2100 }, (_, i) => `Zwx Qvurk${String(i).padStart(5, '0')}`);

async function imported(app: TestApp, name: string): Promise<void> {
  const org = await app.org();
  const rows = [name, ...FILLERS].map((one, i) => `${i},${one}\n`);
  await new ScreeningClient(app, org).importGlobal('indexed', `id,name\n${rows.join('')}`);
}

async function findsIn(app: TestApp, ...names: string[]): Promise<boolean[]> {
  const client = new ScreeningClient(app, await app.org());
  const found: boolean[] = [];
  for (const name of names)
    found.push((await client.ask(200, 'POST', '/screen', { name })).hits.length > 0);
  return found;
}

test('a start does not use an index on disk of a lost history with the same revision', async () => {
  const base = await cloneDatabase();
  const screeningIndexFolder = await freshDataDir();
  const start = (url: string) =>
    startTestApp({ rateLimits: undefined, role: 'api', screeningIndexFolder }, url);
  const first = await start(base);
  await imported(first, KEPT);
  expect(await findsIn(first, KEPT)).toEqual([true]);
  await first.stop();
  const older = await cloneDatabase(new URL(base).pathname.slice(1));
  // Two histories start here: the lost one, whose index is stored, and the other one.
  const lost = await start(base);
  await imported(lost, LOST);
  await lost.stop();
  const again = await start(base);
  expect(await findsIn(again, LOST)).toEqual([true]);
  await again.stop();
  expect(await readdir(screeningIndexFolder)).toHaveLength(1);
  const other = await start(older);
  await imported(other, NEW);
  await other.stop();
  const last = await start(older);
  expect(await findsIn(last, KEPT, LOST, NEW)).toEqual([false, false, true]);
  await last.stop();
});
