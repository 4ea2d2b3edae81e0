import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportRows } from '../../../../test/support/export-rows.ts';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.ts';
import { WebhookClient } from '../../../../test/support/webhook-client.ts';
import { deliveriesExport } from './deliveries.ts';

let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    shutdownTimeoutMs: 100,
  });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

test('deliveries of deleted webhooks are exported with their outcome, and pending ones as cancelled', async () => {
  const client = await WebhookClient.of(app);
  receiver.behave('/broken', { status: 500 });
  const paths = ['/fine', '/broken', '/kept', '/silent'];
  const ids: Record<string, string> = {};
  for (const path of paths)
    ids[path] = (await client.create(receiver.url(path), [`load${path.replace('/', '.')}`])).id;
  const publish = (path: string) => client.publish(`load${path.replace('/', '.')}`);
  const fine = await publish('/fine');
  const broken = await publish('/broken');
  const kept = await publish('/kept');
  await client.delivery(ids['/fine']!, fine, ({ status }) => status === 'succeeded');
  await client.delivery(ids['/kept']!, kept, ({ status }) => status === 'succeeded');
  await client.attempted(ids['/broken']!, broken);
  // The webhook has a second delivery after one that it accepted, and a delivery that has no answer yet.
  receiver.behave('/fine', { status: 503 });
  const again = await publish('/fine');
  await client.attempted(ids['/fine']!, again);
  receiver.behave('/silent', 'hang');
  const silent = await publish('/silent');
  await client.delivery(ids['/silent']!, silent);
  const rows = async () => {
    const all = await exportRows(app.db, deliveriesExport, { orgId: client.org.id });
    return all.map(({ eventId, webhookId, status }) => [eventId, webhookId, status]);
  };
  const at = (event: string, path: string, status: string) => [event, ids[path], status];
  expect(await rows()).toEqual([
    at(fine, '/fine', 'succeeded'),
    at(broken, '/broken', 'pending'),
    at(kept, '/kept', 'succeeded'),
    at(again, '/fine', 'pending'),
    at(silent, '/silent', 'pending'),
  ]);
  for (const path of ['/fine', '/broken', '/silent'])
    await client.ask(200, 'DELETE', `/${ids[path]}`);
  expect(await rows()).toEqual([
    at(fine, '/fine', 'succeeded'),
    at(broken, '/broken', 'cancelled'),
    at(kept, '/kept', 'succeeded'),
    at(again, '/fine', 'cancelled'),
    at(silent, '/silent', 'cancelled'),
  ]);
  const [, cancelled] = await exportRows(app.db, deliveriesExport, { orgId: client.org.id });
  expect(cancelled).toMatchObject({
    attemptCount: 1,
    lastStatusCode: 500,
    eventType: 'load.broken',
  });
});
