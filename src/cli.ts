#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { moveToCurrentKey, type Rewrap } from './kek.ts';
import { reportFailure, serve } from './main.ts';
import { rewrapDeadLetters, rewrapPayloads } from './modules/identity/index.ts';
import { FORMATS, GLOBAL_KINDS, importList, type GlobalKind } from './modules/screening/index.ts';
import * as tenants from './modules/tenants/index.ts';
import { rewrapSecrets } from './modules/webhooks/index.ts';
import type { Tx } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { ApiError } from './platform/errors/index.ts';
import { createLogger } from './platform/observability/logger.ts';
import { asStartError, openDatabase, StartError } from './open.ts';

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;
/** How long one SQL statement of a command may run. */
const COMMAND_TIMEOUT_MS = 3_600_000;
/** One for each table that holds envelopes. */
const REWRAPS: readonly Rewrap[] = [rewrapSecrets, rewrapPayloads, rewrapDeadLetters];

class UsageError extends Error {}

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  role: { type: 'string' },
  name: { type: 'string' },
  plan: { type: 'string' },
  addon: { type: 'string', multiple: true },
  'no-addons': { type: 'boolean' },
  org: { type: 'string' },
  platform: { type: 'boolean' },
  scope: { type: 'string', multiple: true },
  'expires-at': { type: 'string' },
  id: { type: 'string' },
  overlap: { type: 'string' },
  page: { type: 'string' },
  limit: { type: 'string' },
  kind: { type: 'string' },
  source: { type: 'string' },
  format: { type: 'string' },
  file: { type: 'string' },
  aliases: { type: 'string' },
} as const;

type Flags = ReturnType<typeof parse>['values'];

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function need<K extends keyof Flags>(flags: Flags, name: K): NonNullable<Flags[K]> {
  const value = flags[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is required`);
  return value;
}

function choice<const T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${values.join(', ')}`);
  return found;
}

function wholeNumber(name: string, value: string | undefined, min: number): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value) || Number(value) < min)
    throw new UsageError(`--${name} must be a whole number from ${min}`);
  return Number(value);
}

function scopes(flags: Flags): string[] {
  if (flags.platform) {
    if (flags.scope || flags.org) throw new UsageError('--platform goes without --org and --scope');
    return [tenants.PLATFORM_SCOPE];
  }
  return need(flags, 'scope').map((scope) => choice('scope', scope, tenants.SCOPES));
}

function addons(flags: Flags): tenants.Addon[] | undefined {
  if (flags['no-addons']) return [];
  return flags.addon?.map((addon) => choice('addon', addon, tenants.ADDONS));
}

function pageOf(flags: Flags): { page?: number; limit?: number } {
  const page = wholeNumber('page', flags.page, 1);
  const limit = wholeNumber('limit', flags.limit, 1);
  return { ...(page === undefined ? {} : { page }), ...(limit === undefined ? {} : { limit }) };
}

async function readable(path: string): Promise<AsyncIterable<Uint8Array>> {
  await access(path).catch(() => {
    throw new UsageError(`cannot read ${path}`);
  });
  return createReadStream(path);
}

type Command = {
  usage: string;
  /** Runs in one transaction and returns what `--json` prints. */
  run: (tx: Tx, flags: Flags) => Promise<object>;
};

const commands: Record<string, Command> = {
  'org create': {
    usage: `--name N --plan ${tenants.PLANS.join('|')} [--addon ${tenants.ADDONS.join('|')}]`,
    run: (tx, flags) =>
      tenants.createOrganization(tx, {
        name: need(flags, 'name'),
        plan: choice('plan', need(flags, 'plan'), tenants.PLANS),
        addons: addons(flags) ?? [],
      }),
  },
  'org list': {
    usage: '[--page N] [--limit N]',
    run: (tx, flags) => tenants.listOrganizations(tx, pageOf(flags)),
  },
  'org update': {
    usage: '--id ORG [--name N] [--plan P] [--addon A… | --no-addons]',
    run: (tx, flags) => {
      const chosen = addons(flags);
      return tenants.updateOrganization(tx, need(flags, 'id'), {
        ...(flags.name === undefined ? {} : { name: flags.name }),
        ...(flags.plan === undefined ? {} : { plan: choice('plan', flags.plan, tenants.PLANS) }),
        ...(chosen === undefined ? {} : { addons: chosen }),
      });
    },
  },
  'key create': {
    usage: '(--org ORG --scope S… | --platform) [--name N] [--expires-at ISO]',
    run: (tx, flags) =>
      tenants.createKey(tx, {
        organizationId: flags.platform ? null : need(flags, 'org'),
        scopes: scopes(flags),
        name: flags.name ?? '',
        expiresAt: flags['expires-at'] ?? null,
      }),
  },
  'key list': {
    usage: '[--org ORG] [--page N] [--limit N]',
    run: (tx, flags) =>
      tenants.listKeys(tx, {
        ...pageOf(flags),
        ...(flags.org === undefined ? {} : { organizationId: flags.org }),
      }),
  },
  'key rotate': {
    usage: '--id KEY [--overlap SECONDS] [--scope S…]',
    run: (tx, flags) =>
      tenants.rotateKey(tx, need(flags, 'id'), {
        overlapSeconds: wholeNumber('overlap', flags.overlap, 0) ?? 0,
        ...(flags.scope === undefined ? {} : { scopes: scopes(flags) }),
      }),
  },
  'key revoke': { usage: '--id KEY', run: (tx, flags) => tenants.revokeKey(tx, need(flags, 'id')) },
  'list import': {
    usage: `--kind ${GLOBAL_KINDS.join('|')} --source S --format ${FORMATS.join('|')} --file PATH [--aliases PATH] [--name N]`,
    run: async (tx, flags) => {
      const file = await readable(need(flags, 'file'));
      const aliases = flags.aliases === undefined ? undefined : await readable(flags.aliases);
      return importList(tx, {
        kind: choice<GlobalKind>('kind', need(flags, 'kind'), GLOBAL_KINDS),
        source: need(flags, 'source'),
        format: choice('format', need(flags, 'format'), FORMATS),
        main: file,
        ...(flags.name === undefined ? {} : { name: flags.name }),
        ...(aliases === undefined ? {} : { aliases }),
      });
    },
  },
};

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  oriki ${name} ${command.usage}`,
  );
  return [
    'usage: oriki <command> [options]',
    '',
    '  oriki serve [--role all|api|worker]',
    '  oriki migrate',
    '  oriki kek rotate',
    '  oriki kek rewrap',
    ...lines,
    '',
    'Every command takes --json. The database is the one the service uses (DATABASE_URL, or the embedded one).',
  ].join('\n');
}

/** One `name: value` line a field; lists as tab-separated rows. Keys are printed once and nowhere else. */
function print(result: object, json: boolean): void {
  if (json) return console.log(JSON.stringify(result));
  const items = (result as { items?: object[] }).items;
  if (!items) return printFields(result, '');
  for (const item of items) console.log(Object.values(item).map(plain).join('\t'));
  const { total } = result as { total?: number };
  console.log(`${items.length} of ${total}`);
}

function printFields(fields: object, indent: string): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      console.log(`${indent}${name}:`);
      printFields(value, `${indent}  `);
    } else console.log(`${indent}${name}: ${plain(value)}`);
  }
}

function plain(value: unknown): string {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? JSON.stringify(item) : item)).join(', ');
  return value === null ? '-' : String(value);
}

const say = (line: string): void => console.error(line);

async function runMigrate(json: boolean): Promise<void> {
  const config = loadConfig();
  if (config.databaseUrl === undefined) {
    const opened = await openDatabase(config, createLogger('silent'), say);
    await opened.close();
    return print({ applied: [], note: 'the embedded database migrates itself at start' }, json);
  }
  const applied = await migrate({ connectionString: config.databaseUrl }).catch(
    (error: unknown) => {
      throw asStartError(error);
    },
  );
  print({ applied: applied.map(({ version, name }) => `${version} ${name}`) }, json);
}

async function runKek(action: 'rotate' | 'rewrap', json: boolean): Promise<void> {
  const config = loadConfig(undefined, { databaseTimeoutMs: COMMAND_TIMEOUT_MS });
  print(await moveToCurrentKey(config, action, REWRAPS, say), json);
}

async function runCommand(command: Command, flags: Flags): Promise<void> {
  // An import of millions of rows may take minutes in one statement.
  const config = loadConfig(undefined, { databaseTimeoutMs: COMMAND_TIMEOUT_MS });
  const opened = await openDatabase(config, createLogger('silent'), say);
  try {
    print(await opened.db.transaction((tx) => command.run(tx, flags)), flags.json ?? false);
  } finally {
    await opened.close();
  }
}

async function main(args: string[]): Promise<void> {
  const { values: flags, positionals } = parse(args);
  const name = positionals.join(' ');
  if (flags.help || name === 'help') return console.log(usage());
  if (name === 'serve') {
    const role =
      flags.role === undefined ? undefined : choice('role', flags.role, ['all', 'api', 'worker']);
    return serve(loadConfig(undefined, role === undefined ? {} : { role }));
  }
  if (name === 'migrate') return runMigrate(flags.json ?? false);
  if (name === 'kek rotate') return runKek('rotate', flags.json ?? false);
  if (name === 'kek rewrap') return runKek('rewrap', flags.json ?? false);
  const command = commands[name];
  if (!command) throw new UsageError(name === '' ? 'no command' : `unknown command "${name}"`);
  await runCommand(command, flags);
}

function report(error: unknown, json: boolean): void {
  if (error instanceof UsageError) {
    say(`oriki: ${error.message}\n\n${usage()}`);
    process.exitCode = EXIT_USAGE;
  } else if (error instanceof ApiError) {
    if (json) console.log(JSON.stringify(error.toBody()));
    else say(`oriki: ${error.code}: ${error.message}`);
    process.exitCode = 1;
  } else if (error instanceof StartError) {
    say(`oriki: ${error.message}`);
    process.exitCode = error.exitCode;
  } else reportFailure(error);
}

const args = process.argv.slice(2);
try {
  await main(args);
} catch (error) {
  report(error, args.includes('--json'));
}
