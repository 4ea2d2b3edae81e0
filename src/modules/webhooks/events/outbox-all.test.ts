import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { openDatabase } from '../../../../test/support/webhook-checks.ts';
import type { Database } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createOrganization } from '../../tenants/index.ts';
import { insertWebhook } from '../subscriptions/store.ts';
import { defineEvent } from './definition.ts';
import { outboxAll } from './outbox.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await cloneDatabase());
});
afterAll(() => db.close());

async function organization(...subscribed: string[][]): Promise<string> {
  return db.transaction(async (tx) => {
    const { id } = await createOrganization(tx, { name: 'Test', plan: 'free', addons: [] });
    for (const events of subscribed) {
      const webhookId = newId('webhook');
      await insertWebhook(
        tx,
        { org_id: id, id: webhookId, name: events.join(), url: 'https://example.com/', events },
        { id: newId('whsecret'), envelope: 'sealed' },
      );
    }
    return id;
  });
}

test('sends each event only to the matching subscriptions of its organization', async () => {
  const bank = await organization(['*'], ['identity.*'], ['order.paid']);
  const shop = await organization(['order.*']);
  const quiet = await organization();
  const event = (orgId: string, type: string, n: number) => ({
    orgId,
    event: defineEvent(type, {
      description: 'Something happened.',
      schema: Type.Object({ n: Type.Integer() }),
      example: { n: 1 },
    })({ n }),
  });
  await db.transaction((tx) =>
    outboxAll(tx, [
      event(shop, 'order.paid', 1),
      event(bank, 'identity.bvn.verified', 2),
      event(quiet, 'order.paid', 3),
      event(shop, 'order.paid', 4),
      event(bank, 'order.sent', 5),
      event(shop, 'identity.bvn.verified', 6),
    ]),
  );
  const { rows } = await sql<{ org: string; n: number; to: string[] }>`
    SELECT e.org_id AS org, (e.body::json -> 'data' ->> 'n')::int AS n,
      array_remove(array_agg(w.name ORDER BY w.name), NULL) AS to
    FROM events e LEFT JOIN deliveries d ON d.org_id = e.org_id AND d.event_id = e.id
    LEFT JOIN webhooks w ON w.org_id = d.org_id AND w.id = d.webhook_id
    WHERE e.org_id IN (${bank}, ${shop}, ${quiet}) GROUP BY e.org_id, e.id, e.body ORDER BY n`.execute(
    db.read,
  );
  expect(rows).toEqual([
    { org: shop, n: 1, to: ['order.*'] },
    { org: bank, n: 2, to: ['*', 'identity.*'] },
    { org: quiet, n: 3, to: [] },
    { org: shop, n: 4, to: ['order.*'] },
    { org: bank, n: 5, to: ['*'] },
    { org: shop, n: 6, to: [] },
  ]);
  const queued = await sql<{ n: number }>`SELECT count(*)::int AS n FROM delivery_queue q
    JOIN deliveries d ON d.org_id = q.org_id AND d.id = q.delivery_id AND d.event_id = q.event_id
    WHERE q.org_id IN (${bank}, ${shop})`.execute(db.read);
  expect(queued.rows).toEqual([{ n: 5 }]);
});
