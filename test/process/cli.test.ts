import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, TEST_SECRET, type TestApp } from '../support/app.ts';
import { oriki } from '../support/command-line.ts';
import {
  cleanUp,
  cli,
  eventually,
  freshDataDir,
  postmasterPid,
  service,
  tenant,
} from '../support/process.ts';

const SAMPLE = join(import.meta.dirname, '../../data/ofac-2021-sample');
const UNKNOWN = 'org_01kf3vbq2ye5rstv5n1v0m2r8k';

/** Prints the project's files that help and completion have loaded. */
const LOADED_BY = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
const { run } = await import(process.argv.at(-1));
const terminal = { env: {}, print: () => {}, say: () => {} };
for (const args of [['--help'], ['org', 'create', '--help'], ['completion', 'bash']])
  await run(args, terminal);
const own = [...loaded].flatMap((url) => /^file:(?!.*node_modules).*\\/(src\\/.*)/.exec(url)?.[1] ?? []);
console.log(JSON.stringify(own));
`;

let databaseUrl: string;
let csv: string;
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  ({ databaseUrl } = running);
  csv = join(dirname(await freshDataDir()), 'list.csv');
  await writeFile(
    csv,
    'name,id,type,aliases,dob,country\nBabatunde Fashola Ogunlesi,p-1,person,Tunde Ogunlesi,1961-02-03,NG\n,p-2,,,,\n',
  );
});
afterAll(async () => {
  await running.stop();
  await cleanUp();
});

/** Commands as an operator types them in order, each with the results of earlier ones that it needs. */
const COMMANDS: {
  name: string;
  args: (known: Record<string, string>) => string[];
  remember?: string;
  shape: object;
}[] = [
  {
    name: 'doctor',
    args: () => ['doctor'],
    shape: {
      ok: true,
      checks: expect.arrayContaining([expect.objectContaining({ check: 'keys' })]),
    },
  },
  {
    name: 'org create',
    args: () => ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--addon', 'detection_pack'],
    remember: 'org',
    shape: {
      id: expect.stringMatching(/^org_/),
      name: 'Acme',
      plan: 'pro',
      addons: ['detection_pack'],
    },
  },
  {
    name: 'org list',
    args: () => ['org', 'list', '--limit', '5'],
    shape: { items: expect.any(Array), page: 1, limit: 5 },
  },
  {
    name: 'org update',
    args: ({ org }) => [
      'org',
      'update',
      '--id',
      org!,
      '--name',
      'Acme Ltd',
      '--plan',
      'enterprise',
      '--identifier-last4',
      'false',
    ],
    shape: {
      name: 'Acme Ltd',
      plan: 'enterprise',
      addons: ['detection_pack'],
      identifierLast4: false,
    },
  },
  {
    name: 'key create',
    args: ({ org }) => [
      'key',
      'create',
      '--org',
      org!,
      '--scope',
      'fraud:manage',
      '--scope',
      'fraud:screen',
      '--name',
      'k',
    ],
    remember: 'key',
    shape: {
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^ork_\w{38}$/),
      scopes: ['fraud:manage', 'fraud:screen'],
    },
  },
  {
    name: 'key create --platform',
    args: () => ['key', 'create', '--platform', '--expires-at', '2999-01-01T00:00:00Z'],
    shape: {
      organizationId: null,
      scopes: ['platform:admin'],
      expiresAt: '2999-01-01T00:00:00.000Z',
    },
  },
  {
    name: 'key list',
    args: ({ org }) => ['key', 'list', '--org', org!],
    shape: { total: 1, items: [{ name: 'k', revokedAt: null }] },
  },
  {
    name: 'key rotate',
    args: ({ key }) => [
      'key',
      'rotate',
      '--id',
      key!,
      '--overlap',
      '3600',
      '--scope',
      'fraud:screen',
    ],
    remember: 'rotated',
    shape: { scopes: ['fraud:screen'], key: expect.stringMatching(/^ork_/) },
  },
  {
    name: 'key revoke',
    args: ({ rotated }) => ['key', 'revoke', '--id', rotated!],
    shape: { revokedAt: expect.any(String) },
  },
  {
    name: 'list sources',
    args: () => ['list', 'sources'],
    shape: {
      items: expect.arrayContaining([expect.objectContaining({ source: 'ofac:sdn' })]),
    },
  },
  {
    name: 'list import (generic CSV)',
    args: () => [
      'list',
      'import',
      '--kind',
      'pep',
      '--source',
      'own',
      '--format',
      'csv',
      '--file',
      csv,
      '--name',
      'Own list',
    ],
    shape: {
      added: 1,
      rejected: 1,
      list: { source: 'own', name: 'Own list', kind: 'pep', entryCount: 1 },
    },
  },
  { name: 'migrate', args: () => ['migrate'], shape: { applied: [] } },
];

/** Runs all of them with `--json`, and once more as a person would. */
async function everyCommand(env: Record<string, string>): Promise<void> {
  const run = async (form: 'json' | 'text'): Promise<void> => {
    const known: Record<string, string> = {};
    for (const { name, args, remember, shape } of COMMANDS) {
      const { code, stdout, stderr } = await oriki(
        [...args(known), ...(form === 'json' ? ['--json'] : [])],
        env,
      );
      expect([name, code, stderr]).toEqual([name, 0, '']);
      if (form === 'json') {
        expect(stdout.trim().split('\n'), name).toHaveLength(1);
        const answer = JSON.parse(stdout);
        // The run in the other form may have imported the same file first, and then nothing is new.
        if (name.startsWith('list import')) answer.added += answer.unchanged;
        expect(answer, name).toMatchObject(shape);
        if (remember) known[remember] = answer.id;
      } else {
        expect(stdout, name).not.toMatch(/undefined|\[object|^\{/m);
        if (remember) known[remember] = /^id: (\S+)$/m.exec(stdout)?.[1] ?? '';
        if (name.endsWith(' list'))
          expect(stdout).toMatch(/^id\t(organizationId\t)?name\t[^]*\n\d+ of \d+\n$/);
        if (name === 'key create') expect(stdout).toMatch(/^key: ork_\w{38}$/m);
        if (name === 'org create') expect(stdout).toMatch(/^addons: detection_pack$/m);
      }
    }
  };
  await run('json');
  await run('text');
}

describe('every command', () => {
  test('works next to a running service, with and without --json', () =>
    everyCommand({ DATABASE_URL: databaseUrl, PORT: '0' }));

  test('works on the embedded database of a stopped service, and stops it again', async () => {
    const dataDir = await freshDataDir();
    const env = { ORIKI_DATA_DIR: dataDir, PORT: '0' };
    // The first command also creates the database and reports that, which is not an error.
    expect(await cli(['migrate', '--json'], env)).toMatchObject({ code: 0 });
    expect(await postmasterPid(dataDir)).toBeUndefined();
    const create = ['org', 'create', '--name', 'Acme Ltd', '--plan', 'pro'];
    for (const args of [['doctor'], create]) {
      expect(await cli(args, env)).toMatchObject({ code: 0 });
      expect(await postmasterPid(dataDir)).toBeUndefined();
    }
    // If the operator has organizations, a start creates no demo organization.
    const started = await service(env).ready();
    expect(started.said).not.toContain('ork_');
    const listed = await cli(['org', 'list'], env);
    expect(listed.code).toBe(0);
    expect(listed.stdout).toContain('Acme Ltd');
    expect(listed.stdout).not.toContain('Demo');
    expect((await call(started.url, 'GET', '/readyz')).status).toBe(200);
    expect(await started.stop()).toMatchObject({ code: 0 });
  });
});

test('keys made by the CLI work over HTTP immediately, with their scopes; revoked ones do not', async () => {
  const env = { DATABASE_URL: databaseUrl };
  const { id: org } = await tenant(databaseUrl);
  const made = JSON.parse(
    (await oriki(['key', 'create', '--org', org, '--scope', 'fraud:screen', '--json'], env)).stdout,
  );
  const screen = (key: string) =>
    call(running.url, 'POST', '/api/v1/fraud/screen', { key, body: { name: 'Ada Obi' } });
  expect((await screen(made.key)).status).toBe(200);
  expect((await call(running.url, 'GET', '/api/v1/fraud/lists', { key: made.key })).status).toBe(
    403,
  );
  const rotated = JSON.parse(
    (await oriki(['key', 'rotate', '--id', made.id, '--json'], env)).stdout,
  );
  expect((await screen(rotated.key)).status).toBe(200);
  await eventually(async () => (await screen(made.key)).status === 401, 5000);
  await oriki(['key', 'revoke', '--id', rotated.id], env);
  await eventually(async () => (await screen(rotated.key)).status === 401, 5000);
});

/** Returns the path of a file with the first lines of one of the sample. */
async function beginningOf(name: string): Promise<string> {
  const path = join(dirname(csv), name);
  const lines = (await readFile(join(SAMPLE, name), 'utf8')).split('\n');
  await writeFile(path, `${lines.slice(0, 1000).join('\n')}\n`);
  return path;
}

test('list import of the OFAC sample and of a CSV: the running service then finds listed names', async () => {
  const env = { DATABASE_URL: databaseUrl };
  const { key } = await tenant(databaseUrl);
  const [main, aliases] = [await beginningOf('sdn.csv'), await beginningOf('alt.csv')];
  const imported = await oriki(
    [
      'list',
      'import',
      '--kind',
      'sanctions',
      '--source',
      'ofac-sdn',
      '--format',
      'ofac-csv',
      '--json',
      '--file',
      main,
      '--aliases',
      aliases,
    ],
    env,
  );
  expect([imported.code, imported.stderr]).toEqual([0, '']);
  const report = JSON.parse(imported.stdout);
  expect(report.added).toBeGreaterThan(900);
  expect(report.list).toMatchObject({
    source: 'ofac-sdn',
    kind: 'sanctions',
    entryCount: report.added,
  });
  const screen = async (name: string) =>
    (await call(running.url, 'POST', '/api/v1/fraud/screen', { key, body: { name } })).body.data;
  // One name is an alias from the file of aliases, and the other is from the main file.
  for (const name of ['NATIONAL BANK OF CUBA', 'Banco Nacional de Cuba']) {
    const { outcome, hits } = await screen(name);
    expect([name, outcome]).toEqual([name, 'block']);
    expect(hits[0]).toMatchObject({
      source: 'ofac-sdn',
      name: 'BANCO NACIONAL DE CUBA',
      listKind: 'sanctions',
    });
  }
  await oriki(
    ['list', 'import', '--kind', 'pep', '--source', 'own', '--format', 'csv', '--file', csv],
    env,
  );
  const { outcome, hits } = await screen('Ogunlesi, Tunde');
  expect(outcome).toBe('review');
  expect(hits[0]).toMatchObject({ source: 'own', matchedName: 'Tunde Ogunlesi' });
});

describe('a mistake', () => {
  test('in the usage exits 64 and is reported with the usage', async () => {
    const cases: [string, string[]][] = [
      ['no command after "org"', ['org']],
      ['unknown command "org destroy"', ['org', 'destroy']],
      ["Unknown option '--colour'", ['org', 'list', '--colour', 'red']],
      [
        '--plan must be one of free, pro, enterprise',
        ['org', 'create', '--name', 'x', '--plan', 'gold'],
      ],
      ['--limit must be a whole number from 1', ['org', 'list', '--limit', '0']],
      ['--scope must be one of', ['key', 'create', '--org', UNKNOWN, '--scope', 'fraud']],
      ['--id is required', ['key', 'revoke']],
      ['--role must be one of', ['serve', '--role', 'both']],
    ];
    for (const [message, args] of cases) {
      const { code, stdout, stderr } = await oriki(args, { DATABASE_URL: databaseUrl });
      expect([message, code, stdout]).toEqual([message, 64, '']);
      expect(stderr).toContain(`oriki: ${message}`);
      expect(stderr).toMatch(/\n\nusage: oriki (<command>|\w+ ).*\nhelp: {2}oriki .*--help\n$/);
      expect(stderr).not.toMatch(/^\s+at /m);
      const json = await oriki([...args, '--json'], { DATABASE_URL: databaseUrl });
      expect([json.code, json.stderr]).toEqual([64, '']);
      const body = JSON.parse(json.stdout);
      expect(body).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } });
      expect(body.error.message).toContain(message);
    }
  });

  test('in the domain exits 1 with one line, or with the envelope as JSON', async () => {
    const cases: [string, string, string[]][] = [
      [
        'NOT_FOUND',
        'organization not found',
        ['key', 'create', '--org', UNKNOWN, '--scope', 'fraud:screen'],
      ],
      ['NOT_FOUND', 'API key not found', ['key', 'revoke', '--id', 'nonsense']],
      [
        'BAD_REQUEST',
        'expiresAt: must be a date, or a date and time with offset, in ISO 8601, up to the year 9999',
        ['key', 'create', '--platform', '--expires-at', '+010000-01-01T00:00:00Z'],
      ],
      [
        'BAD_REQUEST',
        'expiresAt: must be in the future',
        ['key', 'create', '--platform', '--expires-at', '2001-01-01'],
      ],
      [
        'BAD_REQUEST',
        '--file: cannot read /nonexistent (ENOENT)',
        ['list', 'import', '--kind', 'pep', '--source', 's', '--format', 'csv'].concat(
          '--file',
          '/nonexistent',
        ),
      ],
      [
        'BAD_REQUEST',
        'content: ',
        [
          'list',
          'import',
          '--kind',
          'pep',
          '--source',
          's',
          '--format',
          'csv',
          '--file',
          join(SAMPLE, 'sdn.csv'),
        ],
      ],
    ];
    for (const [code, message, args] of cases) {
      const env = { DATABASE_URL: databaseUrl };
      const text = await oriki(args, env);
      expect([text.code, text.stdout]).toEqual([1, '']);
      expect(text.stderr).toContain(`oriki: ${code}: ${message}`);
      expect(text.stderr.trim().split('\n')).toHaveLength(1);
      const json = await oriki([...args, '--json'], env);
      expect([json.code, json.stderr]).toEqual([1, '']);
      const body = JSON.parse(json.stdout);
      expect(body).toMatchObject({ success: false, error: { code } });
      expect(body.error.message).toContain(message);
    }
  });

  test('in an import leaves the list unchanged', async () => {
    const env = { DATABASE_URL: databaseUrl };
    const bad = join(dirname(csv), 'bad.csv');
    await writeFile(bad, 'name,id\n,1\n');
    const args = [
      'list',
      'import',
      '--kind',
      'pep',
      '--source',
      'kept',
      '--format',
      'csv',
      '--json',
      '--file',
    ];
    expect(await oriki([...args, csv], env)).toMatchObject({ code: 0 });
    expect(await oriki([...args, bad], env)).toMatchObject({ code: 1 });
    const again = JSON.parse((await oriki([...args, csv], env)).stdout);
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 1 });
  });
});

test('--help and help print how commands are used and exit 0, whatever the configuration', async () => {
  const env = { PORT: 'not even read' };
  for (const args of [[], ['--help'], ['help'], ['-h', '--json']]) {
    const { code, stdout, stderr } = await oriki(args, env);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: oriki <command>/);
    expect(stdout).toContain('  list import ');
  }
  const { code, stdout } = await oriki(['org', 'create', '-h'], env);
  expect(code).toBe(0);
  expect(stdout).toContain('scope platform:admin');
  expect(stdout).not.toContain('list import');
});

/** The command line itself, and constants. */
const HELP_LOADS =
  /^src\/(cli\/|platform\/errors\/|modules\/declared\.ts|platform\/http\/policy\.ts)/;

test('help and completion load no part of the service', async () => {
  const loaded = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', LOADED_BY, join(import.meta.dirname, '../../src/cli/run.ts')],
    { encoding: 'utf8' },
  );
  const own = JSON.parse(loaded.trim().split('\n').at(-1)!) as string[];
  expect(own.length).toBeGreaterThan(5);
  expect(own.filter((path) => !HELP_LOADS.test(path))).toEqual([]);
});

test('a process answers on standard output, reports mistakes on standard error, and exits with their code', async () => {
  const env = { ...running.env, ORIKI_SECRET: TEST_SECRET };
  const [wrong, refused] = await Promise.all([
    cli(['org', 'list', '--limit', '0'], env),
    cli(['key', 'revoke', '--id', 'nonsense'], env),
  ]);
  expect(wrong).toMatchObject({ code: 64, stdout: '' });
  expect(wrong.stderr).toMatch(/^oriki: --limit must be a whole number from 1\n/);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toBe('oriki: NOT_FOUND: API key not found\n');
});
