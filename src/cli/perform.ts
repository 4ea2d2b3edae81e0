import { choice, type Flags } from './flags.ts';
import { commandOf, type Command } from './commands.ts';
import type { Terminal } from './run.ts';
import { ROLES } from './spec/service.ts';
import { textOfResult } from './text.ts';
import { loadConfig } from '../config/config.ts';
import { migrateDatabase } from '../start/migrate.ts';
import { openDatabase } from '../start/open.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import { createLogger } from '../platform/observability/logger.ts';

/** The time that one SQL statement of a command may run. */
const COMMAND_TIMEOUT_MS = 3_600_000;

async function runMigrate({ env, say }: Terminal): Promise<object> {
  const config = loadConfig(env);
  const warn = (text: string): void => say(`warning: ${text} (docs/operations/README.md)`);
  const { applied, risks } = await migrateDatabase(config, warn, say);
  risks.forEach(warn);
  return {
    applied: applied.map(({ version, name, server }) =>
      server === HOME ? `${version} ${name}` : `${version} ${name} on ${server}`,
    ),
    ...(config.databaseUrl === undefined && {
      note: 'the embedded database migrates itself at start',
    }),
  };
}

async function runKek(action: 'rotate' | 'rewrap', { env, say }: Terminal): Promise<object> {
  const config = loadConfig(env, { databaseTimeoutMs: COMMAND_TIMEOUT_MS });
  const [{ rewrapAll }, identity, screening, webhooks] = await Promise.all([
    import('../start/kek.ts'),
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
  return rewrapAll(config, action, tables, say);
}

async function runDoctor(
  { online = false, json = false }: Flags,
  { env, print, say }: Terminal,
): Promise<number> {
  const { diagnose, diagnosisText } = await import('./doctor/doctor.ts');
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

async function runServe({ role }: Flags, { env }: Terminal): Promise<number> {
  const config = loadConfig(env, role === undefined ? {} : { role: choice('role', role, ROLES) });
  await (await import('../start/serve.ts')).serve(config);
  return 0;
}

async function resultOf(name: string, flags: Flags, terminal: Terminal): Promise<object> {
  if (name === 'migrate') return runMigrate(terminal);
  if (name === 'kek rotate') return runKek('rotate', terminal);
  if (name === 'kek rewrap') return runKek('rewrap', terminal);
  return runCommand((await commandOf(name))!, flags, terminal);
}

/**
 * Does what a command line says and prints the answer.
 * @param name of a command in `spec/`
 * @returns the process's exit code
 */
export async function perform(name: string, flags: Flags, terminal: Terminal): Promise<number> {
  if (name === 'serve') return runServe(flags, terminal);
  if (name === 'doctor') return runDoctor(flags, terminal);
  const result = await resultOf(name, flags, terminal);
  terminal.print(
    flags.json ? JSON.stringify(result) : textOfResult(result, terminal.columns !== undefined),
  );
  return 'ok' in result && result.ok === false ? 1 : 0;
}
