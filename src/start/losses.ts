/** Has a process tell operators when a database server has lost the end of its history, and drop what is from it. */
import { Counter, type Registry } from 'prom-client';
import { HOME } from '../platform/db/buckets/placement.ts';
import type { History } from '../platform/db/buckets/history.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { BuiltApp } from './app.ts';

/**
 * Tells operators of each loss, and drops what no revision guards: keys and sessions, which are read again with the next
 * request, and what streams believe to have sent.
 */
export function reportLosses(
  history: History,
  { log, registry }: { log: Logger; registry: Registry },
  built: Pick<BuiltApp, 'keys' | 'followed'> | undefined,
): void {
  const losses = new Counter({
    name: 'oriki_database_history_lost_total',
    help: 'Times that a database server came back without changes that this process had seen committed',
    registers: [registry],
  });
  history.listen({
    lost(server) {
      losses.inc();
      log.warn(
        { server },
        'the database has lost changes that were committed: what this process had in memory of them was dropped',
      );
      built?.followed.inboxStreams.distrust(server);
      built?.followed.liveStreams.distrust(server);
    },
    drop(server) {
      if (server === HOME) built?.keys.clear();
    },
  });
}
