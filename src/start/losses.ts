/** Reports that a database server has lost its latest commits, and discards data from them. */
import { Counter, type Registry } from 'prom-client';
import type { History } from '../platform/db/buckets/history.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { BuiltApp } from './app.ts';

/** Reports each loss to operators, and discards the positions of streams. */
export function reportLosses(
  history: History,
  { log, registry }: { log: Logger; registry: Registry },
  built: Pick<BuiltApp, 'followed'> | undefined,
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
  });
}
