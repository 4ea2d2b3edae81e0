import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import type { Request, Started } from './embedded-child.ts';

const SCRIPT = fileURLToPath(new URL('embedded-child.ts', import.meta.url));

export const isRoot = process.getuid?.() === 0;

const children = new Set<ChildProcess>();
const clusters = new Set<string>();
const folders = new Set<string>();

/** Creates a temporary folder that every account may enter; `cleanUp` deletes it. */
export async function tempFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'oriki-e-')));
  await chmod(folder, 0o755);
  folders.add(folder);
  return folder;
}

/** Starts an Oriki process on `dataDir`, which does nothing before `start`. */
export function oriki(
  dataDir: string,
  options: { uid?: number; gid?: number; settings?: Record<string, string> } = {},
) {
  const { settings, ...identity } = options;
  const child = fork(SCRIPT, [dataDir, JSON.stringify(settings ?? {})], {
    ...identity,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  const exited = once(child, 'exit');
  let lastId = 0;
  const ask = (request: Request): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const reply = new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error(`the child ended during ${request.verb}`));
      child.once('exit', gone);
      child.on(
        'message',
        function listen(message: { id: number; result: unknown; error?: string }) {
          if (message.id !== id) return;
          child.off('message', listen);
          child.off('exit', gone);
          if (message.error === undefined) resolve(message.result);
          else reject(new Error(message.error));
        },
      );
    });
    child.send({ id, request });
    return reply;
  };
  return {
    pid: child.pid ?? 0,
    async start(): Promise<Started & { home: string; cluster: string }> {
      const started = (await ask({ verb: 'start' })) as Started;
      const { host } = started.connection;
      const home = host.startsWith('/') ? dirname(host) : await realpath(dataDir);
      const cluster = join(home, 'postgres');
      clusters.add(cluster);
      return { ...started, home, cluster };
    },
    query: (sql: string) => ask({ verb: 'query', sql }) as Promise<Record<string, unknown>[]>,
    ensureRunning: () => ask({ verb: 'ensureRunning' }),
    release: () => ask({ verb: 'release' }),
    /** Sends kill -9, like a crash of the service. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    },
    /** Disconnects from the process; resolves with its exit code when it ends by itself. */
    async exitCode(): Promise<number | null> {
      child.disconnect();
      const [code] = await exited;
      return code;
    },
  };
}

/** Returns the process id of the server of a cluster; undefined if none is running. */
export async function serverPid(cluster: string): Promise<number | undefined> {
  return (await readPostmaster(cluster))?.pid;
}

/** Ends every process and deletes every folder that this file's functions have created. */
export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  for (const cluster of clusters) {
    const pid = await serverPid(cluster);
    // An immediate shutdown, because the data is deleted with the folder.
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    for (let tries = 0; tries < 500 && (await serverPid(cluster)) !== undefined; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await rm(dirname(cluster), { recursive: true, force: true });
  }
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
