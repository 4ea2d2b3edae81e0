/**
 * The baseline of the benchmark of publishing: the service with a transaction for each event, as every route without
 * `writeAll` has it.
 */
import { loadConfig } from '../../src/config/config.ts';
import { serve } from '../../src/start/serve.ts';
import { eventRoutes } from '../../src/modules/webhooks/events/routes.ts';
import { outbox, type OutboxEvent } from '../../src/modules/webhooks/index.ts';
import type { Tx } from '../../src/platform/db/database.ts';

const [route] = eventRoutes as unknown as Record<string, unknown>[];
for (const member of ['prepare', 'writeAll', 'answer']) delete route![member];
route!['handle'] = ({ orgId, body }: { orgId: string; body: OutboxEvent }, tx: Tx) =>
  outbox(tx, orgId, body);
await serve(loadConfig());
