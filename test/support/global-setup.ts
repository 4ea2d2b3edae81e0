import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { databasesFolder } from './run-folder.ts';
import { copyTemplate, startTestServer } from './template.ts';

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

/** One real PostgreSQL for the whole run. Durability is off: fault tests start servers of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(databasesFolder(), 'oriki-test-'));
  await copyTemplate(dataDir);
  const embedded = await startTestServer(dataDir);
  project.provide('serverUrl', embedded.url);
  project.provide('service', embedded.service);
  const serversFolder = await mkdtemp(join(databasesFolder(), 'oriki-servers-'));
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
