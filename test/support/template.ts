import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { TABLES } from '../../src/modules/declared.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/platform/db/embedded.ts';
import { migrateFor } from '../../src/platform/db/migration/migrate.ts';
import { CACHE } from './run-folder.ts';

/** The name of a migrated database without sessions, so that it can be cloned. */
export const TEMPLATE = 'oriki_template';

const ROOT = join(import.meta.dirname, '../..');
/** All files that determine the content of the template. */
const SOURCES = [
  'migrations/**/*.{json,sql}',
  'src/modules/declared.ts',
  'src/platform/db/**/*.ts',
  'package-lock.json',
  'test/support/template.ts',
  'test/support/servers/servers.ts',
];
/** Checking a password costs a client 3 ms with the default, and a run opens thousands of connections. */
export const QUICK_LOGIN = { scram_iterations: '1' };
const NAME = `oriki-test-template-${process.getuid?.() ?? ''}-`;
/** Templates of other migrations are deleted when no run has used them for this long. */
const KEPT_MS = 7 * 86_400_000;

/** Starts the server of a data folder without durability. */
export function startTestServer(dataDir: string): Promise<EmbeddedDatabase> {
  return startEmbedded({
    dataDir,
    progress: () => {},
    fsync: false,
    settings: {
      max_connections: '600',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      ...QUICK_LOGIN,
    },
  });
}

/** Returns the folder of a template for these migrations. */
function templateFolder(kind: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts'] }).toSorted())
    hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  return join(CACHE, `${NAME}${kind}-${hash.digest('hex').slice(0, 16)}`);
}

/** Creates the cluster and the migrated database in a folder, and stops the server. */
async function makeTemplate(dataDir: string): Promise<void> {
  const embedded = await startTestServer(dataDir);
  try {
    const admin = new pg.Client({ ...embedded.connection, application_name: 'oriki:test' });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${TEMPLATE}`);
    const { user, password } = embedded.connection;
    await admin.query(`ALTER ROLE ${user} PASSWORD '${password}'`);
    await admin.end();
    await migrateFor({ ...embedded.connection, database: TEMPLATE }, embedded.service, TABLES);
  } finally {
    await embedded.release();
  }
}

/** Deletes templates of other migrations that no run has used recently. */
async function deleteOldTemplates(current: string): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const folder = join(CACHE, name);
    if (!name.startsWith(NAME) || name === basename(current)) continue;
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a cluster in an empty data folder, and stops its server. */
type MakeCluster = (dataDir: string) => Promise<void>;

/** Copies with owners and modes, because PostgreSQL runs as another account if this is root. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/**
 * Fills an empty data folder with a cluster that is created once for each state of the migrations, and kept between
 * runs. Concurrent runs each create one; the first one is kept.
 * @param kind distinguishes clusters of the same migrations
 */
export async function copyCluster(kind: string, dataDir: string, make: MakeCluster): Promise<void> {
  const folder = templateFolder(kind);
  if (!existsSync(folder)) {
    await deleteOldTemplates(folder);
    const made = await mkdtemp(join(CACHE, 'oriki-test-made-'));
    await make(made);
    // As root with a private TMPDIR, the cluster is outside of its data folder, so a copy of the folder would lack
    // it.
    if (!existsSync(join(made, 'postgres'))) {
      await rm(made, { recursive: true, force: true });
      return make(dataDir);
    }
    await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
  }
  const now = new Date();
  await utimes(folder, now, now);
  await copy(folder, dataDir);
}

/** Fills an empty data folder with a cluster whose database `TEMPLATE` is migrated. */
export function copyTemplate(dataDir: string): Promise<void> {
  return copyCluster('one', dataDir, makeTemplate);
}
