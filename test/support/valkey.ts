import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { skip } from '../../scripts/skips.ts';
import { eventually, freePort, isListening, programOf } from './process.ts';

/** `valkey-server`, or else `redis-server`, where it is installed. */
const valkeyProgram = programOf('valkey-server', 'redis-server');

/** Says why, where there is none. */
export function withoutValkey(what: string): boolean {
  if (valkeyProgram !== undefined) return false;
  skip('valkey', `${what} (neither valkey-server nor redis-server is installed)`);
  return true;
}

/** The administrator's connection to a server. */
export function openAdmin(url: string) {
  return createClient({ url }).connect();
}

export type ValkeyServer = {
  url: string;
  port: number;
  signal: (signal: NodeJS.Signals) => void;
  /** Starts it again where it was, empty. */
  start: () => Promise<void>;
  /** Ends it at once. */
  kill: () => Promise<void>;
  /** Ends it for good. */
  close: () => Promise<void>;
};

/** A server of the test's own, which keeps nothing. @param settings as on its command line */
export async function startValkey(...settings: string[]): Promise<ValkeyServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'oriki-valkey-'));
  let child: ChildProcess;
  // A test that fails before it closes the server leaves none behind.
  const endWithRun = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithRun);
  const start = async (): Promise<void> => {
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    child = spawn(valkeyProgram!, [...place, '--save', '', '--appendonly', 'no', ...settings], {
      stdio: 'ignore',
    });
    await eventually(() => isListening(port));
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    signal: (signal) => void child.kill(signal),
    start,
    kill,
    async close() {
      process.off('exit', endWithRun);
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}
