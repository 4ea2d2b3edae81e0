import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { federatedRulesOf } from '../../modules/federation/index.ts';
import { KeptParts, Screening } from '../../modules/screening/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';

/**
 * @param hasOthers true if others are under way in this process
 * @param kept keeps indexes of global lists for the next start; undefined: each start makes them anew
 */
export function openScreening(
  { db, secret, config }: { db: Database; secret: string; config: Config },
  hasOthers: () => boolean,
  kept?: KeptParts,
): Screening {
  return new Screening(
    db.read,
    config.screeningMemoryBytes,
    secret,
    (orgIds) => federatedRulesOf(db.read, orgIds),
    hasOthers,
    kept,
  );
}

/** The folder in which a service keeps indexes of global lists. */
export function openKeptParts(config: Config, log: Logger): KeptParts {
  const folder = config.screeningIndexFolder ?? join(config.dataDir, 'indexes');
  return new KeptParts(folder, (error) =>
    log.warn({ err: error }, 'the index of a global list cannot be kept for the next start'),
  );
}
