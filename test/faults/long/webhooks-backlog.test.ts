import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { publishEvent } from '../../support/publish-event.ts';
import { startTestApp } from '../../support/app.ts';
import { report } from '../../support/process.ts';
import { startReceiver } from '../../support/receiver.ts';
import { badLines, settled } from '../../support/webhook-checks.ts';
import { WebhookClient } from '../../support/webhook-client.ts';

const EVENTS = 3000;

/**
 * The dispatcher plans its statements once, on a new database with empty tables. A plan that reads all events of an
 * organization for each delivery would slow down reads, and with them deliveries, pauses and deletions.
 */
test('a backlog is sent on a database that was empty a moment ago', async () => {
  const receiver = await startReceiver();
  const app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
  const client = await WebhookClient.of(app);
  const { id } = await client.create(receiver.url('/e'));
  await client.attempted(id, await client.publish('load.first'));
  // As if another process held the queue, so that all deliveries wait.
  const lease = (until: string) =>
    sql`UPDATE webhook_lanes SET fence = fence + 1, leased_until = ${until}`.execute(app.db.read);
  await lease('infinity');
  for (let done = 0; done < EVENTS; done += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        app.db.transaction((tx) =>
          publishEvent(tx, client.org.id, { type: 'load.event', data: { n: done + n } }),
        ),
      ),
    );
  const published = performance.now();
  await lease('-infinity');
  await settled(app.db, 30_000);
  report(
    `backlog: ${EVENTS} events, all recorded ${Math.round(performance.now() - published)} ms later`,
  );
  // Each delivery needs one event. Sessions publish their statistics once a second.
  await sleep(1500);
  const { rows } = await sql<{ fetched: number }>`
    SELECT idx_tup_fetch AS fetched FROM pg_stat_user_tables WHERE relname = 'events'`.execute(
    app.db.read,
  );
  expect(rows[0]!.fetched).toBeGreaterThan(0);
  expect(rows[0]!.fetched).toBeLessThan(20 * EVENTS);
  expect(receiver.requests.filter(({ path }) => path === '/e')).toHaveLength(EVENTS + 1);
  expect(receiver.overlaps()).toEqual([]);
  expect(badLines(app.logs)).toEqual([]);
  await app.stop();
  await receiver.stop();
});
