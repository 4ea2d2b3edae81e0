import { choice, parse, UsageError, type Flags } from './flags.ts';
import { allCommands, commandOf, type Command } from './commands.ts';
import { loadConfig } from '../config.ts';
import { migrateDatabase, openDatabase } from '../open.ts';
import { ApiError } from '../platform/errors/index.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { failureOf, StartError } from '../start-error.ts';

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;
/** How long one SQL statement of a command may run. */
const COMMAND_TIMEOUT_MS = 3_600_000;

/** Where a command's words come from and go to. */
export type Terminal = {
  /** The process's own unless given. */
  env?: NodeJS.ProcessEnv;
  /** A line of standard output: what the command answers. */
  print: (line: string) => void;
  /** A line of standard error: progress and mistakes, for a person. */
  say: (line: string) => void;
};

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
function textOf(result: object, json: boolean): string {
  if (json) return JSON.stringify(result);
  const { items, total } = result as { items?: object[]; total?: number };
  if (!items) return fieldLines(result, '').join('\n');
  const rows = items.map((item) => Object.values(item).map(plain).join('\t'));
  return [...rows, `${items.length} of ${total}`].join('\n');
}

function fieldLines(fields: object, indent: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? [`${indent}${name}:`, ...fieldLines(value, `${indent}  `)]
      : [`${indent}${name}: ${plain(value)}`],
  );
}

function plain(value: unknown): string {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? JSON.stringify(item) : item)).join(', ');
  if (value === null) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function runMigrate({ env, say }: Terminal): Promise<object> {
  const config = loadConfig(env);
  if (config.databaseUrl === undefined) {
    const opened = await openDatabase(config, createLogger('silent'), say);
    await opened.close();
    return { applied: [], note: 'the embedded database migrates itself at start' };
  }
  const warn = (text: string): void => say(`warning: ${text} (docs/operations.md)`);
  const { applied, risks } = await migrateDatabase(config, warn);
  risks.forEach(warn);
  return { applied: applied.map(({ version, name }) => `${version} ${name}`) };
}

async function runKek(action: 'rotate' | 'rewrap', { env, say }: Terminal): Promise<object> {
  const config = loadConfig(env, { databaseTimeoutMs: COMMAND_TIMEOUT_MS });
  const [{ moveToCurrentKey }, identity, screening, webhooks] = await Promise.all([
    import('../kek.ts'),
    import('../modules/identity/index.ts'),
    import('../modules/screening/index.ts'),
    import('../modules/webhooks/index.ts'),
  ]);
  // One for each table that holds envelopes.
  const tables = [
    webhooks.rewrapSecrets,
    identity.rewrapPayloads,
    identity.rewrapDeadLetters,
    screening.rewrapOrigins,
  ];
  return moveToCurrentKey(config, action, tables, say);
}

async function runDoctor(
  { online = false, json = false }: Flags,
  { env, print, say }: Terminal,
): Promise<number> {
  const { diagnose, diagnosisText } = await import('../doctor/doctor.ts');
  const diagnosis = await diagnose({ online, progress: say, ...(env && { env }) });
  print(json ? JSON.stringify(diagnosis) : diagnosisText(diagnosis));
  return diagnosis.ok ? 0 : 1;
}

async function runCommand(command: Command, flags: Flags, { env, say }: Terminal): Promise<object> {
  // An import of millions of rows may take minutes in one statement.
  const config = loadConfig(env, { databaseTimeoutMs: COMMAND_TIMEOUT_MS });
  const opened = await openDatabase(config, createLogger('silent'), say);
  try {
    return 'run' in command
      ? await opened.db.transaction((tx) => command.run(tx, flags))
      : await command.runWith({ ...opened, config }, flags);
  } finally {
    await opened.close();
  }
}

/** Exit code of a command whose words were understood. */
async function dispatch(args: string[], terminal: Terminal): Promise<number> {
  const { values: flags, positionals } = parse(args);
  const name = positionals.join(' ');
  const answer = (result: object): number => {
    terminal.print(textOf(result, flags.json ?? false));
    return 'ok' in result && result.ok === false ? 1 : 0;
  };
  if (flags.help || name === 'help') {
    terminal.print(await usageOfAll());
    return 0;
  }
  if (name === 'serve') {
    const role =
      flags.role === undefined ? undefined : choice('role', flags.role, ['all', 'api', 'worker']);
    const config = loadConfig(terminal.env, role === undefined ? {} : { role });
    await (await import('../main.ts')).serve(config);
    return 0;
  }
  if (name === 'migrate') return answer(await runMigrate(terminal));
  if (name === 'kek rotate') return answer(await runKek('rotate', terminal));
  if (name === 'kek rewrap') return answer(await runKek('rewrap', terminal));
  if (name === 'doctor') return runDoctor(flags, terminal);
  const command = await commandOf(name);
  if (!command) throw new UsageError(name === '' ? 'no command' : `unknown command "${name}"`);
  const result = await runCommand(command, flags, terminal).catch((error: unknown) => {
    if (error instanceof UsageError) error.usage = `usage:\n${usageLine(name, command)}`;
    throw error;
  });
  return answer(result);
}

/**
 * Runs one command line, telling what goes wrong in the operator's words.
 * @returns the process's exit code
 */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.say(`oriki: ${error.message}\n\n${error.usage ?? (await usageOfAll())}`);
      return EXIT_USAGE;
    }
    if (error instanceof ApiError) {
      if (args.includes('--json')) terminal.print(JSON.stringify(error.toBody()));
      else terminal.say(`oriki: ${error.code}: ${error.message}`);
      return 1;
    }
    const { message, exitCode } = failureOf(error);
    terminal.say(error instanceof StartError ? `oriki: ${message}` : message);
    return exitCode;
  }
}
