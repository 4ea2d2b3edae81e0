/** Runs a version with its own `npm start`, on a separate embedded database. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { startCpu } from '../support/cpu.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEY = /ork_[A-Za-z0-9]{30,}/g;
const POLL_MS = 200;

type Method = 'GET' | 'POST';
type Answer = { id: string };

export type Service = {
  ids: { list: string; thread: string };
  dataDir: string;
  /** @throws for an error answer */
  call: (
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  /**
   * @returns a function that returns the milliseconds of computing since this call, of the process and of its
   * PostgreSQL sessions
   */
  startCpu: () => Promise<() => Promise<{ node: number; postgres: number }>>;
  stop: () => Promise<void>;
};

export type Checkout = { dir: string; remove: () => void };

/**
 * Returns the folder of a version with its packages installed.
 * @param version a folder, which stays unchanged, or a git revision
 */
export function checkOut(version: string): Checkout {
  if (existsSync(join(version, 'package.json'))) return { dir: resolve(version), remove: () => {} };
  const dir = join(mkdtempSync(join(tmpdir(), 'oriki-compare-')), 'checkout');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, stdio: 'inherit' });
  git('worktree', 'add', '--detach', dir, version);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: dir, stdio: 'inherit' });
  return { dir, remove: () => git('worktree', 'remove', '--force', dir) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

function childrenOf(pid: number): number[] {
  const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return own === '' ? [] : own.split(' ').map(Number);
}

/** Starts a version on the current Node.js, so both versions use the same one. */
export async function startService(dir: string): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'oriki-compare-data-'));
  const { scripts } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const port = await freePort();
  const child = spawn(process.execPath, scripts.start.replace(/^exec node /, '').split(' '), {
    cwd: dir,
    env: {
      ...process.env,
      PORT: String(port),
      ORIKI_DATA_DIR: dataDir,
      ORIKI_RATE_LIMITS: 'off',
      ORIKI_LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (log.search(KEY) === -1 || !(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${dir} did not start:\n${log}`);
    await sleep(POLL_MS);
  }
  const key = log.match(KEY)!.at(-1)!;
  const postmaster = Number(
    readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0],
  );
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 32 });
  return {
    ids: { list: '', thread: '' },
    dataDir,
    async call(method, path, body, headers) {
      const response = await pool.request({
        method,
        path: `/api/v1${path}`,
        headers: {
          'x-api-key': key,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.body.text();
      if (response.statusCode >= 400) throw new Error(`${dir}: ${method} ${path}: ${text}`);
      return (JSON.parse(text) as { data: Answer }).data;
    },
    async startCpu() {
      const [node, postgres] = await Promise.all([
        startCpu([child.pid!]),
        startCpu(childrenOf(postmaster)),
      ]);
      return async () => ({ node: await node(), postgres: await postgres() });
    },
    async stop() {
      await pool.close();
      const ended = new Promise((resolved) => child.once('exit', resolved));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
