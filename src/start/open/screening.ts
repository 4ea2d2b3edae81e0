import type { Config } from '../../config/config.ts';
import { federatedRulesOf } from '../../modules/federation/index.ts';
import { Screening } from '../../modules/screening/index.ts';
import type { Database } from '../../platform/db/database.ts';

/** @param hasOthers true if others are under way in this process */
export function openScreening(
  { db, secret, config }: { db: Database; secret: string; config: Config },
  hasOthers: () => boolean,
): Screening {
  return new Screening(
    db.read,
    config.screeningMemoryBytes,
    secret,
    (orgIds) => federatedRulesOf(db.read, orgIds),
    hasOthers,
  );
}
