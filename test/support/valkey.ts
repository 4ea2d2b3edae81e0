import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { skip } from '../../scripts/skips.ts';
import { eventually, freePort, isListening, programOf } from './process.ts';

/** The path of `valkey-server`, or else `redis-server`, if it is installed. */
const valkeyProgram = programOf('valkey-server', 'redis-server');

/** Reports the reason for skipping a test without a server. */
export function withoutValkey(what: string): boolean {
  if (valkeyProgram !== undefined) return false;
  skip('valkey', `${what} (neither valkey-server nor redis-server is installed)`);
  return true;
}

/** Opens the administrator's connection to a server. */
export function openAdmin(url: string) {
  return createClient({ url }).connect();
}

export type ValkeyServer = {
  url: string;
  port: number;
  signal: (signal: NodeJS.Signals) => void;
  /** Starts it again at the same address, empty. */
  start: () => Promise<void>;
  /** Ends it immediately. */
  kill: () => Promise<void>;
  /** Ends it permanently. */
  close: () => Promise<void>;
};

/**
 * Starts a cluster of three servers for the test, with a third of the keys each and without replicas: the keys of an
 * unavailable node cannot be used, those of the others can.
 */
export async function startValkeyCluster(): Promise<{
  nodes: ValkeyServer[];
  close: () => Promise<void>;
}> {
  const settings = ['--cluster-enabled', 'yes', '--cluster-require-full-coverage', 'no'];
  const nodes = await Promise.all(
    [0, 1, 2].map(() => startValkey(...settings, '--cluster-node-timeout', '500')),
  );
  const admins = await Promise.all(nodes.map(({ url }) => openAdmin(url)));
  const third = Math.ceil(16_384 / 3);
  for (const [n, admin] of admins.entries()) {
    const end = Math.min((n + 1) * third, 16_384) - 1;
    await admin.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', String(n * third), String(end)]);
    await admin.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', String(nodes[0]!.port)]);
  }
  for (const admin of admins) {
    await eventually(async () => {
      const info = String(await admin.sendCommand(['CLUSTER', 'INFO']));
      return /cluster_state:ok/.test(info) && /cluster_size:3/.test(info);
    });
    admin.destroy();
  }
  return { nodes, close: async () => void (await Promise.all(nodes.map((node) => node.close()))) };
}

/** Starts a server for the test, without persistence. @param settings arguments of its command line */
export async function startValkey(...settings: string[]): Promise<ValkeyServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'oriki-valkey-'));
  let child: ChildProcess;
  // A test that fails before it closes the server leaves no process behind.
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
