import type { Config } from './config.ts';
import type { Database } from './platform/db/database.ts';
import type { Logger } from './platform/observability/logger.ts';
import { postgresCounters, type SharedCounters } from './platform/rate-limit/counters.ts';

/** Where this process counts rate limits together with others; no counters when it counts for itself. */
export async function openSharedCounters(
  { rateLimits, rateLimitStore, valkeyUrl }: Config,
  db: Database,
  log: Logger,
): Promise<{ counters: SharedCounters | undefined; close: () => void }> {
  if (rateLimits === undefined || rateLimitStore === 'memory')
    return { counters: undefined, close: () => {} };
  if (rateLimitStore === 'postgres') return { counters: postgresCounters(db), close: () => {} };
  // Loaded where it is used: it has a class for every command there is.
  const { Valkey } = await import('./platform/rate-limit/valkey.ts');
  const valkey = await Valkey.open(valkeyUrl!, log);
  return { counters: valkey.counters, close: () => valkey.close() };
}
