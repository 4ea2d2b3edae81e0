import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig, settings, type Config } from './config.ts';
import { problemsOf } from '../../test/support/config-problems.ts';

// contract: limits/500-requests-hour
test('an empty environment gives the documented defaults', () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    role: 'all',
    databaseUrl: undefined,
    adminPort: undefined,
    rateLimitStore: 'auto',
  });
  expect(config.dataDir).toMatch(/\/\.oriki$/);
  expect(config.rateLimits).toMatchObject({
    lists: { points: 500, windowSeconds: 3600 },
    screening: { points: 10_000, windowSeconds: 3600 },
    'failed-authentication': { points: 20, windowSeconds: 60 },
  });
});

test('all mistakes are reported together, and the exit code is 78', () => {
  const problems = problemsOf({
    PORT: 'x',
    ORIKI_ROLE: 'boss',
    DATABASE_URL: 'mysql://x',
    ORIKI_SECRET: 'short',
  });
  expect(problems.map((line) => line.split(' ')[0])).toEqual([
    'PORT',
    'ORIKI_ROLE',
    'DATABASE_URL',
    'ORIKI_SECRET',
  ]);
  expect(ConfigError.exitCode).toBe(78);
});

test('no message repeats the value of a secret', () => {
  const message = JSON.stringify(
    problemsOf({ ORIKI_SECRET: 'hunter2', DATABASE_URL: 'mysql://user:hunter2@x' }),
  );
  expect(message).not.toContain('hunter2');
});

test.each([
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['PORT', ' 80'],
  ['ORIKI_RATE_LIMITS', 'lists'],
  ['ORIKI_RATE_LIMITS', 'lists=0'],
  ['ORIKI_RATE_LIMITS', 'nobody=5'],
  ['ORIKI_RATE_LIMITS', 'lists=5/0'],
  ['ORIKI_RATE_LIMITS', '__proto__=5'],
  ['ORIKI_RATE_LIMITS', 'constructor=5'],
  ['ORIKI_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['ORIKI_TRUSTED_PROXIES', 'example.com'],
  ['ORIKI_TRUSTED_PROXIES', '::1/129'],
  ['ORIKI_CLIENT_ADDRESS_HEADER', 'X-Real-IP, Forwarded'],
  ['ORIKI_PUBLIC_URL', 'ftp://x'],
  ['ORIKI_LOG_LEVEL', 'loud'],
  ['ORIKI_BODY_LIMIT_BYTES', '1'],
])('%s=%s is rejected, and the message names the variable', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
});

test('rate limits can be changed per group, or switched off', () => {
  expect(loadConfig({ ORIKI_RATE_LIMITS: 'off' }).rateLimits).toBeUndefined();
  const { rateLimits } = loadConfig({ ORIKI_RATE_LIMITS: 'lists=1000, screening=5/60' });
  expect(rateLimits).toMatchObject({
    lists: { points: 1000, windowSeconds: 3600 },
    screening: { points: 5, windowSeconds: 60 },
    'failed-authentication': { points: 20, windowSeconds: 60 },
  });
  expect(loadConfig({}).rateLimits!['lists']!.points).toBe(500);
});

test('the address of Valkey is checked, and is required if limits are counted in Valkey', () => {
  for (const url of ['redis://h', 'rediss://u:p%23@h:1/2', 'redis://:p@[::1]'])
    expect(loadConfig({ ORIKI_VALKEY_URL: url }).valkeyUrl).toBe(url);
  for (const url of ['http://h', 'redis://', 'redis://h/a', 'redis://:se#cret@h', 'redis://:%zz@h'])
    expect(problemsOf({ ORIKI_VALKEY_URL: url }), url).toEqual([
      expect.stringMatching(/^ORIKI_VALKEY_URL (must be redis|has an invalid)(?!.*cret)/),
    ]);
  const nodes = 'redis://u:a,b@h:1,redis://u:a,b@i:2';
  expect(loadConfig({ ORIKI_VALKEY_URL: nodes }).valkeyUrl).toBe(nodes);
  for (const url of [
    'redis://h,http://i',
    'redis://h,redis://',
    'redis://:secret@h,redis://i',
    'rediss://h,redis://i',
    'redis://h,redis://i/1',
  ])
    expect(problemsOf({ ORIKI_VALKEY_URL: url }), url).toEqual([
      expect.stringMatching(/^ORIKI_VALKEY_URL must (be redis|have the same|not have)(?!.*secret)/),
    ]);
  expect(problemsOf({ ORIKI_RATE_LIMIT_STORE: 'valkey' })).toEqual([
    'ORIKI_VALKEY_URL is needed, because ORIKI_RATE_LIMIT_STORE is valkey',
  ]);
});

test('every secret can come from a file, but not from two sources', () => {
  const secrets = Object.entries(settings).filter(([, row]) => 'secret' in row && row.secret);
  expect(secrets.map(([, { env }]) => env).toSorted()).toEqual([
    'DATABASE_URL',
    'ORIKI_MIGRATION_DATABASE_URL',
    'ORIKI_MIGRATION_SERVERS',
    'ORIKI_SECRET',
    'ORIKI_SERVERS',
    'ORIKI_VALKEY_URL',
    'ORIKI_VAULT_TOKEN',
    'OTEL_EXPORTER_OTLP_HEADERS',
  ]);
  const dir = mkdtempSync(join(tmpdir(), 'oriki-config-'));
  try {
    const [file, empty] = [join(dir, 'secret'), join(dir, 'empty')];
    writeFileSync(empty, '\n');
    for (const [key, { env }] of secrets) {
      const scheme = env.includes('VALKEY') ? 'redis' : 'postgresql';
      const url = env.endsWith('URL') ? `${scheme}://u:p@h/1` : undefined;
      const servers = env.endsWith('SERVERS') ? 'b=postgres://u:p@h/1' : undefined;
      const value = env.endsWith('HEADERS') ? 'a=b' : (servers ?? url ?? 's'.repeat(40));
      const others = env === 'ORIKI_MIGRATION_SERVERS' ? { ORIKI_SERVERS: value } : {};
      const unset = loadConfig({})[key as keyof Config];
      writeFileSync(file, `${value}\n`);
      const read = loadConfig({ ...others, [`${env}_FILE`]: file })[key as keyof Config];
      expect(read).toEqual(loadConfig({ ...others, [env]: value })[key as keyof Config]);
      expect(read).not.toEqual(unset);
      expect(problemsOf({ [`${env}_FILE`]: file, [env]: value })).toEqual([
        `${env} is given twice, also as ${env}_FILE`,
      ]);
      expect(problemsOf({ [`${env}_FILE`]: join(dir, 'missing') })).toEqual([
        `${env} cannot be read from ${env}_FILE (ENOENT)`,
      ]);
      expect(problemsOf({ [`${env}_FILE`]: empty })).toEqual([
        `${env} cannot be read from ${env}_FILE: it is empty`,
      ]);
      expect(loadConfig({ [`${env}_FILE`]: '' })[key as keyof Config]).toEqual(unset);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('an empty variable counts as unset, unknown variables are ignored, and the result is frozen', () => {
  const config = loadConfig({ PORT: '', DATABASE_URL: '', ORIKI_UNHEARD_OF: '1' });
  expect([config.port, config.databaseUrl]).toEqual([3000, undefined]);
  expect(Object.isFrozen(config)).toBe(true);
});

test('DATABASE_URL is a URL of PostgreSQL, which may have a user without a host', () => {
  const accepted = [
    'postgresql://u:p@127.0.0.1:5432/db',
    'postgres:///db?host=/run/postgresql',
    'postgres://u@/db?host=/socket',
    'postgresql://u:p@/db?host=%2Fsocket',
    'postgres://u:p@h1:1,h2:2/db?target_session_attrs=read-write',
  ];
  for (const url of accepted) expect(loadConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  const rejected = ['mysql://u@/db', 'postgres:/db', 'postgres://u@:x/db', 'u@/db'];
  for (const url of [...rejected, 'postgres://u@a,b/db?target_session_attrs=any'])
    expect(() => loadConfig({ DATABASE_URL: url })).toThrow('DATABASE_URL must');
});

test('every setting has a meaning, a unique name, and a default that it accepts', () => {
  const rows = Object.values(settings);
  expect(new Set(rows.map((row) => row.env)).size).toBe(rows.length);
  for (const row of rows) {
    expect(row.description).toMatch(/\.$/);
    expect(() => (row.parse as (text: string) => unknown)(row.default)).not.toThrow();
  }
});
