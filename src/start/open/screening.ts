import { join } from 'node:path';
import { ConfigError, type Config } from '../../config/config.ts';
import { federatedRulesOf } from '../../modules/federation/index.ts';
import { decided } from '../../modules/monitoring/index.ts';
import { type Effects, KeptParts, loadEffects, Screening } from '../../modules/screening/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { OperatorFileError } from '../../platform/operator-file.ts';
import { StartError } from '../start-error.ts';

/** Reads which listings block. Needs no database, so mistakes are reported before one is opened. @throws StartError */
export async function readEffects(config: Config): Promise<Effects> {
  try {
    return await loadEffects(config.screeningEffectsFile);
  } catch (error) {
    if (!(error instanceof OperatorFileError)) throw error;
    throw new StartError(error.message, ConfigError.exitCode, error);
  }
}

/**
 * @param hasOthers true if other screenings run in this process
 * @param kept stores indexes of global lists for the next start; undefined to build them at each start
 */
export function openScreening(
  parts: { db: Database; secret: string; config: Config; effects: Effects },
  hasOthers: () => boolean,
  kept?: KeptParts,
): Screening {
  const { db, secret, config, effects } = parts;
  return new Screening({
    db: db.read,
    memoryBytes: config.screeningMemoryBytes,
    secret,
    decided,
    federatedRulesOf,
    hasOthers,
    kept,
    effects,
  });
}

/** Opens the folder in which a service stores indexes of global lists. */
export function openKeptParts(config: Config, log: Logger): KeptParts {
  const folder = config.screeningIndexFolder ?? join(config.dataDir, 'indexes');
  return new KeptParts(folder, (error) =>
    log.warn({ err: error }, 'the index of a global list cannot be stored for the next start'),
  );
}
