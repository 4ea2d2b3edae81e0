import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newSecret, signedHeaders, signingKey } from './signature.ts';

/** Test vectors of the libraries of Standard Webhooks and of svix-server. */
const JS = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const VECTORS = [
  JS,
  {
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    timestamp: 1_649_367_553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
  },
  {
    ...JS,
    body: '{"n":"Ünïcødé 😀"}',
    signature: 'v1,hDig3AqWD9acut8kaKgjiGrrWqtLTQ9tRALCVTyQ/4g=',
  },
  {
    ...JS,
    secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    signature: 'v1,YO/ulmd+VFtlnbodv7yLOOsS6RlBZ48h++gXZrGOpZo=',
  },
  {
    ...JS,
    secret: `whsec_${Buffer.alloc(32, 7).toString('base64').replace('=', '')}`,
    signature: 'v1,YO/ulmd+VFtlnbodv7yLOOsS6RlBZ48h++gXZrGOpZo=',
  },
];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function verifyBoth(secret: string, body: string, headers: Record<string, string>): void {
  new StandardWebhook(secret).verify(body, headers);
  new SvixWebhook(secret).verify(body, headers);
}

describe('signedHeaders', () => {
  test.each(VECTORS)('returns the official signature $signature', (vector) => {
    const { secret, id, timestamp, body, signature } = vector;
    const headers = signedHeaders(id, timestamp, body, [signingKey(secret)]);
    expect(headers).toEqual({
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    });
    vi.setSystemTime(timestamp * 1000);
    verifyBoth(secret, body, headers);
  });

  test('is rejected with another body, id, time or secret, and outside of the tolerance', () => {
    const headers = signedHeaders(JS.id, JS.timestamp, JS.body, [signingKey(JS.secret)]);
    const refused = (secret: string, body: string, changed: Record<string, string> = {}): void => {
      const all = { ...headers, ...changed };
      expect(() => new StandardWebhook(secret).verify(body, all)).toThrow();
      expect(() => new SvixWebhook(secret).verify(body, all)).toThrow();
    };
    vi.setSystemTime(JS.timestamp * 1000);
    verifyBoth(JS.secret, JS.body, headers);
    refused(JS.secret, '{"test":2432232314}');
    refused(JS.secret, JS.body, { 'webhook-id': `${JS.id}x` });
    refused(JS.secret, JS.body, { 'webhook-timestamp': String(JS.timestamp + 1) });
    refused(JS.secret, JS.body, { 'webhook-timestamp': 'hello' });
    refused(newSecret(), JS.body);
    for (const skew of [-300, 300]) {
      vi.setSystemTime((JS.timestamp + skew) * 1000);
      verifyBoth(JS.secret, JS.body, headers);
    }
    for (const skew of [-301, 301]) {
      vi.setSystemTime((JS.timestamp + skew) * 1000);
      refused(JS.secret, JS.body);
    }
  });

  test('is accepted only with one of the secrets', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.json(),
        fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/),
        (count, body, id) => {
          const secrets = Array.from({ length: count }, newSecret);
          const timestamp = Math.floor(Date.now() / 1000);
          const headers = signedHeaders(id, timestamp, body, secrets.map(signingKey));
          for (const secret of secrets) verifyBoth(secret, body, headers);
          expect(() => new StandardWebhook(newSecret()).verify(body, headers)).toThrow();
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('newSecret', () => {
  test('returns whsec_ and base64 of 32 random bytes', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(signingKey(secret).length).toBe(32);
    }
  });
});
