import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import {
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
  type WebhookEvent,
} from '../../clients/typescript/src/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startReceiver, type ReceivedRequest, type Receiver } from '../support/receiver.ts';
import { WebhookClient } from '../support/webhook-client.ts';
import { clientOf } from './support.ts';

let app: TestApp;
let receiver: Receiver;
let secret: string;
let newSecret: string;
/** Signed with both secrets. */
let delivery: ReceivedRequest;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ outboundAllow: ['127.0.0.0/8'] });
  const tenant = await WebhookClient.of(app);
  const client = clientOf(app, tenant.org);
  const created = await client.webhooks.create({
    body: { name: 'Ledger', url: receiver.url('/hook'), events: ['*'] },
  });
  ({ secret } = created);
  newSecret = (await client.webhooks.rotateSecret({ id: created.id })).secret;
  await client.events.publish({ body: { type: 'invoice.paid', data: { name: 'Ünï' } } });
  [delivery] = (await receiver.waitFor(1)) as [ReceivedRequest];
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const { MAX_SAFE_INTEGER } = Number;
function refused(call: Promise<unknown>) {
  return expect(call).rejects.toBeInstanceOf(WebhookVerificationError);
}
const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('verifies deliveries of the service with either secret, as bytes and as text', async () => {
  const { headers, body } = delivery;
  for (const given of [secret, newSecret, [other, secret]])
    for (const form of [body, new Uint8Array(body), body.toString()])
      for (const source of [headers, new Headers(headers)])
        expect(await verifyWebhook({ secret: given, headers: source, body: form })).toEqual({
          id: delivery.id,
          type: 'invoice.paid',
          timestamp: expect.any(String),
          data: { name: 'Ünï' },
        });
});

test('signWebhook makes the same request as the service, and both this and another library verify it', async () => {
  const event = { type: 'invoice.paid', data: { name: 'Ünï' } };
  const { headers, body } = await signWebhook({ secret, ...event });
  const given = await verifyWebhook({ secret, headers, body });
  expect(given).toEqual({
    id: headers['webhook-id'],
    timestamp: expect.any(String),
    ...event,
  });
  expect(new Webhook(secret).verify(body, headers)).toMatchObject(event);
  const old = await signWebhook({ secret, ...event, id: 'evt_1', timestamp: new Date(0) });
  expect(old.headers).toMatchObject({ 'webhook-id': 'evt_1', 'webhook-timestamp': '0' });
  await refused(verifyWebhook({ secret, ...old }));
  await refused(verifyWebhook({ secret: other, headers, body }));
  await expect(signWebhook({ secret: 'whsec_', ...event })).rejects.toBeInstanceOf(TypeError);
});

describe('a webhook that is refused', () => {
  test('has another secret, body, id or time', async () => {
    const { headers, body } = delivery;
    await refused(verifyWebhook({ secret: other, headers, body }));
    await refused(verifyWebhook({ secret, headers, body: `${body.toString()} ` }));
    await refused(
      verifyWebhook({ secret, headers: { ...headers, 'webhook-id': 'event_x' }, body }),
    );
    const now = Math.floor(Date.now() / 1000);
    const timestamp = String(Number(headers['webhook-timestamp']) === now ? now - 1 : now);
    await refused(
      verifyWebhook({ secret, headers: { ...headers, 'webhook-timestamp': timestamp }, body }),
    );
  });

  test('has a time that is far off, or has none', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const timestamp of [now - 310, now + 310, 0, -1, MAX_SAFE_INTEGER, '', 'now', '1e9']) {
      const headers = { ...delivery.headers, 'webhook-timestamp': String(timestamp) };
      await refused(verifyWebhook({ secret, headers, body: delivery.body }));
    }
  });

  test('lacks a header, or has invalid signatures', async () => {
    const { headers, body } = delivery;
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: _, ...rest } = headers;
      await refused(verifyWebhook({ secret, headers: rest, body }));
    }
    const right = headers['webhook-signature']!.split(' ')[0]!.slice(3);
    for (const signature of [right, `v2,${right}`, 'v1,', 'v1,!', `v1,${right.slice(4)}`])
      await refused(
        verifyWebhook({ secret, headers: { ...headers, 'webhook-signature': signature }, body }),
      );
  });
});

test('computes one signature per secret for a header full of signatures', async () => {
  const { headers, body } = delivery;
  const spies = (['sign', 'verify'] as const).map((name) => vi.spyOn(crypto.subtle, name));
  const wrong = Buffer.alloc(32).toString('base64');
  const many = Array.from({ length: 200 }, (_, n) => (n % 2 ? 'v1,' : `v1,${wrong}`)).join(' ');
  const right = headers['webhook-signature']!;
  for (const signature of [many, `${many} ${right}`]) {
    const given = { ...headers, 'webhook-signature': signature };
    const call = verifyWebhook({ secret: [other, secret], headers: given, body });
    await (signature === many ? refused(call) : call);
  }
  expect(spies.flatMap(({ mock }) => mock.calls)).toHaveLength(4);
  vi.restoreAllMocks();
});

test('headers of another implementation of fetch are read like its own', async () => {
  const { headers, body } = delivery;
  const foreign = { get: (name: string) => (headers[name] as string | undefined) ?? null };
  expect((await verifyWebhook({ secret, headers: foreign, body })).id).toBe(delivery.id);
  await refused(verifyWebhook({ secret, headers: { get: () => null }, body }));
});

test('an invalid secret, and a parsed body, are mistakes of the program', async () => {
  const { headers, body } = delivery;
  for (const parsed of [JSON.parse(body.toString()), undefined, [...body]])
    await expect(verifyWebhook({ secret, headers, body: parsed })).rejects.toThrow(
      /raw body.*before any parser/,
    );
  for (const given of ['', 'whsec_', 'whsec_c2hvcnQ=', 'whsec_!', []])
    await expect(verifyWebhook({ secret: given, headers, body })).rejects.toBeInstanceOf(TypeError);
});

test('the type of an event determines the type of its data', () => {
  type Own = {
    'invoice.paid': { invoiceId: string };
    [other: `order.${string}`]: { orderId: number };
  };
  const told = (event: WebhookEvent<Own>): string | number => {
    // Only compiled, by `npm run check:types`.
    if (event.type === 'export.completed') return event.data.exportId satisfies string;
    if (event.type === 'invoice.paid') return event.data.invoiceId satisfies string;
    if (event.type === 'order.shipped') return event.data.orderId satisfies number;
    // @ts-expect-error no organization publishes it
    return event.type === 'invoice.payed' ? 1 : 0;
  };
  expect(told({ id: 'event_1', type: 'order.shipped', timestamp: '', data: { orderId: 7 } })).toBe(
    7,
  );
});
