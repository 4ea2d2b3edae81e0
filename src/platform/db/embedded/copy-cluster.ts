/** Copies a running cluster, and restores a copy in place of a new one. */
import { createReadStream, type Dirent } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { syncPath } from '../../files.ts';
import { locateBinaries } from './binaries.ts';
import {
  EmbeddedDatabaseError,
  codeOf,
  exists,
  sweepTemporaries,
  temporaryName,
} from './common.ts';
import type { Progress } from './common.ts';
import { mustRun } from './cluster.ts';
import { saveIdentity, type Identity } from './identity.ts';
import { preparePlace, writeMarker } from './place.ts';
import type { Connection } from './presence.ts';

/** A folder, or a file with its content. Paths are relative, with slashes. A folder comes before its content. */
export type ClusterEntry = { path: string; content?: AsyncIterable<Buffer> };

/**
 * Folders whose content PostgreSQL creates again, or that a copy must not have: slots, and the log, which comes last.
 */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const OMITTED =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|pg_internal\.init.*|pgsql_tmp.*|.*\.tmp(-.*)?)$/;
const CONTROL_FILE = 'global/pg_control';
const SEGMENT = /^[0-9A-F]{24}$/;
/** The names of temporary slots are unique by their session. */
const SLOT = "'oriki_backup_' || pg_backend_pid()";

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** Yields a file. Yields nothing if PostgreSQL has deleted it, because the log contains the deletion. */
async function* fileOf(cluster: string, path: string): AsyncGenerator<ClusterEntry> {
  const handle = await open(join(cluster, path), 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (handle === undefined) return;
  try {
    yield { path, content: createReadStream('', { fd: handle, autoClose: false }) };
  } finally {
    await handle.close();
  }
}

async function* folderOf(cluster: string, path: string): AsyncGenerator<ClusterEntry> {
  const entries = await readdir(join(cluster, path), { withFileTypes: true }).catch(
    (error: unknown): Dirent[] => {
      if (isMissing(error)) return [];
      throw error;
    },
  );
  for (const entry of entries) {
    if (OMITTED.test(entry.name)) continue;
    const at = path === '' ? entry.name : `${path}/${entry.name}`;
    if (path === 'pg_tblspc')
      throw new EmbeddedDatabaseError(
        `${cluster} has the tablespace ${entry.name}, which a backup cannot copy: move its tables to pg_default`,
      );
    if (EMPTIED.has(at)) yield { path: at };
    else if (entry.isDirectory()) {
      yield { path: at };
      yield* folderOf(cluster, at);
    } else if (at !== CONTROL_FILE) yield* fileOf(cluster, at);
  }
}

/**
 * Yields a copy of a running cluster: its files between `pg_backup_start` and `pg_backup_stop`, and the log that makes
 * them consistent. A temporary replication slot keeps that log until it is read. When the caller stops early, the
 * session ends and PostgreSQL forgets the backup.
 */
export async function* copyCluster(
  connection: Connection,
  cluster: string,
): AsyncGenerator<ClusterEntry> {
  // This application name counts as a use of the server, so no other process stops it.
  const client = new pg.Client({ ...connection, ssl: false, application_name: 'oriki:backup' });
  client.on('error', () => {});
  await client.connect();
  const rowOf = async (statement: string): Promise<Record<string, string>> =>
    (await client.query<Record<string, string>>(statement)).rows[0]!;
  try {
    await client.query(`SELECT pg_create_physical_replication_slot(${SLOT}, true, true)`);
    const { first } = await rowOf(
      "SELECT pg_walfile_name(pg_backup_start('oriki', fast => true)) AS first",
    );
    yield* folderOf(cluster, '');
    yield* fileOf(cluster, CONTROL_FILE);
    const { last, label } = await rowOf(
      `SELECT pg_walfile_name(lsn) AS last, labelfile AS label
       FROM pg_backup_stop(wait_for_archive => false)`,
    );
    yield { path: 'backup_label', content: once(Buffer.from(label!)) };
    yield { path: 'pg_wal/archive_status' };
    yield { path: 'pg_wal/summaries' };
    const log = (await readdir(join(cluster, 'pg_wal'))).toSorted();
    const needed = log.filter((name) => SEGMENT.test(name) && name >= first! && name <= last!);
    if (needed.at(-1) !== last)
      throw new EmbeddedDatabaseError(`${cluster} lacks a part of its log, ${last}: try again`);
    for (const name of [...needed, ...log.filter((one) => one.endsWith('.history'))])
      yield* fileOf(cluster, `pg_wal/${name}`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/**
 * Writes a copy into a data folder that has no database. Processes can use it only after all of it is on disk: the
 * cluster is written under a temporary name, and `postgres.json` comes last.
 * @throws EmbeddedDatabaseError, also if the copy is of another major version of PostgreSQL
 */
export async function placeCluster(
  { dataDir, identity, progress }: { dataDir: string; identity: Identity; progress: Progress },
  entries: AsyncIterable<ClusterEntry>,
): Promise<void> {
  const place = await preparePlace(dataDir, await locateBinaries(), progress, identity);
  const { account, binaries, cluster, home } = place;
  if (await exists(cluster))
    throw new EmbeddedDatabaseError(`${cluster} exists already: name another data folder`);
  await sweepTemporaries(home, basename(cluster));
  const work = temporaryName(cluster);
  const own = async (path: string): Promise<void> => {
    if (account !== undefined) await chown(path, account.uid, account.gid);
  };
  try {
    await mkdir(work, { mode: 0o700 });
    await own(work);
    for await (const { path, content } of entries) {
      const target = join(work, path);
      if (content === undefined) await mkdir(target, { mode: 0o700 });
      else await writeNew(target, content);
      await own(target);
    }
    const version = (await readFile(join(work, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
    if (version !== binaries.major)
      throw new EmbeddedDatabaseError(
        `the copy is of PostgreSQL ${version || 'of an unknown version'}, and this Oriki contains PostgreSQL ` +
          `${binaries.major}: restore it with the release that made it`,
      );
    await writeMarker(work, place);
    await mustRun(binaries.initdb, ['--pgdata', work, '--sync-only'], account, home);
    await rename(work, cluster);
    await syncPath(dirname(cluster));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const location = home === place.dataDir ? {} : { location: home };
  const { clusterId, password } = identity;
  await saveIdentity(dataDir, { clusterId, password, ...location });
}

async function writeNew(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const part of content) await file.appendFile(part);
  } finally {
    await file.close();
  }
}
