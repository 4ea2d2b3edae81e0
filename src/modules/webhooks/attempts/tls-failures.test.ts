import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { trustTestCa } from '../../../../test/support/certificates.ts';
import { exportRows } from '../../../../test/support/export-rows.ts';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.ts';
import { expect400, WebhookClient } from '../../../../test/support/webhook-client.ts';
import { deliveriesExport } from '../export/deliveries.ts';

let app: TestApp;
let client: WebhookClient;
const receivers: Receiver[] = [];
let untrust: () => void;

beforeAll(async () => {
  untrust = await trustTestCa();
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
  client = await WebhookClient.of(app);
});
afterAll(async () => {
  untrust();
  await app.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

/**
 * Returns the first attempt to a receiver with this certificate, for an event of this type. After five seconds there is
 * a second attempt, with the same outcome.
 */
async function attemptTo(type: string, tls?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(tls);
  receivers.push(receiver);
  const url = receiver.url('/hook').replace(/^http:/, 'https:');
  const { id } = await client.create(url, [type]);
  const delivery = await client.attempted(id, await client.publish(type));
  return delivery.attempts[0]!;
}

async function attempts(query: string) {
  const { items } = await client.ask(200, 'GET', `/attempts?${query}`);
  return items as { eventType: string; error: string | null; tlsFailure?: string }[];
}

describe('an attempt that failed in TLS', () => {
  test('has its reason in the delivery, in the list of attempts and in exports', async () => {
    const expected: Record<string, string> = {};
    const says = async (failure: string, options?: Parameters<typeof startReceiver>[0]) => {
      const type = `tls.${failure}`;
      expected[type] = failure;
      expect(await attemptTo(type, options), failure).toMatchObject({
        statusCode: null,
        error: 'tls',
        tlsFailure: failure,
      });
    };
    await says('unknown_issuer', { tls: { unknownIssuer: true } });
    await says('expired', { tls: { expired: true } });
    await says('wrong_host', { tls: { names: ['other.example.com'], ips: ['10.0.0.1'] } });
    await says('self_signed', { tls: { selfSigned: true } });
    await says('handshake');
    const listed = await attempts('error=tls');
    expect(Object.fromEntries(listed.map((one) => [one.eventType, one.tlsFailure]))).toEqual(
      expected,
    );
    const exported = await exportRows(app.db, deliveriesExport, { orgId: client.org.id });
    expect(
      Object.fromEntries(exported.map((row) => [row['eventType'], row['lastTlsFailure']])),
    ).toEqual(expected);
  });

  test('is found by one kind of error; other attempts have no such reason', async () => {
    const fine = await attemptTo('fine.sent', { tls: true });
    expect([fine.statusCode, Object.keys(fine)]).toEqual([
      204,
      expect.not.arrayContaining(['tlsFailure']),
    ]);
    expect((await attempts('error=timeout')).length).toBe(0);
    const found = await attempts('error=TLS&outcome=failed&eventType=tls.expired');
    expect(new Set(found.map(({ error }) => error))).toEqual(new Set(['tls']));
    expect((await attempts('outcome=succeeded&error=tls')).length).toBe(0);
    expect400(await client.call('GET', '/attempts?error=tsl'), 'error');
  });
});
