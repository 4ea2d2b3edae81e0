import { loadConfig, type Config } from '../../config/config.ts';
import { mergeRequests } from '../../modules/approvals/index.ts';
import { mergeCases } from '../../modules/cases/index.ts';
import { TABLES } from '../../modules/declared.ts';
import { mergePermissions } from '../../modules/permissions/index.ts';
import { mergeScreening } from '../../modules/monitoring/index.ts';
import { mergeParticipants } from '../../modules/threads/index.ts';
import { newAction, writeActions } from '../../platform/audit/audit.ts';
import { Database, type Tx } from '../../platform/db/database.ts';
import { selectOrgsWithOddIds, type Merged } from '../../platform/db/lists/external-ids.ts';
import { runningProcesses } from '../../platform/db/migration/state.ts';
import { ofSchemas } from '../../platform/db/schemas.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { commandActor } from '../command-audit.ts';
import { assertHasData } from '../data-folder.ts';
import { asStartError } from '../database-problems.ts';
import { StartError } from '../start-error.ts';
import { forEachBucket } from './buckets.ts';
import { reach } from './doctor.ts';

/** Time limit of a statement: a participant may have many threads. */
const TIMEOUT_MS = 10 * 60_000;

/** Organizations whose rows have changed, and those with rows that cannot be merged. */
export type MergedIds = {
  merged: { orgId: string; tables: Merged }[];
  refused: { orgId: string; reason: string }[];
};

/** Returns the tables with changes. */
function changedOf(tables: Merged): Merged {
  return Object.fromEntries(
    Object.entries(tables).filter(([, { renamed, merged }]) => renamed + merged > 0),
  );
}

async function mergeOf(tx: Tx, orgId: string): Promise<Merged> {
  const actor = commandActor();
  const threads = await mergeParticipants(tx, orgId);
  const screening = await mergeScreening(tx, orgId);
  const cases = await mergeCases(tx, orgId, screening.hits, actor);
  const approvals = await mergeRequests(tx, orgId);
  const permissions = await mergePermissions(tx, orgId);
  const tables = changedOf({
    ...threads,
    ...screening.merged,
    ...cases,
    ...approvals,
    ...permissions,
  });
  if (Object.keys(tables).length > 0)
    await writeActions(tx, [
      newAction({ orgId, actor, action: 'external_ids.merge', after: tables }),
    ]);
  return tables;
}

/**
 * Converts the ids of every organization to NFC and merges rows that become equal, in one transaction per
 * organization. After a crash, whole organizations are done, and the next call continues with the others.
 */
async function mergeIn(config: Config, db: Database): Promise<MergedIds> {
  const result: MergedIds = { merged: [], refused: [] };
  const merge = async (bucket: Database): Promise<void> => {
    for (const orgId of await selectOrgsWithOddIds(bucket.read, TABLES))
      try {
        const tables = await bucket.transaction((tx) => mergeOf(tx, orgId));
        if (Object.keys(tables).length > 0) result.merged.push({ orgId, tables });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        result.refused.push({ orgId, reason: error.message });
      }
  };
  await forEachBucket(config, db, merge, { timeoutMs: TIMEOUT_MS, needsAll: true });
  return result;
}

/**
 * The same for the configured database. It need not be migrated, because a migration stops if rows would become
 * equal.
 * @throws StartError
 */
export async function mergeIds(options: {
  env?: NodeJS.ProcessEnv;
  progress: (line: string) => void;
}): Promise<MergedIds> {
  const config = loadConfig(options.env);
  await assertHasData(config);
  const reached = await reach(config, options.progress);
  if (!('connection' in reached)) throw new StartError(reached.message);
  const { connection, release } = reached;
  const db = new Database({
    connection: ofSchemas(connection),
    poolSize: 1,
    statementTimeoutMs: TIMEOUT_MS,
    onIdleError: () => {},
  });
  try {
    if ((await runningProcesses(connection)).length > 0)
      options.progress(
        'warning: processes of the service use this database. Those of the earlier version may write such ids again: stop ' +
          'them, and run this once more (docs/operations/upgrade.md)',
      );
    return await mergeIn(config, db);
  } catch (error) {
    throw asStartError(error);
  } finally {
    await db.close();
    await release();
  }
}

/** Returns one line per table, and one per organization that failed. */
export function mergedText({ merged, refused }: MergedIds): string {
  const lines = [
    ...merged.flatMap(({ orgId, tables }) =>
      Object.entries(tables).map(
        ([table, counts]) =>
          `${orgId}\t${table}\trenamed ${counts.renamed}\tmerged ${counts.merged}`,
      ),
    ),
    ...refused.map(({ orgId, reason }) => `${orgId}\tnothing changed: ${reason}`),
  ];
  return lines.join('\n') || 'every id is in NFC';
}
