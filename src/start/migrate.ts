import type { Config } from '../config/config.ts';
import { TABLES } from '../modules/declared.ts';
import { HOME } from '../platform/db/buckets/placement.ts';
import { withClient } from '../platform/db/client.ts';
import { migrateFor, readPending } from '../platform/db/migration/migrate.ts';
import type { Migration } from '../platform/db/migration/migrations.ts';
import { planMigrations, type PlannedLock } from '../platform/db/migration/plan.ts';
import { assertMigrated, runningProcesses } from '../platform/db/migration/state.ts';
import { roleRisks } from '../platform/db/roles.ts';
import { asStartError } from './database-problems.ts';
import { serverAccess, startHome } from './servers.ts';
import { StartError } from './start-error.ts';

/**
 * @param addresses one address for each running process
 * @param pending the migrations that are about to be applied
 */
function stillRunning(addresses: string[], pending: Migration[]): string {
  const oldest = pending.every(({ needs }) => needs !== undefined)
    ? Math.max(...pending.map(({ needs }) => needs!))
    : undefined;
  const places = [...new Set(addresses)].map((address) => {
    const count = addresses.filter((other) => other === address).length;
    return count === 1 ? address : `${address} (${count})`;
  });
  return (
    `processes of the service still use this database: ${addresses.length}, from ${places.join(', ')}. ` +
    (oldest === undefined
      ? 'They were made for the earlier schema: stop them now, and start this version when the migration is done'
      : `Those of versions with migration ${oldest} continue to work; stop older ones now`)
  );
}

/** Returns advice for the operator about a failed migration of a server. */
export function asMigrationError(error: unknown, server: string): unknown {
  const { code } = ((error as Error).cause ?? error) as { code?: string };
  if (code !== '42501') return asStartError(error, server);
  const advice =
    server === HOME
      ? 'set ORIKI_MIGRATION_DATABASE_URL to the database as its owner'
      : `name ${server} in ORIKI_MIGRATION_SERVERS as its owner`;
  return new StartError(`the role may not change the schema: ${advice}`, 1, error);
}

/** A migration with the name of its server. */
export type AppliedMigration = Migration & { server: string };

/**
 * Migrates the schemas of every server, as the owner of the schemas if the configuration names one. Grants the
 * service's role the rights that it needs.
 * @param warn called, before anything is applied, with processes that are still running
 * @returns the applied migrations, and the unnecessary rights of those roles
 * @throws StartError
 */
export async function migrateDatabase(
  config: Config,
  warn: (text: string) => void,
  progress: (line: string) => void = () => {},
): Promise<{ applied: AppliedMigration[]; risks: string[] }> {
  const embedded = await startHome(config, progress);
  const servers = serverAccess(config, embedded);
  const tellRunning = async (pending: Migration[]): Promise<void> => {
    // This is only a warning: processes that use all connections of the role must not prevent the migration.
    const running = await runningProcesses(servers.get(HOME)!.service).catch((error: unknown) => {
      warn(`it is unknown whether processes of the service still run: ${String(error)}`);
      return [];
    });
    if (running.length > 0) warn(stillRunning(running, pending));
  };
  let told: Promise<void> | undefined;
  const onPending = (pending: Migration[]): Promise<void> => (told ??= tellRunning(pending));
  const applied: AppliedMigration[] = [];
  const risks: string[] = [];
  try {
    // If this version rejects one server, the others stay unchanged.
    for (const [server, { owner }] of servers.size > 1 ? servers : [])
      await withClient(owner, (client) => readPending(client, { isHome: server === HOME })).catch(
        (error: unknown) => {
          throw asMigrationError(error, server);
        },
      );
    for (const [server, { owner, role, service }] of servers)
      try {
        const isHome = server === HOME;
        const done = await migrateFor(owner, await role(), TABLES, { isHome, onPending });
        applied.push(...done.applied.map((migration) => ({ ...migration, server })));
        // The operator does not choose the roles of the embedded server.
        if (isHome && embedded) continue;
        const found = roleRisks(await assertMigrated(service, isHome ? undefined : []));
        risks.push(...found.map((risk) => (isHome ? risk : `server ${server}: ${risk}`)));
      } catch (error) {
        throw asMigrationError(error, server);
      }
  } finally {
    await embedded?.release();
  }
  return { applied, risks };
}

/**
 * Returns the locks that pending migrations will take on the existing tables of every server. It changes nothing.
 * @throws StartError
 */
export async function planDatabase(
  config: Config,
  progress: (line: string) => void,
): Promise<{ items: (PlannedLock & { server: string })[]; seconds: number }> {
  const embedded = await startHome(config, progress);
  const items: (PlannedLock & { server: string })[] = [];
  try {
    for (const [server, { owner }] of serverAccess(config, embedded))
      try {
        const planned = await planMigrations(owner, server === HOME);
        items.push(...planned.map((lock) => ({ server, ...lock })));
      } catch (error) {
        throw asMigrationError(error, server);
      }
  } finally {
    await embedded?.release();
  }
  const seconds = items.reduce((sum, item) => sum + item.seconds, 0);
  return { items, seconds: Math.round(100 * seconds) / 100 };
}
