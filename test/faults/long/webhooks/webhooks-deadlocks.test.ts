import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { report, seeded } from '../../../support/process.ts';
import { startReceiver, type Receiver } from '../../../support/receiver.ts';
import {
  badLines,
  countRows,
  deliveryLog,
  expectAgreement,
  settled,
} from '../../../support/webhook-checks.ts';
import { WebhookClient } from '../../../support/webhook-client.ts';
import { within } from '../../../support/within.ts';

const WEBHOOKS = 4;
const FOR_MS = within(5000);

let apps: TestApp[];
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  const config = { rateLimits: undefined, outboundAllow: ['127.0.0.0/8'], webhookTimeoutMs: 1000 };
  const first = await startTestApp(config);
  apps = [first, await startTestApp(config, first.databaseUrl)];
});
afterAll(async () => {
  for (const app of apps) await app.stop();
  await receiver.stop();
});

test('all operations at once on a few webhooks cause no deadlock and no 500, and the tables agree', async () => {
  const random = seeded('webhooks-deadlocks');
  const { org } = await WebhookClient.of(apps[0]!);
  const clients = apps.map((app) => new WebhookClient(app, org));
  const any = (): WebhookClient => clients[random.below(clients.length)]!;
  const goneIds = new Set<string>();
  receiver.behave('*', (request) => {
    const dice = random.below(100);
    // Some answer 410, so that recorders deactivate and publish as well.
    if (dice < 3) {
      goneIds.add(request.path);
      return { status: 410 };
    }
    // For a quarter of each second, all receivers fail: a warning is valid only until an attempt succeeds.
    if (dice < 15 || performance.now() % 1000 < 250) return { status: 500 };
    return { status: 204, afterMs: random.below(20) };
  });
  let serial = 0;
  const create = async (): Promise<string> =>
    (await any().create(receiver.url(`/w${(serial += 1)}`), ['*', 'load.*', 'webhook.disabled']))
      .id;
  const ids: string[] = [];
  for (let n = 0; n < WEBHOOKS; n += 1) ids.push(await create());
  const one = (): string => ids[random.below(ids.length)]!;

  const answers: Record<string, number> = {};
  const wrong: string[] = [];
  const slowest: Record<string, number> = {};
  const endAt = performance.now() + FOR_MS;
  const again = (
    name: string,
    pauseMs: number,
    work: () => Promise<{ status: number; text: string }>,
  ) =>
    (async () => {
      while (performance.now() < endAt) {
        const began = performance.now();
        const { status, text } = await work();
        slowest[name] = Math.max(slowest[name] ?? 0, Math.round(performance.now() - began));
        answers[`${name} ${status}`] = (answers[`${name} ${status}`] ?? 0) + 1;
        if (status >= 500) wrong.push(`${name}: ${status} ${text}`);
        await sleep(random.below(pauseMs));
      }
    })();
  const publish = () => any().publishing({ type: 'load.event', data: {} });
  const since = new Date(Date.now() - 60_000).toISOString();
  await Promise.all([
    again('publish', 4, publish),
    again('publish', 4, publish),
    again('publish', 4, publish),
    again('pause', 40, () => any().call('PATCH', `/${one()}`, { body: { active: false } })),
    again('resume', 10, () => any().call('PATCH', `/${one()}`, { body: { active: true } })),
    again('move', 40, () =>
      any().call('PATCH', `/${one()}`, { body: { url: receiver.url(`/m${(serial += 1)}`) } }),
    ),
    again('rename', 30, () =>
      any().call('PATCH', `/${one()}`, {
        body: { name: 'Other', events: ['load.*', 'webhook.disabled'] },
      }),
    ),
    again('rotate', 200, () => any().call('POST', `/${one()}/rotate-secret`)),
    again('recover', 150, () => any().call('POST', `/${one()}/recover`, { body: { since } })),
    again('replay', 150, () =>
      any().call('POST', `/${one()}/replay`, { body: { from: since, status: 'succeeded' } }),
    ),
    // Recorders warn of the webhooks that fail next.
    again('age', 10, async () => {
      await sql`UPDATE webhook_lanes SET failing_since = now() - interval '61 hours'
          WHERE webhook_id = ${one()}`.execute(apps[0]!.db.read);
      return { status: 200, text: '' };
    }),
    again('test', 30, () => any().call('POST', `/${one()}/test`)),
    again('retry', 15, async () => {
      const id = one();
      const page = await any().call('GET', `/${id}/deliveries?limit=20`);
      if (page.status !== 200 || page.body.data.items.length === 0) return page;
      const { items } = page.body.data;
      return any().call('POST', `/${id}/deliveries/${items[random.below(items.length)].id}/retry`);
    }),
    again('delete', 200, async () => {
      const place = random.below(ids.length);
      const id = ids[place]!;
      const answer = await any().call('DELETE', `/${id}`);
      ids[place] = await create();
      return answer;
    }),
  ]);
  report(
    `deadlocks: ${JSON.stringify(answers)}; slowest ms ${JSON.stringify(slowest)}; ${goneIds.size} times gone`,
  );
  const lines = apps.flatMap(({ logs }) => logs);
  expect([...wrong, ...badLines(lines).map((line) => line.slice(0, 3000))]).toEqual([]);

  // Then everything is sent, and queue and log agree.
  receiver.behave('*', { status: 204 });
  await expectAgreementSoon();
  for (const id of ids) await clients[0]!.patch(id, { active: true });
  await sql`UPDATE delivery_queue SET due_at = now()`.execute(apps[0]!.db.read);
  await settled(apps[0]!.db, 20_000);
  expect(receiver.overlaps()).toEqual([]);
  const { rows } = await sql<{ status: string; count: number }>`
    SELECT status, count(*) FROM ${deliveryLog} d GROUP BY status ORDER BY status`.execute(
    apps[0]!.db.read,
  );
  report(`deadlocks: ${rows.map(({ status, count }) => `${count} ${status}`).join(', ')}`);
  expect(rows.find(({ status }) => status === 'succeeded')!.count).toBeGreaterThan(100);
  // All operations above happened.
  for (const name of [
    'publish 202',
    'pause 200',
    'resume 200',
    'move 200',
    'rotate 200',
    'recover 202',
    'replay 202',
    'retry 202',
    'test 202',
    'delete 200',
  ])
    expect(answers[name] ?? 0, name).toBeGreaterThan(0);
  expect(goneIds.size).toBeGreaterThan(0);
  const failing = sql`SELECT count(*) FROM events WHERE type = 'webhook.failing'`;
  const warnings = await countRows(apps[0]!.db, failing);
  report(`deadlocks: ${warnings} warnings`);
  expect(warnings).toBeGreaterThan(0);
});

/** Expects queue and log to agree, also during the load: both are changed in one statement. */
async function expectAgreementSoon(): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    await expectAgreement(apps[0]!.db);
    await sleep(20);
  }
}
