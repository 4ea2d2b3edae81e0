/**
 * The baseline of the publishing benchmark: the service with a transaction for each event, like every route without
 * `writeAll`.
 */
import { loadConfig } from '../../src/config/config.ts';
import { serve } from '../../src/start/serve.ts';
import { eventRoutes } from '../../src/modules/webhooks/events/routes.ts';
import { publishEvent } from '../../test/support/publish-event.ts';
import type { PublishEvent } from '../../src/modules/webhooks/events/schemas.ts';
import type { Tx } from '../../src/platform/db/database.ts';

const [route] = eventRoutes as unknown as Record<string, unknown>[];
for (const member of ['prepare', 'writeAll', 'answer']) delete route![member];
route!['handle'] = ({ orgId, body }: { orgId: string; body: PublishEvent }, tx: Tx) =>
  publishEvent(tx, orgId, body);
await serve(loadConfig());
