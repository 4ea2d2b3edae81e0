import type { Config } from '../../config/config.ts';
import { Placement } from '../../platform/db/buckets/placement.ts';
import { Database } from '../../platform/db/database.ts';
import { isUnavailable } from '../../platform/db/failures.ts';
import { STATEMENT_TIMEOUT_MS } from './finding.ts';

/**
 * Visits each bucket. Skips the buckets of an unavailable server, which has its own findings, unless the caller needs
 * all.
 */
export async function forEachBucket(
  config: Config,
  db: Database,
  look: (bucket: Database) => Promise<void>,
  { timeoutMs = STATEMENT_TIMEOUT_MS, needsAll = false } = {},
): Promise<void> {
  const placement = new Placement();
  await placement.refresh(db.read);
  for (const { name: schema, server } of placement.buckets) {
    const url = config.servers.get(server);
    const bucket = new Database({
      connection: url === undefined ? db.connection : { connectionString: url },
      schema,
      poolSize: 1,
      statementTimeoutMs: timeoutMs,
      onIdleError: () => {},
    });
    try {
      await look(bucket);
    } catch (error) {
      if (needsAll || !isUnavailable(error)) throw error;
    } finally {
      await bucket.close();
    }
  }
}
