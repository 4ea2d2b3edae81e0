import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { loadConfig } from '../../src/config/config.ts';
import { withClient } from '../../src/platform/db/client.ts';
import type { EmbeddedDatabase } from '../../src/platform/db/embedded.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import type { Envelopes } from '../../src/platform/crypto/envelopes.ts';
import { addBuckets } from '../../src/start/buckets/add.ts';
import { openDatabase, openKeys, type OpenDatabase } from '../../src/start/open.ts';
import { START_OPTIONS } from '../../test/support/start-options.ts';
import { newOrganization, startFurther } from './servers.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A new data folder with a durable embedded PostgreSQL, an organization and its key. */
export type Bench = {
  opened: OpenDatabase;
  envelopes: Envelopes;
  databaseUrl: string;
  /** The URL of the same database for its owner, who has more rights than the service. */
  ownerUrl: string;
  owner: pg.Pool;
  dataDir: string;
  /** The additional servers by name. */
  further: ReadonlyMap<string, EmbeddedDatabase>;
  /** The settings that name these servers. */
  furtherEnv: Record<string, string>;
  orgId: string;
  key: string;
  /**
   * Starts a server on that database in a separate process. The script is a file with its arguments. Resolves with the
   * base URL.
   */
  start: (script: string, env?: Record<string, string>) => Promise<string>;
  /** Starts a server and returns a function that ends it before the others. */
  launch: (
    script: string,
    env?: Record<string, string>,
  ) => Promise<{ url: string; pid: number; stop: () => Promise<void> }>;
  /** Runs a command as the owner of the schemas. @returns its output */
  oriki: (...words: string[]) => Promise<string>;
  close: () => Promise<void>;
};

/** Waits for the line with the address, which both the service and the baselines print. */
async function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) {
    text += String(chunk);
    const match = /ready: (http:\/\/\S+)/.exec(text);
    if (match) {
      child.stderr!.resume();
      return match[1]!;
    }
  }
  throw new Error(`the server did not start:\n${text}`);
}

/**
 * @param names names of additional PostgreSQL servers, each with a bucket; a new organization gets the emptiest bucket
 */
export async function openBench(names: readonly string[] = []): Promise<Bench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriki-bench-'));
  const further = await startFurther(dataDir, names);
  const config = loadConfig({ ORIKI_DATA_DIR: dataDir, ...further.env });
  const opened = await openDatabase(config, createLogger('silent'), () => {});
  const { id: orgId, key } = await newOrganization(opened);
  for (const name of names) await addBuckets(opened, name, 1);
  await opened.buckets.placement.refresh(opened.buckets.shared.read);
  const children: ChildProcess[] = [];
  const { serviceUrl: databaseUrl, url: ownerUrl } = opened.embedded!;
  // Benchmarks send queries directly to the first bucket, where the baselines also create their tables.
  await withClient(opened.embedded!.connection, (client) =>
    client.query('ALTER DATABASE oriki SET search_path = public, bucket_000, shared'),
  );
  const owner = new pg.Pool({
    connectionString: ownerUrl,
    max: 4,
    application_name: 'oriki:bench',
  });
  const stop = async (child: ChildProcess): Promise<void> => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const launch: Bench['launch'] = async (script, env = {}) => {
    const [file, ...args] = script.split(' ') as [string, ...string[]];
    const child = spawn(process.execPath, [...START_OPTIONS, join(ROOT, file), ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        // The baselines create their own tables.
        DATABASE_URL: script.startsWith('bench/') ? ownerUrl : databaseUrl,
        ORIKI_DATA_DIR: dataDir,
        ...further.env,
        PORT: '0',
        NODE_ENV: 'production',
        ORIKI_RATE_LIMITS:
          'lists=900000000,screening=900000000,webhooks=900000000,events=900000000,' +
          'permissions-check=900000000',
        // Counting for all processes is measured separately: bench/rate-limits.ts.
        ORIKI_RATE_LIMIT_STORE: 'memory',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    return { url: await addressOf(child), pid: child.pid!, stop: () => stop(child) };
  };
  return {
    opened,
    envelopes: await openKeys(config, opened),
    databaseUrl,
    ownerUrl,
    owner,
    dataDir,
    further: further.of,
    furtherEnv: further.env,
    orgId,
    key,
    launch,
    start: async (script, env) => (await launch(script, env)).url,
    async oriki(...words) {
      const command = [join(ROOT, 'bin/oriki.cjs'), ...words];
      const env = {
        ...process.env,
        DATABASE_URL: databaseUrl,
        ORIKI_MIGRATION_DATABASE_URL: ownerUrl,
        ORIKI_DATA_DIR: dataDir,
        ...further.env,
      };
      return (await promisify(execFile)(process.execPath, command, { env })).stdout;
    },
    async close() {
      for (const child of children) await stop(child);
      await owner.end();
      await opened.close();
      await further.release();
      for (const folder of [dataDir, ...names.map((name) => `${dataDir}-${name}`)])
        await rm(folder, { recursive: true, force: true });
    },
  };
}
