import { spawn } from 'node:child_process';
import { readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { TABLES } from '../../../src/modules/declared.ts';
import { distribute } from '../../../src/platform/db/buckets/citus.ts';
import { readPostmaster } from '../../../src/platform/db/embedded/postmaster.ts';
import { migrateFor } from '../../../src/platform/db/migration/migrate.ts';
import { until } from '../../../src/platform/db/retry.ts';
import { CITUS_URLS, HAS_CITUS } from './is-spread.ts';
import { asAdmin, MAKING_LOCK, Servers, type ServerName, type TestServer } from './servers.ts';

/** Reports tests that cannot run, because there is no Citus. */
export function withCitus(what: string): boolean {
  if (!HAS_CITUS)
    process.stdout.write(`skipped: ${what} (ORIKI_TEST_CITUS does not name three nodes)\n`);
  return HAS_CITUS;
}

const SERVICE = { user: 'oriki_test_service', password: 'oriki-test' };

/** Starts the same database server again after it was killed. */
async function nodeAt(url: string): Promise<TestServer> {
  const client = new pg.Client({ connectionString: url, application_name: 'oriki:test' });
  await client.connect();
  const { rows } = await client.query<{ cluster: string }>(
    "SELECT current_setting('data_directory') AS cluster",
  );
  await client.end();
  const { cluster } = rows[0]!;
  const { pid } = (await readPostmaster(cluster))!;
  const [program, command, { uid, gid }] = await Promise.all([
    readlink(`/proc/${pid}/exe`),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    stat(`/proc/${pid}`),
  ]);
  const run = (): void => {
    const args = command.split('\0').slice(1, -1);
    const env = { ...process.env, HOME: cluster };
    spawn(program, args, { uid, gid, env, cwd: cluster, detached: true, stdio: 'ignore' }).unref();
  };
  const answers = async (): Promise<boolean> => {
    if (!(await readPostmaster(cluster))) run();
    const one = new pg.Client({ connectionString: url, application_name: 'oriki:test' });
    // A server that is still starting closes the connection.
    one.on('error', () => {});
    try {
      await one.connect();
      await one.end();
      return true;
    } catch {
      return false;
    }
  };
  const { hostname: host, port, username: user, password, pathname } = new URL(url);
  return {
    cluster,
    url,
    serviceUrl: Object.assign(new URL(url), { username: SERVICE.user, password: SERVICE.password })
      .href,
    service: SERVICE,
    connection: { host, port: Number(port), user, password, database: pathname.slice(1) },
    async ensureRunning() {
      if (!(await until(answers, { withinMs: 60_000, everyMs: 200 })))
        throw new Error(`${host}:${port} does not start again`);
    },
    release: () => Promise.resolve(),
  };
}

class Nodes extends Servers {
  /** Created again by every run. */
  override readonly template = `oriki_template_${basename(inject('serversFolder')).replaceAll(/\W/g, '_').toLowerCase()}`;

  override nameOf(name: ServerName): string {
    if (name === 'home') return name;
    const { host, port } = this.of(name).connection;
    return `${host}:${port}`;
  }

  override setting(): string {
    return '';
  }

  override readonly areNodes = true;

  override async makeTemplates(): Promise<void> {
    await asAdmin(this.of('home'), async (admin) => {
      await admin.query('SELECT pg_advisory_lock($1)', [MAKING_LOCK]);
      const there = await admin.query('SELECT FROM pg_database WHERE datname = $1', [
        this.template,
      ]);
      if (there.rowCount === 1) return;
      const draft = `${this.template}_draft`;
      for (const server of this.servers) await this.#empty(server, draft);
      await this.#fill(draft);
      for (const server of this.servers.toReversed())
        await asAdmin(server, async (one) => {
          await one.query(`ALTER DATABASE ${draft} ALLOW_CONNECTIONS false`);
          // These are sessions of Citus itself.
          await one.query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
            [draft],
          );
          await one.query(`ALTER DATABASE ${draft} RENAME TO ${this.template}`);
        });
    });
  }

  /** Deletes what other runs have left. */
  async #empty(server: TestServer, draft: string): Promise<void> {
    await asAdmin(server, async (admin) => {
      const { rows: prepared } = await admin.query<{ gid: string; database: string }>(
        "SELECT gid, database FROM pg_prepared_xacts WHERE database ~ '^t_'",
      );
      for (const { gid, database } of prepared)
        await asAdmin(server, (one) => one.query(`ROLLBACK PREPARED '${gid}'`), database);
      const { rows } = await admin.query<{ name: string }>(
        "SELECT datname::text AS name FROM pg_database WHERE datname ~ '^(oriki_template|t)_'",
      );
      for (const { name } of rows) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`CREATE DATABASE ${draft}`);
    });
  }

  async #fill(database: string): Promise<void> {
    for (const server of this.servers)
      await asAdmin(server, (one) => one.query('CREATE EXTENSION citus'), database);
    const home = this.of('home');
    await asAdmin(
      home,
      async (admin) => {
        const [own, ...others] = this.servers.map(({ connection: { host, port } }) => [host, port]);
        await admin.query('SELECT citus_set_coordinator_host($1, $2)', own);
        for (const other of others) await admin.query('SELECT citus_add_node($1, $2)', other);
        const owner = { ...home.connection, database };
        for (const [i, name] of (['home', 'b', 'c'] as const).entries()) {
          const bucket = `bucket_00${i}`;
          await migrateFor(owner, SERVICE, TABLES, { bucket });
          if (i === 0) continue;
          await distribute(admin, bucket, this.nameOf(name));
          await admin.query("INSERT INTO shared.buckets (name, server) VALUES ($1, 'citus')", [
            bucket,
          ]);
        }
      },
      database,
    );
  }

  override async end(): Promise<void> {
    await super.end();
    await this.dropDatabases();
  }
}

export async function startNodes(): Promise<Servers> {
  return new Nodes(await Promise.all(CITUS_URLS.map(nodeAt)));
}
