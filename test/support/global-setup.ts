import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { databasesFolder } from './run-folder.ts';
import { copyTemplate, startTestServer } from './template.ts';

// Only an interface can extend the declarations of a library.
/* oxlint-disable typescript/consistent-type-definitions */
declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The URL of the server's maintenance database, for a superuser; test databases are cloned on the same server.
     */
    serverUrl: string;
    /** The role of the service's connections. */
    service: { user: string; password: string };
    /** The data of three servers with buckets, if a test uses them. */
    serversFolder: string;
  }
}
/* oxlint-enable typescript/consistent-type-definitions */

/** Starts one real PostgreSQL for the whole run. Durability is off; fault tests start their own servers. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(databasesFolder(), 'oriki-test-'));
  await copyTemplate(dataDir);
  const embedded = await startTestServer(dataDir);
  project.provide('serverUrl', embedded.url);
  project.provide('service', embedded.service);
  const serversFolder = await mkdtemp(join(databasesFolder(), 'oriki-servers-'));
  // If the tests run as root, PostgreSQL runs as another account, which must be able to enter the folder.
  await chmod(serversFolder, 0o755);
  project.provide('serversFolder', serversFolder);
  return async () => {
    for (const name of await readdir(serversFolder)) {
      const running = await readPostmaster(join(serversFolder, name, 'postgres'));
      // The data is no longer needed.
      if (running) process.kill(running.pid, 'SIGQUIT');
    }
    await rm(serversFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}
