import { spawn } from 'node:child_process';
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { clock } from '../../clock.ts';

/** A failure whose message is written for the operator: print it without a stack. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

export type Progress = (line: string) => void;

/** A step reports progress only when it takes longer than this, in milliseconds. */
const SLOW_STEP_MS = 1000;

/** Runs `step`; reports `line` once when the step takes longer than one second. */
export async function slowStep<T>(
  progress: Progress,
  line: string,
  step: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => progress(line), SLOW_STEP_MS);
  try {
    return await step();
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the code of a system or PostgreSQL error ('ENOENT', '57P03'), or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * PostgreSQL gets this environment and nothing else. So PG* variables of the caller have no effect, and none of the
 * service's secrets reaches it. `server.ts` parses English messages.
 */
const CHILD_ENV = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Options for spawning every PostgreSQL program. */
export function spawnOptions(account: Account | undefined, cwd: string) {
  const identity = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  return { ...identity, cwd, env: CHILD_ENV, windowsHide: true };
}

/** The part of a child's output that messages quote, in characters. */
const OUTPUT_LIMIT = 8000;

/**
 * Runs a program to its end as `account`, with `input` on stdin. Resolves with its exit code (-1 when a signal ended
 * it) and the end of stdout and stderr; rejects with EmbeddedDatabaseError when it cannot be started.
 */
export function run(
  program: string,
  args: readonly string[],
  options: { account: Account | undefined; cwd: string; input?: string },
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    let child;
    try {
      child = spawn(program, args, { ...spawnOptions(options.account, options.cwd) });
    } catch (error) {
      // The change of the user fails for a root that may not change users (a container without CAP_SETUID).
      reject(spawnFailure(program, options.account, error));
      return;
    }
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-OUTPUT_LIMIT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    // The exit code of a program that ends before it reads its input counts, not EPIPE.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.on('error', (error) => reject(spawnFailure(program, options.account, error)));
    child.on('close', (code) => resolve({ code: code ?? -1, output: output.trim() }));
  });
}

/** The message for an operator when `program` could not be spawned. */
export function spawnFailure(
  program: string,
  account: Account | undefined,
  error: unknown,
): EmbeddedDatabaseError {
  const reason = error instanceof Error ? error.message : String(error);
  const asWhom =
    account === undefined
      ? ''
      : ` as the account ${account.name} (PostgreSQL refuses to run as root)`;
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL could not be run${asWhom}: ${reason} (${program}). ` +
      'Start Oriki as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
    { cause: error },
  );
}

/** Returns the JSON object in a file; undefined when the file does not exist. */
export async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** True when the path exists; errors other than its absence are thrown. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** True when a process with this id exists, under any owner. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const ownTemporaries = new Set<string>();
let temporaryCount = 0;

/** Returns a name for work in progress next to `target`. `sweepTemporaries` removes it after a kill. */
export function temporaryName(target: string): string {
  temporaryCount += 1;
  const path = `${target}.tmp-${process.pid}-${clock.machineMs()}${temporaryCount}`;
  ownTemporaries.add(path);
  return path;
}

/** Longer than any initdb or copy takes. After this time a live process id proves nothing. */
const ABANDONED_MS = 3_600_000;

/** Removes temporaries of killed processes for `name` in `folder`. Never throws, because the cleanup is optional. */
export async function sweepTemporaries(folder: string, name: string): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  for (const entry of entries) {
    if (!entry.startsWith(`${name}.tmp-`)) continue;
    const path = join(folder, entry);
    const pid = Number(entry.slice(name.length + 5).split('-')[0]);
    // In a container, processes may have the same id after every start, so our own id does not prove that the owner is
    // alive.
    const active = ownTemporaries.has(path) || (pid !== process.pid && alive(pid));
    const age =
      clock.machineMs() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? clock.machineMs());
    if (!active || age > ABANDONED_MS) {
      await rm(path, { recursive: true, force: true }).catch(() => {});
    }
  }
}
