import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { environment as environmentOf } from '../support/process.ts';

vi.setConfig({ testTimeout: 60_000 });

import { copied, environment, known, read, ROOT } from './dockerfile.ts';

const run = promisify(execFile);

describe('compose.yaml', () => {
  type Service = {
    image: string;
    read_only?: boolean;
    cap_drop?: string[];
    user?: string;
    command?: string[];
    environment: Record<string, string>;
    secrets?: string[];
    volumes: string[];
    depends_on?: Record<string, { condition: string }>;
  };
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
    secrets: Record<string, { file: string }>;
  };
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { image }]) => image.startsWith('oriki:'));

  test('pins every image, ours to the version of the package', () => {
    const { version } = JSON.parse(read('package.json'));
    for (const [name, { image }] of services)
      expect(image, name).toMatch(/^[\w/]+:\d+\.\d+[\w.-]*$/);
    for (const [name, { image }] of ours) expect(image, name).toBe(`oriki:${version}`);
  });

  test('runs our processes read-only, without capabilities, with settings that there are', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.volumes, name).toEqual([`oriki:${environment['ORIKI_DATA_DIR']}`]);
      for (const variable of Object.keys(service.environment))
        expect([...known], `${name}: ${variable}`).toContain(variable.replace(/_FILE$/, ''));
    }
    const roles = ours.map(([, service]) => service.environment['ORIKI_ROLE']);
    expect(roles).toEqual([undefined, 'api', 'worker']);
  });

  test('compose.s3.yaml adds a store to services that there are, with settings and a script that there are', async () => {
    const added = parse(read('deploy/compose.s3.yaml'), { merge: true }) as {
      services: Record<string, Partial<Service> & { entrypoint?: string[]; env_file: string }>;
    };
    const { objects, bucket, ...changed } = added.services;
    expect(objects).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(objects!.image).toMatch(/^[\w/]+:\d+\.\d+\.\d+$/);
    expect(bucket).toMatchObject({ image: compose.services['api']!.image, read_only: true });
    expect(copied).toContain(bucket!.entrypoint![1]);
    for (const name of Object.keys(changed)) expect(Object.keys(compose.services)).toContain(name);
    for (const { environment: given = {} } of [bucket!, ...Object.values(changed)])
      for (const name of Object.keys(given)) expect([...known], name).toContain(name);

    // The credentials that docs/containers.md makes are what the store and the SDK read.
    const [, script = ''] =
      /<!-- objects -->\s+```sh\n([\s\S]*?)```/.exec(read('docs/containers.md')) ?? [];
    const made = await mkdtemp(join(tmpdir(), 'oriki-secrets-'));
    await mkdir(join(made, 'deploy/secrets'), { recursive: true });
    await run('bash', ['-euc', script], { cwd: made });
    const file = await readFile(join(made, 'deploy', objects!.env_file), 'utf8');
    const env = Object.fromEntries(
      file
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );
    expect(env['AWS_ACCESS_KEY_ID']).toBe(env['RUSTFS_ACCESS_KEY']);
    expect(env['AWS_SECRET_ACCESS_KEY']).toBe(env['RUSTFS_SECRET_KEY']);
    await rm(made, { recursive: true });

    // The script makes the bucket, and is content with one that is there.
    const buckets: string[] = [];
    const store = createServer(({ method, url = '' }, response) => {
      if (method === 'PUT') buckets.push(url);
      response.statusCode = method === 'HEAD' && buckets.length === 0 ? 404 : 200;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    for (let time = 0; time < 2; time += 1)
      await run(process.execPath, [join(ROOT, bucket!.entrypoint![1]!)], {
        env: environmentOf({
          ...env,
          ORIKI_EXPORT_S3_BUCKET: 'oriki-exports',
          ORIKI_EXPORT_S3_ENDPOINT: endpoint,
        }),
      });
    store.close();
    expect(buckets).toEqual(['/oriki-exports/']);
  });

  test('names only services, volumes and secrets that it declares', () => {
    for (const [name, service] of services) {
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(Object.keys(compose.services), name).toContain(other);
      for (const volume of service.volumes)
        expect(Object.keys(compose.volumes), name).toContain(volume.split(':')[0]);
      for (const secret of service.secrets ?? [])
        expect(Object.keys(compose.secrets), name).toContain(secret);
      for (const value of Object.values(service.environment))
        if (value.startsWith('/run/secrets/'))
          expect(service.secrets, name).toContain(value.slice('/run/secrets/'.length));
    }
  });

  test('the secrets that docs/containers.md makes are the ones it reads', async () => {
    const [, script = ''] =
      /<!-- secrets -->\s+```sh\n([\s\S]*?)```/.exec(read('docs/containers.md')) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'oriki-secrets-'));
    await mkdir(join(folder, 'deploy'));
    await run('bash', ['-euc', script], { cwd: folder });
    for (const { file } of Object.values(compose.secrets))
      expect(statSync(join(folder, 'deploy', file)).mode & 0o777).toBe(0o444);
    const secret = async (name: string) =>
      (await readFile(join(folder, 'deploy/secrets', name), 'utf8')).trim();
    const url = new URL(await secret('database-url'));
    expect([url.hostname, url.username, url.password]).toEqual([
      'postgres',
      compose.services['postgres']!.environment['POSTGRES_USER'],
      await secret('postgres-password'),
    ]);
    expect((await secret('server-secret')).length).toBeGreaterThan(32);
    await rm(folder, { recursive: true });
  });
});
