import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../../src/platform/db/database.ts';
import { startTestApp } from '../../support/app.ts';
import { startDeliveryPlace } from '../../support/delivery-place.ts';
import { cleanUp, eventually, report, seeded } from '../../support/process.ts';
import { startReceiver } from '../../support/receiver.ts';
import {
  badLines,
  countRows,
  deliveryLog,
  settled,
  working,
} from '../../support/webhook-checks.ts';
import { WebhookClient } from '../../support/webhook-client.ts';

/** The minimum setting. A lease is longer by 15 s (dispatch/lease.ts). */
const TIMEOUT_MS = 100;
const LEASE_MS = TIMEOUT_MS + 15_000;

afterEach(cleanUp);

async function holders(db: Database): Promise<number> {
  const query = sql<{
    holder: string;
  }>`SELECT DISTINCT holder::text FROM webhook_lanes WHERE holder IS NOT NULL`;
  const { rows } = await query.execute(db.read);
  return new Set(rows.map(({ holder }) => holder)).size;
}

test('two dispatchers on one database send nothing twice under load', async () => {
  const random = seeded('webhooks-two-dispatchers');
  const receiver = await startReceiver();
  receiver.behave('*', () => ({ status: 200, afterMs: random.below(120) }));
  const config = {
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    webhookTimeoutMs: 10_000,
    // The places are too few for all queues at once, so that each process gets some.
    webhookConcurrency: 6,
  };
  const first = await startTestApp(config);
  const second = await startTestApp(config, first.databaseUrl);
  try {
    const clients = [await WebhookClient.of(first), await WebhookClient.of(first)];
    const ids: string[] = [];
    for (const client of clients)
      for (let n = 0; n < 6; n += 1)
        await client.create(receiver.url(`/${client.org.id}/${n}`), [n % 2 === 0 ? '*' : 'load.*']);
    await Promise.all(
      clients.map(async (client) => {
        for (let n = 0; n < 40; n += 1) {
          ids.push(await client.publish('load.event', { n }));
          await sleep(random.below(20));
        }
      }),
    );
    await receiver.waitFor(ids.length * 6);
    await settled(first.db);
    await sleep(300);
    expect(receiver.requests.length).toBe(ids.length * 6);
    expect(receiver.overlaps()).toEqual([]);
    // A process is a different holder in each bucket.
    expect(await holders(first.db)).toBeGreaterThan(1);
    expect(badLines([...first.logs, ...second.logs])).toEqual([]);
  } finally {
    await first.stop();
    await second.stop();
    await receiver.stop();
  }
});

test('a dispatcher that is suspended beyond its lease neither sends nor records when it continues', async () => {
  const place = await startDeliveryPlace({
    ORIKI_WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS),
    ORIKI_WEBHOOK_ENDPOINT_CONCURRENCY: '8',
  });
  const { db, receiver, start } = place;
  const api = await start('api').ready();
  const ask = (path: string, body: unknown) => place.post(api, path, body);
  const frozen = start('worker', 'frozen');
  await working(frozen);
  const { id } = await ask('/webhooks', {
    name: 'Ledger',
    url: receiver.url('/e'),
    events: ['*'],
  });
  // The receiver answers in time, but after the pause has begun: the answers are in the sockets of the suspended
  // worker.
  const state = { frozen: false };
  receiver.behave('/e', () => ({ status: 200, afterMs: state.frozen ? 5 : 60 }));

  const publish = (n: number): Promise<unknown[]> =>
    Promise.all(
      Array.from({ length: n }, (_, i) => ask('/events', { type: 'load.event', data: { i } })),
    );
  await publish(4);
  await receiver.waitFor(4);
  await eventually(
    async () => (await countRows(db, sql`SELECT count(*) FROM delivery_queue`)) === 0,
  );
  const fence = (): Promise<number> =>
    countRows(db, sql`SELECT fence AS count FROM webhook_lanes WHERE webhook_id = ${id}`);
  const leasedBy = await fence();
  // A backlog, with some running requests at the time of the pause.
  const beforePause = receiver.requests.length;
  const publishing = publish(60);
  await receiver.waitFor(beforePause + 3);
  frozen.signal('SIGSTOP');
  const pausedAt = performance.now();
  const pausedAtSeconds = Math.ceil(Date.now() / 1000);
  state.frozen = true;
  await publishing;
  const underWay = receiver.requests.filter(({ endedAt }) => endedAt === undefined).length;
  // By then the written bytes have been read, however busy this process is.
  await sleep(500);
  const unrecorded = await countRows(db, sql`SELECT count(*) FROM delivery_queue`);
  const sentByFrozen = receiver.requests.length;

  const other = start('worker', 'other');
  await working(other);
  await sleep(1000);
  // While the lease runs, no other process sends.
  expect(receiver.requests.length).toBe(sentByFrozen);
  await receiver.waitFor((requests) => requests.length > sentByFrozen, {
    withinMs: LEASE_MS + 5000,
  });
  const takenOverAfter = performance.now() - pausedAt;
  await settled(db);
  const takenOver = await fence();
  expect(takenOver).toBeGreaterThan(leasedBy);
  expect(takenOverAfter).toBeGreaterThan(LEASE_MS - 5000 - 1500);
  const snapshot = async (): Promise<unknown> => ({
    deliveries: (
      await sql`SELECT id, status, attempt_count, finished_at FROM ${deliveryLog} d ORDER BY id`.execute(
        db.read,
      )
    ).rows,
    attempts: (
      await sql`SELECT * FROM delivery_attempts ORDER BY delivery_id, number`.execute(db.read)
    ).rows,
  });
  const recorded = await snapshot();
  const requests = receiver.requests.length;

  frozen.signal('SIGCONT');
  await sleep(1500);
  // A request that it had signed and was about to write is still sent: the network could have delayed it as long.
  const late = receiver.requests.slice(requests);
  for (const { headers } of late)
    expect(Number(headers['webhook-timestamp'])).toBeLessThanOrEqual(pausedAtSeconds);
  expect(await snapshot()).toEqual(recorded);
  expect(await fence()).toBe(takenOver);

  // It works again: the other dispatcher stops, and this one delivers.
  expect(await other.stop()).toEqual({ code: 0, signal: null });
  await publish(10);
  await settled(db);
  expect(await fence()).toBeGreaterThan(takenOver);
  // All deliveries arrived; those that were running at the pause arrived at most twice, and never two of one at a time.
  const counts = Map.groupBy(receiver.requests, ({ id: event }) => event);
  expect(counts.size).toBe(74);
  const repeated = [...counts.values()].filter((group) => group.length > 1).length;
  expect(repeated).toBeLessThanOrEqual(unrecorded);
  expect([...counts.values()].every((group) => group.length <= 2)).toBe(true);
  expect(receiver.overlaps()).toEqual([]);
  report(
    `paused: ${underWay} requests under way, ${unrecorded} deliveries queued, taken over after ` +
      `${Math.round(takenOverAfter)} ms, ${repeated} repeated`,
  );
  expect(repeated).toBeGreaterThan(0);
  expect(badLines(frozen.stdout.split('\n'))).toEqual([]);
  expect(await frozen.stop()).toEqual({ code: 0, signal: null });
  await api.stop();
  await place.stop();
});
