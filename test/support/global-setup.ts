import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrateFor } from '../../src/platform/db/migration/migrate.ts';

// Only an interface adds to the declarations of a library.
/* oxlint-disable typescript/consistent-type-definitions */
declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's maintenance database, as a superuser; test databases are cloned beside it. */
    serverUrl: string;
    /** The role that the service connects as. */
    service: { user: string; password: string };
    /** The data of three servers with buckets, if a test asks for them. */
    serversFolder: string;
  }
}
/* oxlint-enable typescript/consistent-type-definitions */

/** A migrated database that nobody connects to, so that it can be cloned. */
export const TEMPLATE = 'oriki_template';

/** One real PostgreSQL for the whole run. Durability is off: fault tests start servers of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriki-test-'));
  const embedded = await startEmbedded({
    dataDir,
    progress: () => {},
    fsync: false,
    settings: {
      max_connections: '400',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
    },
  });
  const admin = new pg.Client({ ...embedded.connection, application_name: 'oriki:test' });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  await migrateFor({ ...embedded.connection, database: TEMPLATE }, embedded.service);
  project.provide('serverUrl', embedded.url);
  project.provide('service', embedded.service);
  const serversFolder = await mkdtemp(join(tmpdir(), 'oriki-servers-'));
  // As root, PostgreSQL runs as another account, which has to pass through.
  await chmod(serversFolder, 0o755);
  project.provide('serversFolder', serversFolder);
  return async () => {
    for (const name of await readdir(serversFolder)) {
      const running = await readPostmaster(join(serversFolder, name, 'postgres'));
      // Nobody needs the data any more.
      if (running) process.kill(running.pid, 'SIGQUIT');
    }
    await rm(serversFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}
