import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryName } from './common.ts';
import type { Place } from './place.ts';
import { SOCKET_FILE } from './postmaster.ts';
import { LOOPBACK } from './settings.ts';
import type { Transport } from './settings.ts';

/** Systems allow 104 to 108 bytes for a Unix socket's path. */
const SOCKET_PATH_LIMIT = 100;

function portFile(place: Place): string {
  return join(place.home, 'postgres.port');
}

/**
 * Chooses a Unix socket in the cluster's home. Chooses loopback TCP if the path would exceed the system's limit, and on
 * Windows. The TCP port is stored for later starts.
 */
export async function chooseTransport(place: Place): Promise<Transport> {
  const path = join(place.runDir, SOCKET_FILE);
  if (process.platform !== 'win32' && Buffer.byteLength(path) <= SOCKET_PATH_LIMIT) {
    return { kind: 'socket', folder: place.runDir };
  }
  const kept = Number(await readFile(portFile(place), 'utf8').catch(() => ''));
  return kept > 0 ? { kind: 'tcp', port: kept } : newPort(place);
}

/** Chooses another free port, stored for later starts, because another program uses the stored one. */
export async function newPort(place: Place): Promise<Transport> {
  const port = await freePort();
  const work = temporaryName(portFile(place));
  await writeFile(work, `${port}\n`, { mode: 0o600 });
  await rename(work, portFile(place));
  return { kind: 'tcp', port };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
