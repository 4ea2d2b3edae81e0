import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/config.ts';
import { cloneDatabase } from '../support/database.ts';
import { freePort } from '../support/process.ts';

vi.setConfig({ testTimeout: 60_000 });

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const run = promisify(execFile);
const known = new Set(Object.values(settings).map(({ env }) => env as string));

/** Instructions of the Dockerfile, with lines that go on joined, by stage. */
const stages = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .reduce<{ instruction: string; value: string }[][]>((found, line) => {
    const [, instruction = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') found.push([]);
    found.at(-1)!.push({ instruction, value });
    return found;
  }, []);
const last = stages.at(-1)!;
const valuesOf = (instruction: string, stage = last): string[] =>
  stage.filter((line) => line.instruction === instruction).map(({ value }) => value);
const environment = Object.fromEntries(
  valuesOf('ENV').flatMap((value) =>
    [...value.matchAll(/(\w+)=(\S+)/g)].map(([, k, v]) => [k!, v!]),
  ),
);
/** What the last stage copies out of the repository. */
const copied = valuesOf('COPY')
  .filter((value) => !value.startsWith('--from'))
  .flatMap((value) => value.split(' ').slice(0, -1));

describe('the Dockerfile', () => {
  test('has two stages on the Node.js version that everything is tested with', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    expect(stages).toHaveLength(2);
    for (const stage of stages)
      expect(valuesOf('FROM', stage)[0]).toMatch(
        new RegExp(`^node:${devDependencies.node.replaceAll('.', '\\.')}-\\w+-slim\\b`),
      );
    expect(valuesOf('USER')).toEqual(['node']);
  });

  test('copies only what there is, and what .dockerignore lets through', () => {
    const allowed = read('.dockerignore')
      .match(/^!.*$/gm)!
      .map((line) => line.slice(1));
    for (const path of [
      ...copied,
      ...valuesOf('COPY', stages[0]).flatMap((v) => v.split(' ').slice(0, -1)),
    ]) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(allowed, path).toContain(path);
    }
  });

  test('sets only settings that there are', () => {
    for (const name of Object.keys(environment))
      if (name !== 'NODE_ENV') expect([...known], name).toContain(name);
  });
});

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

describe('a process with what the image has', () => {
  let folder: string;
  let app: string;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'oriki-image-')));
    app = join(folder, 'app');
    for (const path of copied) {
      await mkdir(dirname(join(app, path)), { recursive: true });
      cpSync(join(ROOT, path), join(app, path), {
        recursive: true,
        filter: (file) => !file.endsWith('.test.ts'),
      });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'));
    await mkdir(join(folder, 'home'));
    for (const path of [
      'app',
      'home',
      ...globSync('app/**', { cwd: folder, exclude: ['app/node_modules/**'] }),
    ])
      if (!path.endsWith('node_modules'))
        await chmod(join(folder, path), statSync(join(folder, path)).mode & 0o555);
  });
  afterAll(async () => {
    await run('find', [folder, '-type', 'd', '-exec', 'chmod', 'u+w', '{}', '+']);
    await rm(folder, { recursive: true, force: true });
  });

  /** Everything below, with the time of its last change. */
  const state = (path: string) =>
    globSync(`${path}/**`, { cwd: folder, exclude: ['app/node_modules/**'] }).map((name) => [
      name,
      statSync(join(folder, name)).mtimeMs,
    ]);

  test('serves, says that it is ready, and writes only to its data folder', async () => {
    const before = [state('app'), state('home')];
    const adminPort = String(await freePort());
    const env = {
      ...environment,
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      HOST: '127.0.0.1',
      PORT: '0',
      ORIKI_ADMIN_PORT: adminPort,
      ORIKI_DATA_DIR: join(folder, 'data'),
      ORIKI_SECRET: 'test-secret-test-secret-test-secret-3',
      ORIKI_DRAIN_DELAY_MS: '0',
      DATABASE_URL: await cloneDatabase(),
    };
    const [entry, command] = [valuesOf('ENTRYPOINT')[0]!, valuesOf('CMD')[0]!].map(
      (value) => JSON.parse(value) as string[],
    ) as [string[], string[]];
    const health = JSON.parse(/CMD (\[.*\])$/.exec(valuesOf('HEALTHCHECK')[0]!)![1]!) as string[];
    const healthy = () =>
      run(process.execPath, health.slice(1), { cwd: app, env }).then(
        () => true,
        () => false,
      );
    expect([entry[0], health[0]]).toEqual(['node', 'node']);
    const child = spawn(process.execPath, [...entry.slice(1), ...command], {
      cwd: app,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close');
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Oriki is ready')) resolve();
      });
      child.once('close', () => reject(new Error(said)));
    });
    expect(await healthy()).toBe(true);
    child.kill(valuesOf('STOPSIGNAL')[0] as NodeJS.Signals);
    expect(await ended).toEqual([0, null]);
    expect(await healthy()).toBe(false);
    expect([state('app'), state('home')]).toEqual(before);
    expect(existsSync(join(folder, 'data/keys.json'))).toBe(true);
  });
});
