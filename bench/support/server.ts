import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../src/config/config.ts';
import { TENANT_SCOPES } from '../../src/modules/declared.ts';
import { createKey, createOrganization } from '../../src/modules/tenants/index.ts';
import { withClient } from '../../src/platform/db/client.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import type { Envelopes } from '../../src/platform/crypto/envelopes.ts';
import { openDatabase, openKeys, type OpenDatabase } from '../../src/start/open.ts';
import { START_OPTIONS } from '../../test/support/start-options.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A fresh data folder with a durable embedded PostgreSQL, an organization and a key for it. */
export type Bench = {
  opened: OpenDatabase;
  envelopes: Envelopes;
  databaseUrl: string;
  /** The same database as its owner, who may do what the service may not. */
  ownerUrl: string;
  owner: pg.Pool;
  orgId: string;
  key: string;
  /**
   * Starts a server on that database, a file with its arguments, in a process of its own; resolves with its base URL.
   */
  start: (script: string, env?: Record<string, string>) => Promise<string>;
  /** The same with a way to end it before the others. */
  launch: (
    script: string,
    env?: Record<string, string>,
  ) => Promise<{ url: string; pid: number; stop: () => Promise<void> }>;
  close: () => Promise<void>;
};

/** Waits for the line that names the address; both the service and the baselines print one. */
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

export async function openBench(): Promise<Bench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriki-bench-'));
  const config = loadConfig({ ORIKI_DATA_DIR: dataDir });
  const opened = await openDatabase(config, createLogger('silent'), () => {});
  const { orgId, key } = await opened.db.transaction(async (tx) => {
    const organization = await createOrganization(tx, {
      name: 'Bench',
      plan: 'enterprise',
      addons: ['detection_pack'],
    });
    const created = await createKey(tx, {
      organizationId: organization.id,
      scopes: [...TENANT_SCOPES],
    });
    return { orgId: organization.id, key: created.key };
  });
  const children: ChildProcess[] = [];
  const { serviceUrl: databaseUrl, url: ownerUrl } = opened.embedded!;
  // Benchmarks ask for themselves, and the baselines make their tables in the first of these.
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
        // The baselines make tables of their own.
        DATABASE_URL: script.startsWith('bench/') ? ownerUrl : databaseUrl,
        ORIKI_DATA_DIR: dataDir,
        PORT: '0',
        NODE_ENV: 'production',
        ORIKI_RATE_LIMITS:
          'lists=900000000,screening=900000000,webhooks=900000000,events=900000000,' +
          'permissions-check=900000000',
        // Counting for all processes is measured by itself: bench/rate-limits.ts.
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
    orgId,
    key,
    launch,
    start: async (script, env) => (await launch(script, env)).url,
    async close() {
      for (const child of children) await stop(child);
      await owner.end();
      await opened.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
