import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  cleanUp,
  isRoot,
  oriki,
  serverPid,
  tempFolder,
} from '../../../test/support/embedded-processes.ts';
import { locateBinaries } from './embedded/binaries.ts';
import { startEmbedded } from './embedded.ts';

// Real servers on a disk that other work may keep busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
afterAll(cleanUp);

const freshDataDir = async (): Promise<string> => join(await tempFolder(), 'data');

describe('a first and a later start', () => {
  it('creates the cluster once, keeps its data, and stops with the last user', async () => {
    const dataDir = await freshDataDir();
    const first = oriki(dataDir);
    const { created, cluster, home } = await first.start();
    expect(created).toBe(true);
    await first.query('create table kept as select 42 as value');
    await first.release();
    expect(await serverPid(cluster)).toBeUndefined();

    const second = oriki(dataDir);
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

    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o007).toBe(0);
    expect((await readdir(home)).filter((name) => name.includes('.tmp-'))).toEqual([]);
  });

  it('writes nothing of a statement, its values or its errors to the server log', async () => {
    const dataDir = await freshDataDir();
    const process = oriki(dataDir);
    const { home } = await process.start();
    await expect(process.query(`select 'ada@example.com'::date`)).rejects.toThrow(
      'ada@example.com',
    );
    await process.query(`do $$ begin raise warning 'ada@example.com'; end $$`);
    await process.release();
    const log = await readFile(join(home, 'postgres.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('ada@');
    const { password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
    expect(log).not.toContain(password);
  });

  it('answers ensureRunning of a running server at once, without a line in its log', async () => {
    const process = oriki(await freshDataDir());
    const { home, cluster } = await process.start();
    const before = await readFile(join(home, 'postgres.log'), 'utf8');
    const pid = await serverPid(cluster);
    const began = performance.now();
    for (let call = 0; call < 20; call += 1) await process.ensureRunning();
    expect((performance.now() - began) / 20).toBeLessThan(50);
    expect(await readFile(join(home, 'postgres.log'), 'utf8')).toBe(before);
    expect(await serverPid(cluster)).toBe(pid);
    await process.release();
  });

  it('lets the process end by itself after release', async () => {
    const process = oriki(await freshDataDir());
    await process.start();
    await process.release();
    expect(await process.exitCode()).toBe(0);
  });

  it('uses loopback TCP with the password where the socket path would be too long', async () => {
    const dataDir = join(await tempFolder(), 'd'.repeat(100), 'data');
    await mkdir(join(dataDir, '..'), { mode: 0o755 });
    const [first, second] = [oriki(dataDir), oriki(dataDir)];
    const { connection } = await first.start();
    expect(connection.host).toBe('127.0.0.1');
    expect((await second.start()).connection.port).toBe(connection.port);
    await expect(connectWrongly(connection)).rejects.toThrow('password authentication failed');
    await Promise.all([first.release(), second.release()]);
    const third = oriki(dataDir);
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

/** Many starts and stops: what they show doesn't depend on the disk. */
const HASTY = { settings: { fsync: 'off' } };

describe('several processes', () => {
  it('end up on one cluster when they start at once on an empty folder', async () => {
    const dataDir = await freshDataDir();
    const processes = [oriki(dataDir), oriki(dataDir), oriki(dataDir)];
    const started = await Promise.all(processes.map((process) => process.start()));
    expect(started.filter(({ created }) => created)).toHaveLength(1);
    await processes[0]?.query('create table shared as select 1 as value');
    for (const process of processes) {
      expect(await process.query('select value from shared')).toEqual([{ value: 1 }]);
    }
    await Promise.all(processes.map((process) => process.release()));
    expect(await serverPid(started[0]?.cluster ?? '')).toBeUndefined();
  });

  it('stop the server also when all leave at the same moment', async () => {
    const dataDir = await freshDataDir();
    const processes = [oriki(dataDir, HASTY), oriki(dataDir, HASTY), oriki(dataDir, HASTY)];
    for (let round = 0; round < 8; round += 1) {
      const started = await Promise.all(processes.map((process) => process.start()));
      await Promise.all(processes.map((process) => process.release()));
      expect(await serverPid(started[0]?.cluster ?? '')).toBeUndefined();
    }
  });

  it('keep the server while one of them is left, even an idle one', async () => {
    const dataDir = await freshDataDir();
    const [first, second] = [oriki(dataDir), oriki(dataDir)];
    const { cluster } = await first.start();
    await second.start();
    const pid = await serverPid(cluster);
    await first.release();
    expect(await serverPid(cluster)).toBe(pid);
    await second.release();
    expect(await serverPid(cluster)).toBeUndefined();
  });

  it('survive that one starts while the last other one stops the server', async () => {
    const dataDir = await freshDataDir();
    let last = oriki(dataDir, HASTY);
    await last.start();
    for (let round = 0; round < 10; round += 1) {
      const next = oriki(dataDir, HASTY);
      const starting = next.start();
      await sleep(60 + round * 8);
      await last.release();
      await starting;
      await next.ensureRunning();
      expect(await next.query('select 1 as value')).toEqual([{ value: 1 }]);
      last = next;
    }
    await last.release();
  });
});

describe('after a crash', () => {
  it('of the service, the next start reuses the orphaned server', async () => {
    const dataDir = await freshDataDir();
    const first = oriki(dataDir);
    const { cluster } = await first.start();
    await first.query('create table kept as select 7 as value');
    const pid = await serverPid(cluster);
    await first.kill();
    const second = oriki(dataDir);
    await second.start();
    expect(await serverPid(cluster)).toBe(pid);
    expect(await second.query('select value from kept')).toEqual([{ value: 7 }]);
    await second.release();
    expect(await serverPid(cluster)).toBeUndefined();
  });

  it('of the server, ensureRunning brings it back with what was committed', async () => {
    const service = oriki(await freshDataDir());
    const { cluster } = await service.start();
    await service.query('create table kept as select 7 as value');
    const pid = await serverPid(cluster);
    process.kill(pid ?? 0, 'SIGKILL');
    const began = performance.now();
    await Promise.all([service.ensureRunning(), service.ensureRunning(), service.ensureRunning()]);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await serverPid(cluster)).not.toBe(pid);
    expect(await service.query('select value from kept')).toEqual([{ value: 7 }]);
    await service.release();
    expect(await serverPid(cluster)).toBeUndefined();
    await expect(service.ensureRunning()).rejects.toThrow('released');
  });

  it('of the server, two processes that bring it back share the new one', async () => {
    const dataDir = await freshDataDir();
    const [first, second] = [oriki(dataDir), oriki(dataDir)];
    const { cluster } = await first.start();
    await second.start();
    process.kill((await serverPid(cluster)) ?? 0, 'SIGKILL');
    await Promise.all([first.ensureRunning(), second.ensureRunning()]);
    const pid = await serverPid(cluster);
    await first.release();
    expect(await serverPid(cluster)).toBe(pid);
    await second.release();
    expect(await serverPid(cluster)).toBeUndefined();
  });

  it('of the machine, lock files whose process id was given away do not block the start', async () => {
    const dataDir = await freshDataDir();
    const first = oriki(dataDir);
    const { cluster, home } = await first.start();
    const pid = await serverPid(cluster);
    const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
    const socketLock = await readFile(join(home, 'run', '.s.PGSQL.5432.lock'), 'utf8');
    await first.release();
    // An unrelated process of the account that runs PostgreSQL, which would refuse to start.
    const { uid, gid } = await stat(cluster);
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    const given = (text: string): string => text.replace(String(pid), String(stranger.pid));
    await writeFile(join(cluster, 'postmaster.pid'), given(lock));
    await writeFile(join(home, 'run', '.s.PGSQL.5432.lock'), given(socketLock));
    const second = oriki(dataDir);
    await second.start();
    expect(await second.query('select 1 as value')).toEqual([{ value: 1 }]);
    await second.release();
    stranger.kill();
  });

  it('of the machine, an empty lock file does not block the start', async () => {
    const dataDir = await freshDataDir();
    const first = oriki(dataDir);
    const { cluster } = await first.start();
    await first.release();
    await writeFile(join(cluster, 'postmaster.pid'), '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(join(cluster, 'postmaster.pid'), longAgo, longAgo);
    const second = oriki(dataDir);
    await second.start();
    await second.release();
  });

  it('during initdb, the half cluster is never used', async () => {
    const dataDir = await freshDataDir();
    const first = oriki(dataDir);
    first.start().catch(() => {});
    const halfDone = async (): Promise<boolean> => {
      const names = await readdir(dataDir).catch(() => []);
      const work = names.find((name) => name.startsWith('postgres.tmp-'));
      const files = await readdir(join(dataDir, work ?? '-', 'data', 'base')).catch(() => []);
      return files.length > 0;
    };
    while (!(await halfDone())) await sleep(5);
    await first.kill();
    expect(await readdir(dataDir)).not.toContain('postgres');
    const second = oriki(dataDir);
    expect((await second.start()).created).toBe(true);
    expect(await second.query('select 1 as value')).toEqual([{ value: 1 }]);
    await second.release();
  });
});

const start = (dataDir: string, settings = {}) =>
  startEmbedded({ dataDir, progress: () => {}, settings });

describe('what goes wrong is said', () => {
  it('when the programs are not installed for this machine', async () => {
    await expect(locateBinaries('sunos', 'sparc')).rejects.toThrow(/sunos-sparc.*DATABASE_URL/s);
  });

  it('when the data folder is not a folder', async () => {
    const path = join(await tempFolder(), 'file');
    await writeFile(path, '');
    await expect(start(path)).rejects.toThrow(`The data folder ${path} can't be used`);
  });

  it('when the cluster is of another major version or another data folder', async () => {
    const dataDir = await freshDataDir();
    const process = oriki(dataDir);
    const { cluster } = await process.start();
    await process.release();
    await writeFile(join(cluster, 'oriki.json'), '{"clusterId":"other"}');
    await expect(start(dataDir)).rejects.toThrow('does not belong to');
    await writeFile(join(cluster, 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 15.*carries PostgreSQL 18/s);
  });

  it('when the server does not start: the log and its last lines', async () => {
    const dataDir = await freshDataDir();
    await expect(start(dataDir, { shared_buffers: 'plenty' })).rejects.toThrow(
      /Its log is .*postgres\.log.*invalid value for parameter "shared_buffers"/s,
    );
  });
});
