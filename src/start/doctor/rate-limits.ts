import { randomUUID } from 'node:crypto';
import { rateLimitStoreOf } from '../../config/rate-limits.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { runningProcesses } from '../../platform/db/migration/state.ts';
import { openValkey } from '../../platform/rate-limit/valkey-cluster.ts';
import { valkeyUrls } from '../../platform/rate-limit/counters.ts';
import { findings, reasonOf, type Finding } from './finding.ts';

const PAGE = 'operations/several-processes.md';

const silent = { info: () => {}, warn: () => {} };

/**
 * Checks the store that counts requests. In Valkey it counts with a test key, which expires after a second.
 * @param db undefined if it is unavailable
 */
export async function checkRateLimits(
  config: Config,
  db: Pick<Database, 'connection'> | undefined,
): Promise<Finding> {
  const { ok, warn, fail } = findings('rate limits', PAGE);
  const { rateLimits, databaseUrl, valkeyUrl } = config;
  const store = rateLimitStoreOf(config);
  if (rateLimits === undefined) return ok('they are off');
  if (store === 'memory' && databaseUrl === undefined && config.processes > 1)
    return ok('the first process counts them for all of this machine, from zero after each start');
  if (store === 'memory') {
    const message =
      'each process counts separately, from zero after each start: every further process adds the limit again';
    const advice =
      'set ORIKI_RATE_LIMIT_STORE to postgres or valkey, unless there is one process only';
    if (databaseUrl !== undefined) return warn(message, advice);
    const processes = db ? (await runningProcesses(db.connection)).length : 0;
    return processes > 1
      ? warn(`${message}; ${processes} processes run now`, advice)
      : ok('one process counts them, and no other runs now');
  }
  if (store === 'postgres') return ok('they are counted in the database');
  const host = valkeyUrls(valkeyUrl!)
    .map((url) => new URL(url).host)
    .join(', ');
  let valkey: Awaited<ReturnType<typeof openValkey>> | undefined;
  try {
    valkey = await openValkey(valkeyUrl!, silent);
    const group = { keyPrefix: 'doctor', points: 1, duration: 1, inMemoryBlockOnConsumed: 2 };
    await valkey.counters(group).consume(randomUUID());
    return ok(`the Valkey server ${host} counts them`);
  } catch (error) {
    return fail(
      `the Valkey server ${host} does not count them (${reasonOf(error)}): each process counts separately`,
      'correct ORIKI_VALKEY_URL, or check that the server can be reached from here, accepts writes, and lets its user ' +
        'run the commands that docs/operations/several-processes.md names',
    );
  } finally {
    valkey?.close();
  }
}
