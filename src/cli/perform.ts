import { record } from '../start/command-audit.ts';
import { choice, need, type Flags } from './flags.ts';
import { commandOf, type Command } from './commands.ts';
import type { Terminal } from './run.ts';
import { ROLES } from './spec/service.ts';
import { textOfResult } from './output/text.ts';
import { loadConfig } from '../config/config.ts';
import { assertHasData } from '../start/data-folder.ts';
import { asCommandError } from '../start/database-problems.ts';
import { migrateDatabase, planDatabase } from '../start/migrate.ts';
import { openDatabase, type OpenDatabase } from '../start/open.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import { changeIn } from '../platform/audit/audit.ts';
import { createLogger } from '../platform/observability/logger.ts';

/** The time limit of one SQL statement of a command. */
const COMMAND_TIMEOUT_MS = 3_600_000;

async function runMigrate(isPlan: boolean, { env, say }: Terminal): Promise<object> {
  const config = loadConfig(env);
  if (isPlan) {
    await assertHasData(config);
    return planDatabase(config, say);
  }
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
  await assertHasData(config);
  const [{ rewrapAll }, { MODULES }, { rewrapsOf }] = await Promise.all([
    import('../start/kek.ts'),
    import('../modules/index.ts'),
    import('../modules/module.ts'),
  ]);
  const begin = ({ db }: OpenDatabase) =>
    db.transaction((tx) => record(tx, { action: `kek.${action}` }, { flags: {} }));
  return rewrapAll(config, action, rewrapsOf(MODULES), say, begin);
}

async function runBackup(
  name: 'backup' | 'restore',
  { check: isCheck = false, ...flags }: Flags,
  { env, say }: Terminal,
): Promise<object> {
  const config = loadConfig(env, { databaseTimeoutMs: COMMAND_TIMEOUT_MS });
  const options = {
    folder: need(flags, 'folder'),
    keys: flags.keys,
    passphraseFile: flags['passphrase-file'],
    progress: say,
  };
  if (name === 'backup')
    return (await import('../start/backup/backup.ts')).makeBackup(config, options);
  return isCheck
    ? (await import('../start/backup/check.ts')).checkBackup(config, options)
    : (await import('../start/backup/restore.ts')).restoreBackup(config, options);
}

async function runDoctor(
  { online = false, json = false }: Flags,
  { env, print, say }: Terminal,
): Promise<number> {
  const { diagnose, diagnosisText } = await import('../start/doctor/doctor.ts');
  const diagnosis = await diagnose({ online, progress: say, ...(env && { env }) });
  print(json ? JSON.stringify(diagnosis) : diagnosisText(diagnosis));
  return diagnosis.ok ? 0 : 1;
}

async function runCommand(
  command: Command,
  given: Flags,
  { env, say, ask }: Terminal,
): Promise<object> {
  // An import of millions of rows may take minutes in one statement.
  const config = loadConfig(env, { databaseTimeoutMs: COMMAND_TIMEOUT_MS });
  if (!command.begins) await assertHasData(config);
  const opened = await openDatabase(config, createLogger('silent'), say);
  try {
    const { audit } = command;
    const flags =
      'run' in command && command.complete && ask && !given.json
        ? await command.complete({ ...opened, config }, given, { say, ask })
        : given;
    if ('run' in command)
      return await opened.db.transaction(async (tx) => {
        const result = await command.run(tx, flags, { ...opened, config });
        const { before, after } = changeIn(result);
        const data = after as Record<string, unknown>;
        if (audit) await record(tx, audit, { flags, data }, before);
        return data;
      });
    if (audit) await opened.db.transaction((tx) => record(tx, audit, { flags }));
    return await command.runWith({ ...opened, config }, flags);
  } catch (error) {
    throw await asCommandError(error, opened.servers);
  } finally {
    await opened.close();
  }
}

async function runServe({ role }: Flags, { env }: Terminal): Promise<number> {
  const config = loadConfig(env, role === undefined ? {} : { role: choice('role', role, ROLES) });
  await (await import('../start/serve.ts')).serve(config);
  return 0;
}

async function resultOf(
  name: string,
  command: Command | undefined,
  flags: Flags,
  terminal: Terminal,
): Promise<object> {
  if (name === 'migrate') return runMigrate(flags.plan !== undefined, terminal);
  if (name === 'kek rotate') return runKek('rotate', terminal);
  if (name === 'kek rewrap') return runKek('rewrap', terminal);
  if (name === 'backup' || name === 'restore') return runBackup(name, flags, terminal);
  return runCommand(command!, flags, terminal);
}

/**
 * Runs a command and prints its answer.
 * @param name a command in `spec/`
 * @returns the process's exit code
 */
export async function perform(name: string, flags: Flags, terminal: Terminal): Promise<number> {
  if (name === 'serve') return runServe(flags, terminal);
  if (name === 'doctor') return runDoctor(flags, terminal);
  const command = await commandOf(name);
  // Omits the cursor: API callers get it sealed, and commands use page numbers.
  const { nextCursor: _, ...result }: Record<string, unknown> = {
    ...(await resultOf(name, command, flags, terminal)),
  };
  terminal.print(
    flags.json
      ? JSON.stringify(result)
      : textOfResult(result, { width: terminal.columns, columns: command?.columns?.(flags) }),
  );
  return result['ok'] === false ? 1 : 0;
}
