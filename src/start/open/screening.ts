import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { federatedRulesOf } from '../../modules/federation/index.ts';
import { KeptParts, Screening } from '../../modules/screening/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';

/** The screening of a service, with the folder in which it keeps indexes of global lists for the next start. */
export function openScreening(
  config: Config,
  secret: string,
  db: Database,
  isInUse: () => boolean,
  log: Logger,
): Screening {
  const folder = config.screeningIndexFolder ?? join(config.dataDir, 'indexes');
  const kept = new KeptParts(folder, (error) =>
    log.warn({ err: error }, 'the index of a global list cannot be kept for the next start'),
  );
  return new Screening(
    db.read,
    config.screeningMemoryBytes,
    secret,
    (orgIds) => federatedRulesOf(db.read, orgIds),
    isInUse,
    kept,
  );
}
