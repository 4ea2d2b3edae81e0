import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environment } from '../support/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAUNCHER = join(ROOT, 'bin/oriki.cjs');

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'oriki-launcher-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Ended = { code: number; stdout: string; stderr: string };

async function run(
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const env = { ...environment({}), ...options.env };
  return promisify(execFile)(program, args, { cwd: folder, ...options, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

describe('the launcher', () => {
  test('runs by `npx oriki` in a checkout, and prints the version', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(await run('npx', ['oriki', '--version'], { cwd: ROOT })).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  test('prints one sentence of advice if Node.js is too old, whatever the command', async () => {
    const old = join(folder, 'old.cjs');
    await writeFile(
      old,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`,
    );
    for (const args of [['serve'], ['--version'], []]) {
      const ended = await run(process.execPath, ['--require', old, LAUNCHER, ...args]);
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toMatch(
        /^Oriki needs Node\.js 24 or later, and this is 20\.20\.2: install [^\n]* "npm install" without --omit=dev[^\n]*\.\n$/,
      );
    }
  });

  test("keeps compiled code in the data folder, or in the user's cache folder, and in no folder of other users", async () => {
    const caches = join(folder, 'caches');
    const dataDir = join(folder, 'data');
    const start = (env: NodeJS.ProcessEnv) =>
      run(process.execPath, [LAUNCHER, 'nothing'], {
        env: {
          NODE_COMPILE_CACHE: undefined,
          XDG_CACHE_HOME: caches,
          ORIKI_DATA_DIR: dataDir,
          ...env,
        },
      });
    await start({ NODE_COMPILE_CACHE: join(folder, 'chosen') });
    expect(await readdir(folder)).not.toContain('caches');
    expect(await readdir(join(folder, 'chosen'))).not.toEqual([]);
    await start({});
    expect(await readdir(join(caches, 'oriki/compile-cache'))).not.toEqual([]);
    // Nothing is created for a missing data folder.
    expect(await readdir(folder)).not.toContain('data');
    await mkdir(dataDir);
    await start({});
    expect(await readdir(join(dataDir, 'compile-cache'))).not.toEqual([]);
    if (process.getuid?.() !== 0) return;
    await rm(join(dataDir, 'compile-cache'), { recursive: true });
    await promisify(execFile)('chown', ['65534', dataDir]);
    await start({});
    expect(await readdir(dataDir)).toEqual([]);
  });
});
