import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment, freePort } from '../support/process.ts';
import { ROOT } from './dockerfile.ts';

const SCRIPT = join(ROOT, 'deploy/healthcheck.ts');

test('the health check of a container reports readiness, and ends a service that stays silent three times in a row', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oriki-health-'));
  const hung = spawn('sleep', ['600'], { stdio: 'ignore' });
  const ended = once(hung, 'exit');
  let isSilent = false;
  const server = createServer((_, response) => {
    if (!isSilent) response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The init of a container, with the service as its child.
  await mkdir(join(folder, 'proc/task/1'), { recursive: true });
  await writeFile(join(folder, 'proc/task/1/children'), `${hung.pid} `);
  const check = (port: number, ...args: string[]): Promise<number> =>
    new Promise((code) => {
      const env = environment({ ORIKI_ADMIN_PORT: String(port), TMPDIR: folder });
      execFile(process.execPath, [SCRIPT, ...args], { env }, (error) =>
        code(error ? Number(error.code) : 0),
      );
    });
  const { port } = server.address() as AddressInfo;
  const act = join(folder, 'proc');
  try {
    expect(await check(port, act)).toBe(0);
    isSilent = true;
    expect(await check(port, act)).toBe(1);
    // A service that starts accepts no connection, and an answer begins the count again.
    expect(await check(await freePort(), act)).toBe(1);
    for (let time = 0; time < 2; time += 1) expect(await check(port, act)).toBe(1);
    expect(hung.exitCode ?? hung.signalCode).toBe(null);
    expect(await check(port, act)).toBe(1);
    expect(await ended).toEqual([null, 'SIGKILL']);
  } finally {
    hung.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
});
