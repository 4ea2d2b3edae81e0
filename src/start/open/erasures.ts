import type { Config } from '../../config/config.ts';
import { erasureFolder } from '../../config/exports.ts';
import { heldCases } from '../../modules/cases/index.ts';
import type { Stores } from '../../modules/exports/index.ts';
import { MODULES } from '../../modules/index.ts';
import { recordClassesOf, tablesOf } from '../../modules/module.ts';
import {
  ErasureList,
  erasedTablesOf,
  repeatErasures,
  type EraseTools,
} from '../../modules/privacy/index.ts';
import { SigningKeys } from '../../modules/signing/index.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Buckets } from '../../platform/db/buckets/buckets.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';

/** Returns the tools of erasures, without a bucket. */
export function eraseTools(
  config: Config,
  {
    buckets,
    envelopes,
    files,
    secret,
  }: { buckets: Buckets; envelopes: Envelopes; files: Stores; secret: string },
): Omit<EraseTools, 'db'> {
  const signing = new SigningKeys(buckets.shared, envelopes);
  return {
    files,
    list: new ErasureList(erasureFolder(config)),
    tables: erasedTablesOf(tablesOf(MODULES)),
    recordClasses: recordClassesOf(MODULES),
    heldCases,
    secret,
    isStreamed: config.auditStream !== undefined,
    subjectKeys: envelopes.subjectKeys,
    sign: (document) => signing.sign(document),
  };
}

/** Repeats what is on the list of erasures and not done in the database. @throws if that is not possible now */
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
  const repeated = await repeatErasures(db, eraseTools(config, rest), signal);
  if (repeated > 0) log.warn({ repeated }, 'erasures on the list were not done, and are repeated');
}
