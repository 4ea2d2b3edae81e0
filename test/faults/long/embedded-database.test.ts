import { spawn } from 'node:child_process';
import { readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { cleanUp, isRoot, oriki, serverPid, tempFolder } from '../../support/embedded-processes.ts';

// Real servers on a disk that other work may keep busy.
afterAll(cleanUp);

async function freshDataDir(): Promise<string> {
  return join(await tempFolder(), 'data');
}

/** For many starts and stops, whose result does not depend on the disk. */
const HASTY = { settings: { fsync: 'off' } };

describe('several processes', () => {
  test('stop the server even if all end at the same moment', async () => {
    const dataDir = await freshDataDir();
    const processes = [oriki(dataDir, HASTY), oriki(dataDir, HASTY), oriki(dataDir, HASTY)];
    for (let round = 0; round < 8; round += 1) {
      const started = await Promise.all(processes.map((process) => process.start()));
      await Promise.all(processes.map((process) => process.release()));
      expect(await serverPid(started[0]?.cluster ?? '')).toBeUndefined();
    }
  });

  test('survive a start while the last other process stops the server', async () => {
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

describe('a crash', () => {
  test('of the service leaves a server, which the next start reuses', async () => {
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

  test('of the server leaves one new server to two processes that restart it', async () => {
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

  test('of the machine leaves lock files with reused process ids, which do not block the start', async () => {
    const dataDir = await freshDataDir();
    const first = oriki(dataDir);
    const { cluster, home } = await first.start();
    const pid = await serverPid(cluster);
    const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
    const socketLock = await readFile(join(home, 'run', '.s.PGSQL.5432.lock'), 'utf8');
    await first.release();
    // An unrelated process of PostgreSQL's account, because of which PostgreSQL would refuse to start.
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

  test('of the machine leaves an empty lock file, which does not block the start', async () => {
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

  test('during initdb leaves a partial cluster, which is never used', async () => {
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
