#!/usr/bin/env node
import { choice, parse, UsageError, type Flags } from './cli/flags.ts';
import { allCommands, commandOf, type Command } from './cli/commands.ts';
import { loadConfig } from './config.ts';
import { asStartError, openDatabase } from './open.ts';
import { migrate } from './platform/db/migrate.ts';
import { ApiError } from './platform/errors/index.ts';
import { createLogger } from './platform/observability/logger.ts';
import { reportFailure, StartError } from './start-error.ts';

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;
/** How long one SQL statement of a command may run. */
const COMMAND_TIMEOUT_MS = 3_600_000;

const usageLine = (name: string, { usage }: Command): string => `  oriki ${name} ${usage}`;

async function usageOfAll(): Promise<string> {
  const lines = Object.entries(await allCommands()).map(([name, command]) =>
    usageLine(name, command),
  );
  return [
    'usage: oriki <command> [options]',
    '',
    '  oriki serve [--role all|api|worker]',
    '  oriki migrate',
    '  oriki kek rotate',
    '  oriki kek rewrap',
    '  oriki doctor [--online]',
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
  if (value === null) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
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
  const [{ moveToCurrentKey }, identity, screening, webhooks] = await Promise.all([
    import('./kek.ts'),
    import('./modules/identity/index.ts'),
    import('./modules/screening/index.ts'),
    import('./modules/webhooks/index.ts'),
  ]);
  // One for each table that holds envelopes.
  const tables = [
    webhooks.rewrapSecrets,
    identity.rewrapPayloads,
    identity.rewrapDeadLetters,
    screening.rewrapOrigins,
  ];
  print(await moveToCurrentKey(config, action, tables, say), json);
}

async function runDoctor({ online = false, json = false }: Flags): Promise<void> {
  const { diagnose, diagnosisText } = await import('./doctor/doctor.ts');
  const diagnosis = await diagnose({ online, progress: say });
  console.log(json ? JSON.stringify(diagnosis) : diagnosisText(diagnosis));
  if (!diagnosis.ok) process.exitCode = 1;
}

async function runCommand(command: Command, flags: Flags): Promise<void> {
  // An import of millions of rows may take minutes in one statement.
  const config = loadConfig(undefined, { databaseTimeoutMs: COMMAND_TIMEOUT_MS });
  const opened = await openDatabase(config, createLogger('silent'), say);
  try {
    const result =
      'run' in command
        ? await opened.db.transaction((tx) => command.run(tx, flags))
        : await command.runWith({ ...opened, config }, flags);
    print(result, flags.json ?? false);
    if ('ok' in result && result.ok === false) process.exitCode = 1;
  } finally {
    await opened.close();
  }
}

async function main(args: string[]): Promise<void> {
  const { values: flags, positionals } = parse(args);
  const name = positionals.join(' ');
  if (flags.help || name === 'help') return console.log(await usageOfAll());
  if (name === 'serve') {
    const role =
      flags.role === undefined ? undefined : choice('role', flags.role, ['all', 'api', 'worker']);
    const config = loadConfig(undefined, role === undefined ? {} : { role });
    return (await import('./main.ts')).serve(config);
  }
  if (name === 'migrate') return runMigrate(flags.json ?? false);
  if (name === 'kek rotate') return runKek('rotate', flags.json ?? false);
  if (name === 'kek rewrap') return runKek('rewrap', flags.json ?? false);
  if (name === 'doctor') return runDoctor(flags);
  const command = await commandOf(name);
  if (!command) throw new UsageError(name === '' ? 'no command' : `unknown command "${name}"`);
  await runCommand(command, flags).catch((error: unknown) => {
    if (error instanceof UsageError) error.usage = `usage:\n${usageLine(name, command)}`;
    throw error;
  });
}

async function report(error: unknown, json: boolean): Promise<void> {
  if (error instanceof UsageError) {
    say(`oriki: ${error.message}\n\n${error.usage ?? (await usageOfAll())}`);
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
  await report(error, args.includes('--json'));
}
