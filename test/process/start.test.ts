import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import { Client, type QueryResult } from 'pg';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { Screening } from '../../src/modules/screening/index.ts';
import { loadMigrations } from '../../src/platform/db/migration/migrations.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { startService, type Service } from '../../src/start/service.ts';
import { failureOf } from '../../src/start/start-error.ts';
import { call, DATA_DIR, TEST_SECRET } from '../support/app.ts';
import { oriki } from '../support/command-line.ts';
import { asOwner, asService, cloneDatabase, found } from '../support/database.ts';
import {
  cleanUp,
  cli,
  embeddedClient,
  environment,
  eventually,
  freePort,
  freshDataDir,
  postmasterPid,
  SECRET,
  service,
} from '../support/process.ts';
import { within } from '../support/within.ts';

const ROOT = join(import.meta.dirname, '../..');

afterAll(cleanUp);

/** Runs a process that must not start, and returns its exit code and its output. */
async function failedProcess(
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const process = service(env);
  const { code } = await process.ended;
  return { code, said: process.said + process.stdout };
}

/** The same service in this process. */
function started(env: Record<string, string>): Promise<Service> {
  return startService(
    loadConfig({
      PORT: '0',
      ORIKI_DRAIN_DELAY_MS: '0',
      ORIKI_SECRET: TEST_SECRET,
      ORIKI_DATA_DIR: DATA_DIR,
      ...env,
    }),
    { log: createLogger('silent'), progress: () => {} },
  );
}

/** The exit code and message of a process that must not start. */
async function failedStart(
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  try {
    await (await started(env)).stop();
    return { code: 0, said: '' };
  } catch (error) {
    const { message, exitCode } = failureOf(error);
    return { code: exitCode, said: message };
  }
}

/** One message for the operator, without a stack or internals of the program. */
function expectClear(said: string): void {
  expect(said.trim()).not.toBe('');
  expect(said).not.toMatch(/^\s+at /m);
  expect(said).not.toContain('node:internal');
  expect(said).not.toContain('Warning');
}

async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('serverUrl'));
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  url.pathname = `/e_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
  await admin.end();
  return url.href;
}

async function sql(url: string, text: string): Promise<QueryResult> {
  const client = new Client(found({ connectionString: asOwner(url) }));
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

describe('a wrong configuration', () => {
  test('is reported completely, with exit code 78, and never repeats a secret', async () => {
    const { code, said } = await failedProcess({
      PORT: '70000',
      DATABASE_URL: 'mysql://root:sesame-1@localhost/x',
      ORIKI_SECRET: 'sesame-2',
      ORIKI_RATE_LIMITS: 'lists=none',
      ORIKI_ROLE: 'both',
      ORIKI_TRUSTED_PROXIES: '10.0.0.0/99',
      ORIKI_LOG_LEVEL: 'loud',
    });
    expect(code).toBe(78);
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'ORIKI_SECRET',
      'ORIKI_RATE_LIMITS',
      'ORIKI_ROLE',
      'ORIKI_TRUSTED_PROXIES',
      'ORIKI_LOG_LEVEL',
    ])
      expect(said).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(said).not.toContain('sesame');
    expectClear(said);
    const command = await oriki(['org', 'list'], { PORT: 'x', ORIKI_SECRET: 'sesame-3' });
    expect(command).toMatchObject({ code: 78, stdout: '' });
    expect(command.stderr).not.toContain('sesame');
  });

  test('names a secret file that cannot be read, and one given twice', async () => {
    const { code, said } = await failedStart({
      ORIKI_SECRET_FILE: '/nonexistent/secret',
      ORIKI_SECRET: '',
      DATABASE_URL_FILE: '/nonexistent/url',
      DATABASE_URL: 'postgresql://u:sesame@127.0.0.1/x',
    });
    expect(code).toBe(78);
    expect(said).toContain('ORIKI_SECRET cannot be read from ORIKI_SECRET_FILE (ENOENT)');
    expect(said).toContain('DATABASE_URL is given twice');
    expect(said).not.toContain('sesame');
  });
});

describe('a port that is taken', () => {
  test('is reported with exit code 1, and the program that has it continues', async () => {
    const other = createServer((_request, response) => response.end('other')).listen(
      0,
      '127.0.0.1',
    );
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const dataDir = await freshDataDir();
    const { code, said } = await failedProcess({ PORT: String(port), ORIKI_DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(said).toContain(
      `cannot listen on 127.0.0.1:${port}: another program uses it; set PORT to a free one`,
    );
    expectClear(said);
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('other');
    // Nothing was created or started for a service that cannot run.
    expect(await readdir(dirname(dataDir))).toEqual([]);

    const admin = await failedStart({
      DATABASE_URL: await cloneDatabase(),
      ORIKI_ADMIN_PORT: String(port),
    });
    expect(admin.code).toBe(1);
    expect(admin.said).toContain(`127.0.0.1:${port}`);
    expect(admin.said).toContain('ORIKI_ADMIN_PORT');
    expectClear(admin.said);
    other.close();
  });

  test('is reported with exit code 1, like an address of another machine', async () => {
    const { code, said } = await failedStart({
      HOST: '192.0.2.1',
      DATABASE_URL: await cloneDatabase(),
    });
    expect(code).toBe(1);
    expect(said).toContain('HOST');
    expectClear(said);
  });
});

describe('a data folder that can be neither used nor created', () => {
  test.runIf(process.platform === 'linux')(
    'is reported with exit code 1, whether it is for the database or only for the secret',
    async () => {
      const env = { ORIKI_DATA_DIR: '/proc/x', ORIKI_SECRET: '' };
      for (const more of [{}, { DATABASE_URL: await cloneDatabase() }]) {
        const { code, said } = await failedProcess({ ...env, ...more });
        expect(code).toBe(1);
        expect(said).toMatch(/data folder \/proc\/x .*ENOENT.*ORIKI_DATA_DIR/);
        expectClear(said);
      }
    },
  );
});

function server(): URL {
  return new URL(inject('serverUrl'));
}

test('a process starts on a newer schema that its version can work with, and is not ready after a migration that it cannot work with', async () => {
  const url = await cloneDatabase();
  const known = (await loadMigrations()).length;
  const add = (version: number, needs: number | null) =>
    sql(url, `INSERT INTO schema_migrations VALUES (${version}, 'later', 'x', now(), ${needs})`);
  await add(9998, known);
  const running = await started({ DATABASE_URL: url });
  const ready = () => fetch(`${running.url}/readyz`);
  expect((await ready()).status).toBe(200);
  await add(9999, known + 1);
  await eventually(async () => (await ready()).status === 503);
  expect(await (await ready()).json()).toMatchObject({
    error: {
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('migration 9999 (later)') as string,
    },
  });
  await sql(url, 'DELETE FROM schema_migrations WHERE version = 9999');
  await eventually(async () => (await ready()).status === 200);
  await running.stop();
});

describe('a database that cannot be used', () => {
  const cases: [string, () => string | Promise<string>, RegExp][] = [
    ['is not reachable', () => 'postgresql://u:sesame@127.0.0.1:1/x', /DATABASE_URL.*ECONNREFUSED/],
    [
      'refuses the password',
      () => Object.assign(server(), { password: 'sesame' }).href,
      /DATABASE_URL.*28P01.*password/,
    ],
    [
      'does not exist',
      () => Object.assign(server(), { pathname: '/sesame' }).href,
      /DATABASE_URL.*3D000/,
    ],
    ['is not migrated', emptyDatabase, /lacks \d+ migration\(s\).*npx --no-install oriki migrate/],
    [
      'is newer than the code',
      async () => {
        const url = await cloneDatabase();
        await sql(url, `INSERT INTO schema_migrations VALUES (9999, 'later', 'x')`);
        return url;
      },
      /migration 9999 \(later\).*newer version/,
    ],
  ];
  for (const [what, makeUrl, message] of cases)
    test(`because it ${what} is reported in one message, by the service and by the CLI`, async () => {
      const env = { DATABASE_URL: await makeUrl() };
      const [failed, listed] = await Promise.all([failedStart(env), oriki(['org', 'list'], env)]);
      expect(failed.code).toBe(1);
      expect(failed.said).toMatch(message);
      expect(listed).toMatchObject({ code: 1, stdout: '' });
      expect(listed.stderr).toMatch(message);
      for (const said of [failed.said, listed.stderr]) {
        expectClear(said);
        expect(said).not.toContain('sesame');
        expect(said).not.toContain(new URL(env.DATABASE_URL).password || 'sesame');
      }
      if (what === 'is not migrated') return;
      const migrated = await oriki(['migrate'], env);
      expect(migrated).toMatchObject({ code: 1, stdout: '' });
      expect(migrated.stderr).toMatch(message);
      expectClear(migrated.stderr);
    });

  test('because it was first used with another ORIKI_SECRET is reported with exit code 78', async () => {
    const env = {
      DATABASE_URL: await cloneDatabase(),
      ORIKI_DATA_DIR: await freshDataDir(),
      ORIKI_SECRET: 'a'.repeat(40),
    };
    const other = { ...env, ORIKI_SECRET: `sesame${'b'.repeat(40)}` };
    const first = await started(env);
    const { code, said } = await failedStart(other);
    expect(code).toBe(78);
    expect(said).toContain('set ORIKI_SECRET');
    expect(said).not.toContain('sesame');
    expectClear(said);
    expect((await oriki(['org', 'list'], other)).code).toBe(78);
    // The existing process continues, and another one with its secret may join.
    expect((await call(first.url!, 'GET', '/readyz')).status).toBe(200);
    const second = await started(env);
    await Promise.all([first.stop(), second.stop()]);
  });
});

test('a process is not ready before global lists and the lists of organizations are in memory', async () => {
  const lists = Promise.withResolvers<void>();
  const preload = vi.spyOn(Screening.prototype, 'preload').mockReturnValue(lists.promise);
  try {
    const port = await freePort();
    const starting = started({ DATABASE_URL: await cloneDatabase(), PORT: String(port) });
    await vi.waitFor(() => expect(preload).toHaveBeenCalledOnce(), within(15_000));
    const base = `http://127.0.0.1:${port}`;
    expect((await call(base, 'GET', '/readyz')).body.error.message).toBe('the service is starting');
    lists.resolve();
    const ready = await starting;
    expect((await call(base, 'GET', '/readyz')).status).toBe(200);
    await ready.stop();
  } finally {
    preload.mockRestore();
  }
});

describe('oriki migrate', () => {
  test('migrates once, by two processes at once and again later, and reports running processes', async () => {
    const owner = await emptyDatabase();
    const env = { DATABASE_URL: asService(owner), ORIKI_MIGRATION_DATABASE_URL: owner };
    const known = (await loadMigrations()).length;
    const both = await Promise.all([
      cli(['migrate', '--json'], env),
      cli(['migrate', '--json'], env),
    ]);
    for (const { code, stderr } of both) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const applied = both.map(({ stdout }) => JSON.parse(stdout).applied.length);
    expect(applied.toSorted((a, b) => a - b)).toEqual([0, known]);
    const again = await oriki(['migrate'], env);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    // A process without the owner's credentials cannot migrate.
    const refused = await oriki(['migrate'], { DATABASE_URL: asService(await emptyDatabase()) });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/may not change the schema.*ORIKI_MIGRATION_DATABASE_URL/);
    const named = new URL(env.DATABASE_URL);
    named.searchParams.set('application_name', 'a name of the operator');
    const running = await started({ DATABASE_URL: named.href });
    expect((await call(running.url!, 'GET', '/readyz')).status).toBe(200);
    // On the operator's own server no demo organization is created.
    expect(running.demo).toBeUndefined();
    expect((await sql(env.DATABASE_URL, 'SELECT * FROM organizations')).rows).toEqual([]);
    // A further bucket is migrated while another process runs.
    await sql(owner, 'CREATE SCHEMA bucket_001');
    const upgraded = await oriki(['migrate', '--json'], env);
    expect(JSON.parse(upgraded.stdout).applied).toContain('1 tenancy');
    expect(upgraded.stderr).toMatch(
      /^warning: .* still use this database: 1, from a local socket\. .*stop them/,
    );
    await running.stop();
  });
});

describe('a first start on an empty data folder', () => {
  test('prints the demo key once; the printed lines work unchanged; a second start prints none', async () => {
    const dataDir = await freshDataDir();
    const port = await freePort();
    const env = { ORIKI_DATA_DIR: dataDir, PORT: String(port) };
    const first = service(env);
    const base = `http://127.0.0.1:${port}`;

    // The port is taken before the database exists, so probes have an answer from the beginning.
    const starting = {
      livez: new Set<number>(),
      readyz: new Set<number>(),
      api: new Set<string>(),
    };
    const state = { ready: false };
    void first.ready().then(() => (state.ready = true));
    // The first 401 ends the probes: many requests without a key are limited.
    while (!state.ready && !starting.api.has('401 UNAUTHORIZED')) {
      const [live, readiness, api] = await Promise.all(
        ['/livez', '/readyz', '/api/v1/fraud/lists'].map((path) =>
          call(base, 'GET', path).catch(() => undefined),
        ),
      );
      if (live) starting.livez.add(live.status);
      if (readiness) starting.readyz.add(readiness.status);
      if (api) starting.api.add(`${api.status} ${api.body?.error?.code}`);
      if (readiness?.status === 503) expect(readiness.headers.get('retry-after')).toBe('1');
      await sleep(30);
    }
    await first.ready();
    expect([...starting.livez]).toEqual([200]);
    expect(starting.readyz).toContain(503);
    expect(starting.api).toContain('503 SERVICE_UNAVAILABLE');
    for (const answer of starting.api)
      expect(['503 SERVICE_UNAVAILABLE', '401 UNAUTHORIZED']).toContain(answer);

    expect(first.said.match(/ork_\w+/g)).toHaveLength(1);
    expect(first.stdout).not.toContain('ork_');

    const [, page, code] = /^(http\S+)#code=(orc_\S+)$/m.exec(first.said)!;
    expect(page).toBe(`${base}/console/session/link`);
    const exchange = () =>
      call(base, 'POST', '/console/session/exchange', {
        body: { code },
        headers: { origin: base, 'x-oriki-console': '1' },
      });
    expect([(await exchange()).status, (await exchange()).status]).toEqual([200, 401]);

    // The key comes last; moving it to the front tests the other lines.
    expect(first.said.trimEnd()).toMatch(
      /\n {2}export ORIKI_URL=\S+\n {2}export ORIKI_KEY=ork_\w+$/,
    );
    for (const line of `${first.said}\n${first.stdout}`.split('\n'))
      expect(line.length, line).toBeLessThan(1000);
    const lines = first.said.trimEnd().split('\n');
    const commands = lines.slice(0, -1).filter((line) => line.startsWith('  '));
    const script = ['set -e', lines.at(-1), ...commands, '']
      .join('\n')
      .replaceAll(/^ {2}(?=curl|npx)/gm, 'echo; ');
    const hasCurl = await promisify(execFile)('curl', ['--version']).then(
      () => true,
      () => false,
    );
    if (hasCurl) {
      expect(script.match(/^echo; curl -s /gm)).toHaveLength(3);
      const file = join(dirname(dataDir), 'try-it.sh');
      await writeFile(file, script);
      const { stdout } = await promisify(execFile)('sh', [file], {
        cwd: ROOT,
        env: environment({ ORIKI_DATA_DIR: dataDir, ORIKI_SECRET: SECRET }),
      });
      const answers = stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line));
      expect(answers).toMatchObject([
        { success: true, data: { kind: 'bvn', status: 'verified', matchScore: 100 } },
        { success: true, data: { outcome: 'block', hits: [{ listName: 'Demo blocklist' }] } },
        { success: true, data: { outcome: 'block', hits: [{ listKind: 'sanctions' }] } },
      ]);
    }
    expect(await first.stop()).toEqual({ code: 0, signal: null });
    expect(await postmasterPid(dataDir)).toBeUndefined();

    const second = await service(env).ready();
    expect(second.said).not.toContain('ork_');
    expect(second.said).toContain(`${base}/api/docs\n`);
    expect(second.said).toContain('npx --no-install oriki key create');
    expect((await call(base, 'GET', '/api/v1/fraud/lists', { key: first.demoKey })).status).toBe(
      200,
    );
    await second.stop();
  });

  test('by two processes at once creates one demo organization, and both serve', async () => {
    const dataDir = await freshDataDir();
    const env = { ORIKI_DATA_DIR: dataDir, ORIKI_SECRET: '' };
    const both = [service(env), service(env)];
    await Promise.all(both.map((process) => process.ready()));
    const keys = both.map((process) => process.demoKey).filter((key) => key !== '');
    expect(keys).toHaveLength(1);
    for (const { url } of both)
      expect((await call(url, 'GET', '/api/v1/fraud/lists', { key: keys[0]! })).status).toBe(200);
    const client = await embeddedClient(dataDir);
    expect((await client.query('SELECT name FROM organizations')).rows).toEqual([{ name: 'Demo' }]);
    const { rows } = await client.query(
      `SELECT actor_kind, before, after::json->>'keyId' AS key FROM audit_actions WHERE action = 'demo.create'`,
    );
    expect(rows).toEqual([
      { actor_kind: 'service', before: null, key: expect.stringMatching(/^key_/) },
    ]);
    await client.end();
    // The process that stops first leaves the server to the other.
    expect(await both[0]!.stop()).toMatchObject({ code: 0 });
    expect((await call(both[1]!.url, 'GET', '/readyz')).status).toBe(200);
    expect(await both[1]!.stop()).toMatchObject({ code: 0 });
    await eventually(async () => (await postmasterPid(dataDir)) === undefined);
  });
});
