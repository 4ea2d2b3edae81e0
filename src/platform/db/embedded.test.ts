import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanUp, oriki, serverPid, tempFolder } from '../../../test/support/embedded-processes.ts';
import { locateBinaries } from './embedded/binaries.ts';
import { startEmbedded } from './embedded.ts';
import { within } from '../../../test/support/within.ts';

// The tests use real servers on a disk that other work may keep busy.
afterAll(cleanUp);

async function freshDataDir(): Promise<string> {
  return join(await tempFolder(), 'data');
}

/** The cluster that the first test creates. No server runs between tests. */
let shared: string;

describe('a first and a later start', () => {
  test('creates the cluster once, keeps its data, and stops with the last user', async () => {
    shared = await freshDataDir();
    const first = oriki(shared);
    const { created, cluster, home } = await first.start();
    expect(created).toBe(true);
    await first.query('create table kept as select 42 as value');
    await first.release();
    expect(await serverPid(cluster)).toBeUndefined();

    const second = oriki(shared);
    expect(await second.start()).toMatchObject({ created: false, cluster });
    expect(await second.query('select value from kept')).toEqual([{ value: 42 }]);
    const [row] = await second.query(`select current_database() as name, datcollate, datlocale,
      current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
      pg_encoding_to_char(encoding) as encoding
      from pg_database where datname = current_database()`);
    expect(row).toMatchObject({
      name: 'oriki',
      datlocale: 'C.UTF-8',
      encoding: 'UTF8',
      fsync: 'on',
    });
    expect(row).toMatchObject({ addresses: '' });
    await second.release();

    expect((await stat(join(shared, 'postgres.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(shared)).mode & 0o007).toBe(0);
    expect((await readdir(home)).filter((name) => name.includes('.tmp-'))).toEqual([]);
  });

  test('writes no statement, value or error to the server log', async () => {
    const process = oriki(shared);
    const { home } = await process.start();
    await expect(process.query(`select 'ada@example.com'::date`)).rejects.toThrow(
      'ada@example.com',
    );
    await process.query(`do $$ begin raise warning 'ada@example.com'; end $$`);
    await process.release();
    const log = await readFile(join(home, 'postgres.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('ada@');
    const { password } = JSON.parse(await readFile(join(shared, 'postgres.json'), 'utf8'));
    expect(log).not.toContain(password);
  });

  test('leaves a running server as it is on ensureRunning, without a log line; after release the process ends', async () => {
    const process = oriki(shared);
    const { home, cluster } = await process.start();
    const before = await readFile(join(home, 'postgres.log'), 'utf8');
    const pid = await serverPid(cluster);
    await process.ensureRunning();
    expect(await readFile(join(home, 'postgres.log'), 'utf8')).toBe(before);
    expect(await serverPid(cluster)).toBe(pid);
    await process.release();
    expect(await process.exitCode()).toBe(0);
  });

  test('takes part in transactions over several servers, even after a stop, and lets buckets be copied from it', async () => {
    const process = oriki(shared);
    await process.start();
    await process.query(`select pg_create_logical_replication_slot('one', 'pgoutput')`);
    await process.query(
      `begin; create table prepared (); prepare transaction 'oriki:bucket_000:txn_1:0'`,
    );
    await process.release();
    const later = oriki(shared);
    await later.start();
    await later.query(`commit prepared 'oriki:bucket_000:txn_1:0'`);
    await later.query('select from prepared');
    await later.query(`select pg_drop_replication_slot('one')`);
    await later.release();
  });

  test('uses loopback TCP with the password where the socket path would be too long', async () => {
    const deep = join(await tempFolder(), 'd'.repeat(100), 'data');
    await mkdir(join(deep, '..'));
    // PostgreSQL's user can enter the folder under any umask.
    await chmod(join(deep, '..'), 0o755);
    const [first, second] = [oriki(deep), oriki(deep)];
    const { connection } = await first.start();
    expect(connection.host).toBe('127.0.0.1');
    expect((await second.start()).connection.port).toBe(connection.port);
    await expect(connectWrongly(connection)).rejects.toThrow('password authentication failed');
    await Promise.all([first.release(), second.release()]);
    const third = oriki(deep);
    expect((await third.start()).connection.port).toBe(connection.port);
    await third.release();
  });
});

async function connectWrongly(connection: object): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ ...connection, password: 'wrong' });
  client.on('error', () => {});
  await client.connect();
}

describe('several processes', () => {
  test('use one cluster when they start together on an empty folder', async () => {
    const empty = await freshDataDir();
    const processes = [oriki(empty), oriki(empty), oriki(empty)];
    const started = await Promise.all(processes.map((process) => process.start()));
    expect(started.filter(({ created }) => created)).toHaveLength(1);
    await processes[0]?.query('create table shared as select 1 as value');
    for (const process of processes) {
      expect(await process.query('select value from shared')).toEqual([{ value: 1 }]);
    }
    await Promise.all(processes.map((process) => process.release()));
    expect(await serverPid(started[0]?.cluster ?? '')).toBeUndefined();
  });

  test('keep the server while one of them remains, even an idle one', async () => {
    const [first, second] = [oriki(shared), oriki(shared)];
    const { cluster } = await first.start();
    await second.start();
    const pid = await serverPid(cluster);
    await first.release();
    expect(await serverPid(cluster)).toBe(pid);
    await second.release();
    expect(await serverPid(cluster)).toBeUndefined();
  });
});

test('after a server crash, ensureRunning restarts it with all committed data', async () => {
  const service = oriki(shared);
  const { cluster } = await service.start();
  await service.query('create table crashed as select 7 as value');
  const pid = await serverPid(cluster);
  process.kill(pid ?? 0, 'SIGKILL');
  const began = performance.now();
  await Promise.all([service.ensureRunning(), service.ensureRunning(), service.ensureRunning()]);
  expect(performance.now() - began).toBeLessThan(within(10_000));
  expect(await serverPid(cluster)).not.toBe(pid);
  expect(await service.query('select value from crashed')).toEqual([{ value: 7 }]);
  await service.release();
  expect(await serverPid(cluster)).toBeUndefined();
  await expect(service.ensureRunning()).rejects.toThrow('released');
});

function start(dataDir: string, settings = {}) {
  return startEmbedded({ dataDir, progress: () => {}, settings });
}

test('a cancelled start leaves no server, whenever it is cancelled', async () => {
  const first = oriki(shared);
  const { cluster } = await first.start();
  await first.release();
  for (let delayMs = 0; delayMs <= 60; delayMs += 5) {
    const stop = new AbortController();
    const reason = new Error('given up');
    const starting = startEmbedded({ dataDir: shared, progress: () => {}, signal: stop.signal });
    setTimeout(() => stop.abort(reason), delayMs);
    const ended = await starting.catch((error: unknown) => error);
    if (ended instanceof Error) expect(ended).toBe(reason);
    else await (ended as Awaited<typeof starting>).release();
    expect(await serverPid(cluster)).toBeUndefined();
  }
});

describe('the message of a start that fails', () => {
  test('reports that no programs are installed for this machine', async () => {
    await expect(locateBinaries('sunos', 'sparc')).rejects.toThrow(/sunos-sparc.*DATABASE_URL/s);
  });

  test('reports that the data folder is not a folder', async () => {
    const path = join(await tempFolder(), 'file');
    await writeFile(path, '');
    await expect(start(path)).rejects.toThrow(`The data folder ${path} can't be used`);
  });

  test('names the log and its last lines when the server does not start', async () => {
    await expect(start(shared, { shared_buffers: 'plenty' })).rejects.toThrow(
      /Its log is .*postgres\.log.*invalid value for parameter "shared_buffers"/s,
    );
  });

  test('reports that the cluster is of another major version or another data folder', async () => {
    const process = oriki(shared);
    const { cluster } = await process.start();
    await process.release();
    await writeFile(join(cluster, 'oriki.json'), '{"clusterId":"other"}');
    await expect(start(shared)).rejects.toThrow('does not belong to');
    await writeFile(join(cluster, 'PG_VERSION'), '15\n');
    await expect(start(shared)).rejects.toThrow(/PostgreSQL 15 created.*contains PostgreSQL 18/s);
  });
});
