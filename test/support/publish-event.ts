import { preparePublished, publishAll } from '../../src/modules/webhooks/events/outbox.ts';
import type { PublishEvent } from '../../src/modules/webhooks/events/schemas.ts';
import type { Tx } from '../../src/platform/db/database.ts';

/** Publishes an event of an organization like `POST /events`, alone in the transaction. */
export async function publishEvent(tx: Tx, orgId: string, event: PublishEvent) {
  const publishing = preparePublished(orgId, event);
  await publishAll(tx, [publishing]);
  return publishing.published!;
}
