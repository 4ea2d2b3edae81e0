import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canRead, unprivilegedAccount } from '../../src/platform/db/embedded/account.ts';
import { cloneDatabase } from '../support/database.ts';
import { freePort } from '../support/process.ts';

import { copied, environment, known, read, ROOT, stages, valuesOf } from './dockerfile.ts';

const run = promisify(execFile);

function sourcesOf(copy: string): string[] {
  return copy.split(' ').slice(0, -1);
}

describe('the Dockerfile', () => {
  test('has its stages on the tested Node.js version', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    expect(stages).toHaveLength(3);
    const [, image] = /^ARG NODE_IMAGE=(.*)$/m.exec(read('Dockerfile'))!;
    expect(image).toMatch(
      new RegExp(`^node:${devDependencies.node.replaceAll('.', '\\.')}-\\w+-slim$`),
    );
    for (const stage of stages)
      expect(valuesOf('FROM', stage)[0]).toMatch(/^\$\{NODE_IMAGE\}( AS \w+)?$/);
    expect(valuesOf('USER')).toEqual(['node']);
  });

  test('copies only files that exist and that .dockerignore includes', () => {
    const allowed = read('.dockerignore')
      .match(/^!.*$/gm)!
      .map((line) => line.slice(1));
    for (const path of [
      ...copied,
      ...stages.slice(0, -1).flatMap((stage) => valuesOf('COPY', stage).flatMap(sourcesOf)),
    ]) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(allowed, path).toContain(path);
    }
  });

  test('sets only existing settings', () => {
    for (const name of Object.keys(environment))
      if (name !== 'NODE_ENV') expect([...known], name).toContain(name);
  });
});

describe('a process with the files of the image', () => {
  let folder: string;
  let app: string;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'oriki-image-')));
    await chmod(folder, 0o755);
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

  /**
   * Root can write read-only files, so as root this uses another account, if that can read this checkout and Node.js.
   */
  const account = (() => {
    if (process.getuid?.() !== 0) return undefined;
    const { name, uid, gid } = unprivilegedAccount();
    const needed = [
      process.execPath,
      realpathSync(join(ROOT, 'node_modules/fastify/package.json')),
    ];
    if (needed.every((path) => canRead(path, { name, uid, gid }))) return { uid, gid };
    process.stdout.write(`the image's process runs as root: ${name} cannot read this checkout\n`);
    return undefined;
  })();

  /** Returns everything below a path, with the time of its last change. */
  const state = (path: string) =>
    globSync(`${path}/**`, { cwd: folder, exclude: ['app/node_modules/**'] }).map((name) => [
      name,
      statSync(join(folder, name)).mtimeMs,
    ]);

  test('serves, reports that it is ready, and writes only to its data folder', async () => {
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
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    };
    await mkdir(env.ORIKI_DATA_DIR, { mode: 0o700 });
    if (account) await chown(env.ORIKI_DATA_DIR, account.uid, account.gid);
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
      ...account,
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
