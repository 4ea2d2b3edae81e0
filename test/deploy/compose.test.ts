import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/config.ts';
import { checkRateLimits } from '../../src/start/doctor/rate-limits.ts';
import { migrateDatabase } from '../../src/start/migrate.ts';
import { certificateFor } from '../support/certificates.ts';
import { environment as environmentOf, programOf } from '../support/process.ts';
import { openAdmin, startValkey, withoutValkey } from '../support/valkey.ts';

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
    healthcheck?: { test: string[] };
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

  test("pins every image, and pins Oriki's image to the version of the package", () => {
    const { version } = JSON.parse(read('package.json'));
    for (const [name, { image }] of services)
      expect(image, name).toMatch(/^[\w/]+:\d+\.\d+[\w.-]*$/);
    for (const [name, { image }] of ours) expect(image, name).toBe(`oriki:${version}`);
  });

  test('has a health check for every server that others wait for', () => {
    const awaited = services.flatMap(([, service]) => Object.entries(service.depends_on ?? {}));
    for (const [name, { condition }] of awaited)
      if (condition === 'service_healthy')
        expect(compose.services[name]?.healthcheck?.test.join(' '), name).toMatch(/ready|ping/);
    expect(new Set(awaited.map(([name]) => name))).toEqual(
      new Set(['postgres', 'valkey', 'migrate']),
    );
  });

  test("runs Oriki's processes read-only, without capabilities, with existing settings", () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.volumes, name).toEqual([
        `oriki:${environment['ORIKI_DATA_DIR']}`,
        './config:/etc/oriki:ro',
      ]);
      // Without the first setting the sandbox would answer; without the last, failed authentication would count
      // against the proxy.
      for (const asked of ['PROVIDERS_FILE', 'PRICE_SHEET_FILE', 'TRUSTED_PROXIES'])
        expect(service.environment[`ORIKI_${asked}`], name).toBe(`\${ORIKI_${asked}:-}`);
      for (const variable of Object.keys(service.environment))
        expect(
          known.has(variable) || known.has(variable.replace(/_FILE$/, '')),
          `${name}: ${variable}`,
        ).toBe(true);
    }
    const roles = ours.map(([, service]) => service.environment['ORIKI_ROLE']);
    expect(roles).toEqual([undefined, 'api', 'worker']);
  });

  test('compose.s3.yaml adds a store to existing services, with an existing script and settings', async () => {
    const added = parse(read('deploy/compose.s3.yaml'), { merge: true }) as {
      services: Record<string, Partial<Service> & { entrypoint?: string[] }>;
      secrets: Record<string, { file: string }>;
    };
    const { objects, bucket, ...changed } = added.services;
    expect(objects).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(objects!.image).toMatch(/^[\w/]+:\d+\.\d+\.\d+$/);
    expect(bucket).toMatchObject({ image: compose.services['api']!.image, read_only: true });
    expect(copied).toContain(bucket!.entrypoint![1]);
    for (const name of Object.keys(changed)) expect(Object.keys(compose.services)).toContain(name);
    for (const { environment: given = {} } of [bucket!, ...Object.values(changed)])
      for (const name of Object.keys(given))
        expect([...known, 'AWS_SHARED_CREDENTIALS_FILE', 'AWS_REGION'], name).toContain(name);

    // The store and the SDK read the credentials of docs/containers.md from files only.
    const [, script = ''] =
      /<!-- objects -->\s+```sh\n([\s\S]*?)```/.exec(read('docs/containers.md')) ?? [];
    const made = await mkdtemp(join(tmpdir(), 'oriki-secrets-'));
    await mkdir(join(made, 'deploy/secrets'), { recursive: true });
    await run('bash', ['-euc', script], { cwd: made });
    const fileOf = (service: Partial<Service>, variable: string): string => {
      const name = /^\/run\/secrets\/(.+)$/.exec(service.environment![variable]!)![1]!;
      expect(service.secrets).toContain(name);
      const file = join(made, 'deploy', added.secrets[name]!.file);
      expect(statSync(file).mode & 0o777).toBe(0o444);
      return file;
    };
    const credentials = fileOf(bucket!, 'AWS_SHARED_CREDENTIALS_FILE');
    for (const service of Object.values(changed))
      expect(fileOf(service, 'AWS_SHARED_CREDENTIALS_FILE')).toBe(credentials);
    const ofStore = async (variable: string) => readFile(fileOf(objects!, variable), 'utf8');
    const accessKey = await ofStore('RUSTFS_ACCESS_KEY_FILE');
    expect((await readFile(credentials, 'utf8')).trimEnd()).toBe(
      `[default]\naws_access_key_id = ${accessKey}\n` +
        `aws_secret_access_key = ${await ofStore('RUSTFS_SECRET_KEY_FILE')}`,
    );
    // The script creates the bucket, and accepts an existing one.
    const buckets: string[] = [];
    const store = createServer(({ method, url = '', headers }, response) => {
      expect(headers.authorization).toContain(`Credential=${accessKey}/`);
      if (method === 'PUT') buckets.push(url);
      response.statusCode = method === 'HEAD' && buckets.length === 0 ? 404 : 200;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    for (let time = 0; time < 2; time += 1)
      await run(process.execPath, [join(ROOT, bucket!.entrypoint![1]!)], {
        env: environmentOf({
          ...bucket!.environment,
          AWS_SHARED_CREDENTIALS_FILE: credentials,
          ORIKI_EXPORT_S3_BUCKET: 'oriki-exports',
          ORIKI_EXPORT_S3_ENDPOINT: endpoint,
        }),
      });
    store.close();
    await rm(made, { recursive: true });
    expect(buckets).toEqual(['/oriki-exports/']);
  });

  test('limits CPU, memory, processes and logs of every container, in all files', () => {
    type Limited = {
      logging: { options: Record<string, string> };
      deploy: { resources: { limits: object } };
    };
    const files = ['compose.yaml', 'compose.s3.yaml', 'compose.standby.yaml'];
    const limited = files.flatMap((file) => {
      const options = { merge: true, logLevel: 'error' } as const;
      const { services: found } = parse(read(`deploy/${file}`), options) as {
        services: Record<string, { image?: string } & Limited>;
      };
      // Without an image, the file changes a service of compose.yaml.
      return Object.entries(found).filter(([, { image }]) => image !== undefined);
    });
    expect(limited).toHaveLength(9);
    for (const [name, { logging, deploy }] of limited) {
      expect(logging.options, name).toEqual({ 'max-size': '10m', 'max-file': '5' });
      expect(Object.keys(deploy.resources.limits), name).toEqual(['cpus', 'memory', 'pids']);
    }
  });

  test.skipIf(programOf('haproxy') === undefined)(
    'compose.standby.yaml makes a configuration that HAProxy accepts, with the containers in place of addresses',
    async () => {
      const { services: added } = parse(read('deploy/compose.standby.yaml'), {
        logLevel: 'error',
      }) as { services: Record<string, { command: string[] }> };
      const folder = await mkdtemp(join(tmpdir(), 'oriki-proxy-'));
      const { cert, key } = await certificateFor();
      const made = join(folder, 'haproxy.cfg');
      await writeFile(join(folder, 'certificate'), `${cert}\n${key}`);
      const script = added['proxy']!.command[2]!.replaceAll('/tmp/haproxy.cfg', made)
        .replaceAll('/usr/local/etc/haproxy/given.cfg', 'deploy/load-balancer/haproxy.cfg')
        .replaceAll('/run/secrets/proxy-certificate', join(folder, 'certificate'))
        .replace('-W -db', '-c');
      await run('sh', ['-euc', script], { cwd: ROOT });
      const text = await readFile(made, 'utf8');
      await rm(folder, { recursive: true });
      expect(text).toContain('api:3000 resolvers docker');
      expect(text).not.toMatch(/192\.0\.2\.|\/etc\/haproxy\/oriki/);
    },
  );

  test('names only services, volumes and secrets that it declares', () => {
    for (const [name, service] of services) {
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(Object.keys(compose.services), name).toContain(other);
      for (const [from = ''] of (service.volumes ?? []).map((volume) => volume.split(':')))
        if (from.startsWith('./')) expect(existsSync(join(ROOT, 'deploy', from)), from).toBe(true);
        else expect(Object.keys(compose.volumes), name).toContain(from);
      for (const secret of service.secrets ?? [])
        expect(Object.keys(compose.secrets), name).toContain(secret);
      for (const value of Object.values(service.environment ?? {}))
        if (value.startsWith('/run/secrets/'))
          expect(service.secrets, name).toContain(value.slice('/run/secrets/'.length));
    }
  });

  test('docs/containers.md backs up, restores and upgrades existing services, folders and roles', () => {
    const stepsOf = (title: string): string =>
      new RegExp(`<!-- ${title} -->\\s+\`\`\`sh\\n([\\s\\S]*?)\`\`\``)
        .exec(read('docs/containers.md'))![1]!
        .replaceAll('\\\n', ' ');
    const stop = `docker compose stop ${ours
      .map(([name]) => name)
      .filter((name) => name !== 'migrate')
      .join(' ')}\n`;
    for (const title of ['restore', 'upgrade']) {
      const steps = stepsOf(title);
      expect(steps.indexOf(stop), title).toBeGreaterThan(-1);
      expect(steps.indexOf(stop), title).toBeLessThan(steps.search(/pg_restore|up --build/));
    }
    const both = stepsOf('back up') + stepsOf('restore');
    for (const [, name] of both.matchAll(/compose (?:exec -T|run .*?(?:tar|-T|:ro")) (\w+) /g))
      expect(Object.keys(compose.services)).toContain(name);
    for (const [, folder] of both.matchAll(/ -C (\S+)/g))
      expect(folder).toBe(environment['ORIKI_DATA_DIR']);
    const owner = /CREATE DATABASE oriki OWNER \w+/.exec(both)![0];
    expect(read('deploy/postgres-roles.sql')).toContain(owner);
  });

  describe('the secrets that docs/containers.md makes', () => {
    let folder: string;
    const secret = async (name: string) =>
      (await readFile(join(folder, 'deploy/secrets', name), 'utf8')).trim();

    beforeAll(async () => {
      const [, script = ''] =
        /<!-- secrets -->\s+```sh\n([\s\S]*?)```/.exec(read('docs/containers.md')) ?? [];
      folder = await mkdtemp(join(tmpdir(), 'oriki-secrets-'));
      await chmod(folder, 0o755);
      await mkdir(join(folder, 'deploy'));
      await run('bash', ['-euc', script], { cwd: folder });
    });
    afterAll(() => rm(folder, { recursive: true }));

    test('are the ones that compose.yaml reads, and containers can read them', async () => {
      for (const { file } of Object.values(compose.secrets))
        expect(statSync(join(folder, 'deploy', file)).mode & 0o777).toBe(0o444);
      expect((await secret('server-secret')).length).toBeGreaterThan(32);
    });

    test('let the owner migrate, and give the service only the rights it needs', async () => {
      expect(compose.services['postgres']!.volumes).toContain(
        './postgres-roles.sql:/docker-entrypoint-initdb.d/postgres-roles.sql:ro',
      );
      const own = `c_${randomBytes(6).toString('hex')}`;
      const server = new pg.Client({ connectionString: inject('serverUrl') });
      await server.connect();
      // Does what psql does: sets variables from the output of commands, and quotes them.
      const values = new Map<string, string>();
      for (const line of read('deploy/postgres-roles.sql').split('\n')) {
        const [, name, file] = /^\\set (\w+) `cat \/run\/secrets\/([\w-]+)`$/.exec(line) ?? [];
        if (name) values.set(name, await secret(file!));
        else
          await server.query(
            line
              .replace(/:'(\w+)'/g, (_, variable) => pg.escapeLiteral(values.get(variable)!))
              .replaceAll(/\boriki(?=_|\b)/g, own),
          );
      }
      await server.end();
      const here = async (name: string): Promise<string> => {
        const url = new URL(await secret(name));
        expect([url.host, url.pathname]).toEqual(['postgres:5432', '/oriki']);
        const { username, password } = url;
        const account = { username: username.replace('oriki', own), password, pathname: `/${own}` };
        return Object.assign(new URL(inject('serverUrl')), account).href;
      };
      const { applied, risks } = await migrateDatabase(
        loadConfig({
          DATABASE_URL: await here('database-url'),
          ORIKI_MIGRATION_DATABASE_URL: await here('migration-database-url'),
        }),
        () => {},
      );
      expect([applied.length > 20, risks]).toEqual([true, []]);
      for (const [name, { secrets = [] }] of ours)
        expect(secrets.includes('migration-database-url'), name).toBe(name === 'migrate');
    });

    test.skipIf(withoutValkey('Valkey as compose.yaml starts it'))(
      'let the service count in Valkey, and let other clients only check that Valkey answers',
      async () => {
        const [program, ...settings] = compose.services['valkey']!.command!;
        expect(program).toBe('valkey-server');
        const users = '/run/secrets/valkey-users';
        expect(settings).toContain(users);
        const valkey = await startValkey(
          ...settings.map((word) => word.replace('/run/', `${folder}/deploy/`)),
        );
        const url = new URL(await secret('valkey-url'));
        expect(url.host).toBe('valkey:6379');
        const config = loadConfig({
          ORIKI_RATE_LIMIT_STORE: compose.services['api']!.environment['ORIKI_RATE_LIMIT_STORE'],
          ORIKI_VALKEY_URL: Object.assign(url, { host: `127.0.0.1:${valkey.port}` }).href,
        });
        expect(await checkRateLimits(config, undefined)).toMatchObject({ status: 'ok' });
        const other = await openAdmin(valkey.url);
        expect(await other.ping()).toBe('PONG');
        await expect(other.get('x')).rejects.toThrow(/NOPERM/);
        other.destroy();
        await valkey.close();
      },
    );
  });
});
