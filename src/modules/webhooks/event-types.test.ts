import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { startReceiver, type Receiver } from '../../../test/support/receiver.ts';
import { TIME, WebhookClient } from '../../../test/support/webhook-client.ts';
import { compileValidator } from '../../platform/http/validate.ts';
import { patternsCovering } from './event-types.ts';

type Entry = {
  type: string;
  description: string;
  schema: { type: string; properties?: Record<string, object>; required?: string[] };
  example: { type: string; timestamp: string; data: Record<string, unknown> };
};

let app: TestApp;
let receiver: Receiver;
let client: WebhookClient;
let catalogue: Entry[];

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
  client = await WebhookClient.of(app);
  ({ eventTypes: catalogue } = await client.ask(200, 'GET', '/event-types'));
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

/** Returns the field names, and the type of each value, at every level. */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]));
}
function entryOf(type: string) {
  return catalogue.find((entry) => entry.type === type)!;
}

describe('the catalogue', () => {
  // contract: webhooks/catalogue-event-types
  test('lists the types of the contract and those that Oriki sends, each once, with a description', () => {
    const types = catalogue.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'email.sent',
        'email.failed',
        'file.uploaded',
        'webhook.disabled',
        'webhook.test',
      ]),
    );
    expect(new Set(types).size).toBe(types.length);
    for (const entry of catalogue) {
      expect(Object.keys(entry).toSorted()).toEqual([
        'description',
        'example',
        'redact',
        'schema',
        'type',
      ]);
      expect(entry.description.length).toBeGreaterThan(10);
    }
  });

  // contract: webhooks/catalogue-event-types
  test('has examples that are whole payloads, with data that matches the schema', () => {
    for (const { type, schema, example } of catalogue) {
      expect(Object.keys(example)).toEqual(['type', 'timestamp', 'data']);
      expect([example.type, example.timestamp]).toEqual([type, expect.stringMatching(TIME)]);
      expect([type, schema.type]).toEqual([type, 'object']);
      expect([type, compileValidator('data', schema as never)(example.data)]).toEqual([type, []]);
    }
  });

  test("has schemas of Oriki's own types that name every field, and reject a missing or wrong one", () => {
    for (const type of ['webhook.disabled', 'webhook.test']) {
      const { schema, example } = entryOf(type);
      const names = Object.keys(example.data);
      expect(Object.keys(schema.properties!).toSorted()).toEqual(names.toSorted());
      expect(schema.required!.toSorted()).toEqual(names.toSorted());
      const validate = compileValidator('data', schema as never);
      for (const name of names) {
        const { [name]: _omitted, ...rest } = example.data;
        expect(validate(rest)).not.toEqual([]);
        expect(validate({ ...example.data, [name]: 1 })).not.toEqual([]);
      }
    }
  });

  test('has only types that can be subscribed to and published', async () => {
    const own = await WebhookClient.of(app);
    for (const { type, example } of catalogue) {
      await own.create('https://hooks.example.com/x', [type]);
      await own.publish(type, example.data);
    }
  });

  // contract: webhooks/catalogue-event-types
  test('describes webhook.test and webhook.disabled as they are sent', async () => {
    receiver.behave('/gone', { status: 410 });
    const { id, secret } = await client.create(receiver.url('/listener'), ['webhook.disabled']);
    const gone = await client.create(receiver.url('/gone'), ['some.type'], 'Old system');
    await client.ask(202, 'POST', `/${id}/test`);
    await client.publish('some.type');
    const requests = await receiver.waitFor(2, { path: '/listener' });
    const payloads = new Map(
      requests.map((request) => {
        const payload = receiver.verify(request, secret);
        return [payload.type, payload];
      }),
    );
    expect([...payloads.keys()].toSorted()).toEqual(['webhook.disabled', 'webhook.test']);
    for (const [type, payload] of payloads) {
      const { schema, example } = entryOf(type);
      expect(compileValidator('data', schema as never)(payload.data)).toEqual([]);
      expect(shapeOf(payload)).toEqual(shapeOf(example));
    }
    expect(payloads.get('webhook.test').data).toEqual({ webhookId: id });
    expect(payloads.get('webhook.disabled').data).toMatchObject({
      webhookId: gone.id,
      name: 'Old system',
      reason: 'gone',
    });
  });
});

describe('the patterns that cover a type', () => {
  test('are the type itself, `*`, and the prefix of each level, but not its own name as a prefix', () => {
    expect(patternsCovering('a.b')).toEqual(['*', 'a.*', 'a.b']);
    expect(patternsCovering('a.b.c.d')).toEqual(['*', 'a.*', 'a.b.*', 'a.b.c.*', 'a.b.c.d']);
  });

  // contract: deliveries/webhooks-get-event
  test('are exactly those that match by a textual reading of the pattern', () => {
    const segment = fc.constantFrom('a', 'b', 'ab', '_', '-', '0');
    const dotted = (minLength: number) =>
      fc.array(segment, { minLength, maxLength: 4 }).map((parts) => parts.join('.'));
    const pattern = fc.oneof(
      fc.constant('*'),
      dotted(2),
      dotted(1).map((prefix) => `${prefix}.*`),
    );
    fc.assert(
      fc.property(dotted(2), pattern, (type, candidate) => {
        const covers =
          candidate === '*' ||
          candidate === type ||
          (candidate.endsWith('.*') && type.startsWith(candidate.slice(0, -1)));
        expect(patternsCovering(type).includes(candidate)).toBe(covers);
      }),
      { numRuns: 2000 },
    );
  });
});
