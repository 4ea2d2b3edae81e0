/** A PostgreSQL server for this machine's client tools (`pg_dump`, `pg_restore`). */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { unprivilegedAccount } from '../../src/platform/db/embedded/account.ts';
import { freePort } from './process.ts';

const run = promisify(execFile);

/** The oldest version that Oriki supports. */
const OLDEST_MAJOR = 15;

/** The URLs of one database, by account. */
type DatabaseUrls = { admin: string; owner: string; service: string };

export type ServerWithTools = {
  /** Creates a database with this name, for the roles that docs/operations/database.md recommends. */
  create: (name: string) => Promise<DatabaseUrls>;
  /** Runs one of the tools. @throws with its output */
  tool: (name: 'pg_dump' | 'pg_restore', args: string[]) => Promise<void>;
  stop: () => Promise<void>;
};

/** Returns the folder of a server of the client tools' version; otherwise the reason for having none. */
export async function findTools(): Promise<{ bin: string } | { reason: string }> {
  try {
    const { stdout } = await run('pg_dump', ['--version']);
    const major = Number(/ (\d+)/.exec(stdout)?.[1]);
    if (!(major >= OLDEST_MAJOR)) return { reason: `pg_dump ${major} is older than every server` };
    // Distributions install server programs outside of PATH, next to the targets of the commands in PATH.
    for (const bin of [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`, '/usr/bin'])
      if (
        await run(join(bin, 'initdb'), ['--version']).then(
          () => true,
          () => false,
        )
      )
        return { bin };
    return { reason: `there is pg_dump ${major}, and no server of that version to use it with` };
  } catch {
    return { reason: 'pg_dump is not there' };
  }
}

/** Starts a server of the tools' version, with the user and password of the test run's server. */
export async function startServerOf(bin: string): Promise<ServerWithTools> {
  const { username, password } = new URL(inject('serverUrl'));
  const folder = await mkdtemp(join(tmpdir(), 'oriki-tools-'));
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  const as = account && { uid: account.uid, gid: account.gid };
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  await writeFile(secret, decodeURIComponent(password), { mode: 0o600 });
  if (account) for (const path of [folder, secret]) await chown(path, account.uid, account.gid);
  const options = { cwd: folder, ...as };
  await run(
    join(bin, 'initdb'),
    [
      `--pgdata=${data}`,
      `--username=${username}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    options,
  );
  const port = await freePort();
  const settings = `-p ${port} -h 127.0.0.1 -k "" -c fsync=off -c max_prepared_transactions=10`;
  const control = (...args: string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], options);
  await control('start', '-l', join(folder, 'log'), '-o', settings);
  const urlOf = (database: string, user = username, word = password): string =>
    `postgresql://${user}:${word}@127.0.0.1:${port}/${database}`;
  const asAdmin = async (...statements: string[]): Promise<void> => {
    const admin = new pg.Client({ connectionString: urlOf('postgres') });
    await admin.connect();
    for (const statement of statements) await admin.query(statement);
    await admin.end();
  };
  await asAdmin(
    "CREATE ROLE backed_owner LOGIN PASSWORD 'owner'",
    "CREATE ROLE backed LOGIN PASSWORD 'service'",
    'CREATE ROLE backed_tenant NOLOGIN',
    'GRANT backed_tenant TO backed',
  );
  return {
    async create(name) {
      await asAdmin(`CREATE DATABASE ${name} OWNER backed_owner`);
      return {
        admin: urlOf(name),
        owner: urlOf(name, 'backed_owner', 'owner'),
        service: urlOf(name, 'backed', 'service'),
      };
    },
    async tool(name, args) {
      await run(join(bin, name), args);
    },
    async stop() {
      await control('stop', '-m', 'immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
