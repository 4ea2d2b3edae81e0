import { storeSettings } from '../config-exports.ts';
import type { Config } from '../config.ts';
import { lostStores } from '../modules/exports/index.ts';
import type { Database } from '../platform/db/database.ts';
import { findings, type Finding } from './finding.ts';

/** Whether the files of exports that can still be downloaded are where processes find them. */
export async function checkExports(config: Config, db: Database): Promise<Finding> {
  const { ok, warn } = findings('exports');
  const lost = await lostStores(db.read, storeSettings(config));
  if (lost.length === 0) return ok('every store that has files can be read');
  return warn(
    `files are in ${lost.map(({ name, problem }) => `${name} (${problem})`).join(', ')}`,
    'make it readable for Oriki again until they have expired; until then they cannot be downloaded',
  );
}
