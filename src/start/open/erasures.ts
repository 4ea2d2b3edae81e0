import type { Config } from '../../config/config.ts';
import { erasureFolder } from '../../config/exports.ts';
import { heldCases } from '../../modules/cases/index.ts';
import type { Stores } from '../../modules/exports/index.ts';
import { MODULES } from '../../modules/index.ts';
import { recordClassesOf, tablesOf } from '../../modules/module.ts';
import {
  countMissing,
  ErasureList,
  erasedTablesOf,
  leavingPlanOf,
  repeatErasures,
  repeatLeaving,
  type EraseTools,
  type LeaveTools,
} from '../../modules/privacy/index.ts';
import { SigningKeys } from '../../modules/signing/index.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Buckets } from '../../platform/db/buckets/buckets.ts';
import type { Database } from '../../platform/db/database.ts';
import { isUnavailable } from '../../platform/db/failures.ts';
import { everyBucketOf } from '../../platform/db/places.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { StartError } from '../start-error.ts';

/** Returns the tools for erasures, which belong to no bucket. */
export function eraseTools(
  config: Config,
  {
    buckets,
    envelopes,
    files,
    secret,
  }: { buckets: Buckets; envelopes: Envelopes; files: Stores; secret: string },
): Omit<EraseTools & LeaveTools, 'db'> {
  const signing = new SigningKeys(buckets.shared, envelopes);
  return {
    files,
    list: new ErasureList(erasureFolder(config)),
    tables: erasedTablesOf(tablesOf(MODULES)),
    plan: leavingPlanOf(tablesOf(MODULES)),
    recordClasses: recordClassesOf(MODULES),
    heldCases,
    secret,
    isStreamed: config.auditStream !== undefined,
    subjectKeys: envelopes.subjectKeys,
    sign: (document) => signing.sign(document),
  };
}

/** Returns advice about a list that lacks erasures. */
export function missingAdvice(count: number, folder: string): { problem: string; repair: string } {
  return {
    problem: `the list of erasures in ${folder} lacks ${count} that the database has done: a restored backup would bring those subjects back`,
    repair:
      'set ORIKI_ERASURE_DIR to the folder that has them, or put back its copy; only if no copy is left, run oriki privacy restore-list',
  };
}

/**
 * @throws StartError if the list lacks erasures that were completed in the database: it may be another folder, or an
 * old copy
 */
async function assertListed(db: Database, list: ErasureList): Promise<void> {
  let count = 0;
  for (const bucket of everyBucketOf(db.read))
    try {
      count += (await countMissing(bucket, list)).missing;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  if (count === 0) return;
  const { problem, repair } = missingAdvice(count, list.folder);
  throw new StartError(`${problem}; ${repair}`);
}

/**
 * Repeats the erasures that are on the list, but not in the database.
 * @throws if that is not possible now; StartError if the list lacks erasures
 */
export async function repeatListed(
  config: Config,
  {
    db,
    log,
    signal,
    ...rest
  }: {
    db: Database;
    buckets: Buckets;
    envelopes: Envelopes;
    files: Stores;
    secret: string;
    log: Logger;
    signal: AbortSignal;
  },
): Promise<void> {
  const tools = eraseTools(config, rest);
  await assertListed(db, tools.list);
  const organizations = await repeatLeaving(db, tools, signal);
  const repeated = organizations + (await repeatErasures(db, tools, signal));
  if (repeated > 0) log.warn({ repeated }, 'erasures on the list were not done, and are repeated');
}
