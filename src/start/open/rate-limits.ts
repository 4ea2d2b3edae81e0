import cluster from 'node:cluster';
import { rateLimitStoreOf } from '../../config/rate-limits.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { runningProcesses } from '../../platform/db/migration/state.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { SharedCounters } from '../../platform/rate-limit/counters.ts';
import { primaryCounters } from '../../platform/rate-limit/primary.ts';
import { postgresCounters } from '../../platform/rate-limit/store.ts';
import { openValkey } from '../../platform/rate-limit/valkey-cluster.ts';

/** Opens the counters that several processes share; undefined if this process counts alone. */
export async function openSharedCounters(
  config: Config,
  db: Database,
  log: Logger,
): Promise<{ counters: SharedCounters | undefined; close: () => void }> {
  const none = { counters: undefined, close: () => {} };
  const { rateLimits, databaseUrl, valkeyUrl } = config;
  if (rateLimits === undefined) return none;
  const store = rateLimitStoreOf(config);
  if (store === 'memory' && cluster.isWorker) return { counters: primaryCounters, close: () => {} };
  if (store === 'memory') {
    // On the embedded database, every process except the first finds another one running.
    if (databaseUrl !== undefined || (await runningProcesses(db.connection)).length > 0)
      log.warn(
        'rate limits are counted in this process alone: every further process adds the limit again',
      );
    return none;
  }
  if (store === 'postgres') return { counters: postgresCounters(db), close: () => {} };
  const valkey = await openValkey(valkeyUrl!, log);
  return { counters: valkey.counters, close: () => valkey.close() };
}
