/** The servers with the S3 API that tests use: one in memory, and a real one if it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from './process.ts';
import { startFakeS3 } from './s3-server.ts';

export const BUCKET = 'oriki-tests';
export const CREDENTIALS = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test-access',
  AWS_SECRET_ACCESS_KEY: 'test-secret-test-secret',
};

export type S3Server = { endpoint: string; close: () => Promise<void> };

/** The S3 gateway of Versity over a folder: a real server that checks signatures. */
const GATEWAY = process.env['ORIKI_TEST_VERSITYGW'] ?? 'versitygw';

async function startGateway(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'oriki-s3-'));
  await mkdir(join(folder, 'data', BUCKET), { recursive: true });
  const port = await freePort();
  const child = spawn(
    GATEWAY,
    [
      '--port',
      `127.0.0.1:${port}`,
      '--access',
      CREDENTIALS.AWS_ACCESS_KEY_ID,
      '--secret',
      CREDENTIALS.AWS_SECRET_ACCESS_KEY,
      'posix',
      join(folder, 'data'),
    ],
    { stdio: 'ignore' },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  await eventually(() =>
    fetch(endpoint).then(
      () => true,
      () => false,
    ),
  );
  return {
    endpoint,
    async close() {
      child.kill('SIGKILL');
      await once(child, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the servers by name. @param what what is skipped without the real one */
export function s3Servers(what: string): [string, () => Promise<S3Server>][] {
  const ofProtocol: [string, () => Promise<S3Server>] = [
    'a server of the protocol',
    () => startFakeS3(BUCKET),
  ];
  if (spawnSync(GATEWAY, ['--version']).status === 0)
    return [ofProtocol, ['a real server', startGateway]];
  process.stdout.write(
    `skipped: ${what} in a real S3 server (versitygw is not there; ORIKI_TEST_VERSITYGW may name it)\n`,
  );
  return [ofProtocol];
}
