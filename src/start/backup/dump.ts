/** Dumps servers that Oriki does not run, with the PostgreSQL programs of this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { environmentWith } from '../../config/config.ts';
import type { ConnectionSettings } from '../../platform/db/database.ts';
import { StartError } from '../start-error.ts';

/** The maximum number of characters of a program's messages that an error quotes. */
const SAID_LIMIT = 2000;

type Program = 'pg_dump' | 'pg_restore';

/**
 * Returns the arguments and variables that name a database. The password is a variable, because other accounts can read
 * arguments.
 */
export function connectionOf({ connectionString = '' }: ConnectionSettings): {
  args: string[];
  variables: Record<string, string>;
} {
  const [, before, password, after] =
    /^(postgres(?:ql)?:\/\/[^:@/?]*):([^@/?]*)(@.*)$/s.exec(connectionString) ?? [];
  return {
    args: [
      '--no-password',
      `--dbname=${password === undefined ? connectionString : before! + after!}`,
    ],
    variables: password === undefined ? {} : { PGPASSWORD: decodeURIComponent(password) },
  };
}

function start(program: Program, server: string, connection: ConnectionSettings, args: string[]) {
  const { args: to, variables } = connectionOf(connection);
  const child = spawn(program, [...args, ...to], {
    env: environmentWith(variables),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID_LIMIT);
  });
  const failed = (error: NodeJS.ErrnoException): never => {
    throw new StartError(
      error.code === 'ENOENT'
        ? `${program} is not on the PATH: install the client programs of PostgreSQL, of the version of the server ${server} or later`
        : `${program} cannot be run (${error.code})`,
      1,
      error,
    );
  };
  /** Resolves when the program has succeeded. */
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code === 0) return;
    const how = signal === null ? `code ${code}` : String(signal);
    throw new StartError(`${program} of the server ${server} ended with ${how}: ${said.trim()}`);
  }, failed);
  ended.catch(() => {});
  return { child, ended };
}

/** Yields a dump of a server's database in the custom format, in one snapshot. @throws StartError */
export async function* dump(
  server: string,
  connection: ConnectionSettings,
): AsyncGenerator<Buffer> {
  // Row-level security also applies to the owner, whose policies show every row.
  const args = ['--format=custom', '--enable-row-security'];
  const { child, ended } = start('pg_dump', server, connection, args);
  child.stdin.end();
  try {
    for await (const part of child.stdout) yield part as Buffer;
    await ended;
  } finally {
    child.kill();
  }
}

/** Restores a dump into an empty database. @throws StartError; the error of the dump's source */
export async function restoreDump(
  server: string,
  connection: ConnectionSettings,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  const { child, ended } = start('pg_restore', server, connection, ['--exit-on-error']);
  child.stdout.resume();
  const sent = pipeline(Readable.from(source, { objectMode: false }), child.stdin);
  const [given, done] = await Promise.allSettled([sent, ended]);
  // A program that ends early breaks the pipe; its own message is the reason.
  const isBroken = given.status === 'rejected' && given.reason instanceof StartError;
  if (isBroken) throw given.reason;
  if (done.status === 'rejected') throw done.reason;
  if (given.status === 'rejected') throw given.reason;
}
