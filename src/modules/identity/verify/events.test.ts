import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { refusedByCitus } from '../../../../test/support/servers/is-spread.ts';
import { plain } from '../../../../test/support/images.ts';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.ts';
import { eventually, WebhookClient } from '../../../../test/support/webhook-client.ts';
import { problemsBy } from '../../../../test/contract/support/documented.ts';
import {
  accountBody,
  IdentityClient,
  NAME,
  personBody,
} from '../../../../test/contract/support/identity-client.ts';

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

type Event = { type: string; data: Record<string, string> };

async function picture(colour: string) {
  return {
    base64: (await plain({ colour }).png().toBuffer()).toString('base64'),
    contentType: 'image/png',
  };
}
async function faces(colour: string, more: object = {}) {
  return {
    subjectId: 'customer-1',
    selfie: await picture(colour),
    reference: await picture('#a05a3c'),
    ...more,
  };
}
async function liveness(colour: string) {
  return {
    subjectId: 'customer-1',
    image: await picture(colour),
  };
}
function ghana(digit: number, more: object = {}) {
  return {
    subjectId: 'customer-1',
    country: 'GH',
    kind: 'nin',
    identifier: `GHA-123456789-${digit}`,
    ...more,
  };
}

function event(type: string, name: string, extras: Record<string, string> = {}): Event {
  return {
    type: `identity.${type}`,
    data: { event: `IDENTITY_${name}`, ...extras },
  };
}
function failed(kind: string, reason: string): Event {
  return event('verification.failed', 'VERIFICATION_FAILED', { kind, reason });
}

/** Calls with their events, without the verification's id. */
const CALLS: [path: string, body: () => object | Promise<object>, events: Event[]][] = [
  ['verify-bvn', () => personBody('bvn', 0), [event('bvn.verified', 'BVN_VERIFIED')]],
  ['verify-bvn', () => personBody('bvn', 2), [failed('bvn', 'name_mismatch')]],
  ['verify-bvn', () => personBody('bvn', 8), []],
  ['verify-nin', () => personBody('nin', 0), [event('nin.verified', 'NIN_VERIFIED')]],
  ['verify-nin', () => personBody('nin', 1), [failed('nin', 'not_found')]],
  ['verify-account', () => accountBody(0), [event('account.verified', 'ACCOUNT_VERIFIED')]],
  ['verify-account', () => accountBody(2), [failed('account', 'name_mismatch')]],
  ['verify-account', () => accountBody(8), []],
  ['liveness', () => liveness('#a05a3c'), [event('liveness.passed', 'LIVENESS_PASSED')]],
  [
    'liveness',
    () => liveness('#ff0000'),
    [event('liveness.failed', 'LIVENESS_FAILED', { reason: 'spoof' }), failed('liveness', 'spoof')],
  ],
  ['liveness', () => liveness('#ff00ff'), []],
  ['face-match', () => faces('#a05a3c'), [event('face.matched', 'FACE_MATCHED')]],
  ['face-match', () => faces('#00ff00'), [event('face.matched', 'FACE_MATCHED')]],
  ['face-match', () => faces('#ffff00'), [failed('face_match', 'below_threshold')]],
  ['face-match', () => faces('#000000'), [failed('face_match', 'occluded')]],
  ['face-match', () => faces('#ff00ff'), []],
  ['resolve', () => ghana(0), []],
  ['resolve', () => ghana(1), [failed('nin', 'not_found')]],
  ['resolve', () => ghana(8), []],
  ['verify', () => ghana(0, { matchAgainst: NAME }), [event('nin.verified', 'NIN_VERIFIED')]],
  ['verify', () => ghana(2, { matchAgainst: NAME }), [failed('nin', 'name_mismatch')]],
];

function sorted(events: Event[]): string[] {
  return events
    .map(({ type, data }) => JSON.stringify([type, Object.entries(data).toSorted()]))
    .toSorted();
}

// contract: providers/events-names-payloads, providers/no-personal-data
test('every outcome emits exactly its events, signed, with exactly their payloads', async () => {
  const client = await IdentityClient.of(app);
  const webhooks = new WebhookClient(app, client.org);
  const { id, secret } = await webhooks.create(receiver.url('/all'), ['identity.*']);
  const expected: Event[] = [];
  for (const [path, body, events] of CALLS) {
    const { verificationId } = await client.ask(path, await body());
    for (const { type, data } of events) expected.push({ type, data: { ...data, verificationId } });
  }
  const requests = await receiver.waitFor(expected.length, { path: '/all' });
  const bodies = requests.map((request) => receiver.verify(request, secret));
  expect(sorted(bodies)).toEqual(sorted(expected));
  // An event that is not sent yet would still be queued.
  expect((await webhooks.page(id)).total).toBe(expected.length);

  const catalogue = await webhooks.ask(200, 'GET', '/event-types');
  for (const { type, data } of bodies) {
    const { schema } = catalogue.eventTypes.find((known: Event) => known.type === type);
    expect([type, problemsBy(schema, data)]).toEqual([type, []]);
  }
  // No outcome emits these events: those of a dead letter that is given up, of a reveal, and of consents.
  const others = ['dead_letter.given_up', 'verification.revealed']
    .concat('consent.recorded', 'consent.withdrawn')
    .map((type) => `identity.${type}`);
  const types = new Set([...bodies.map(({ type }) => type), ...others]);
  // Sessions emit their own events.
  const identity = catalogue.eventTypes.filter(
    ({ type }: Event) => type.startsWith('identity.') && !type.startsWith('identity.session.'),
  );
  expect(identity.map(({ type }: Event) => type).toSorted()).toEqual([...types].toSorted());
});

// contract: identity/idempotency-key-all, providers/events-leave-their
test.skipIf(
  refusedByCitus(
    'an event commits with its row or not at all, and a repeated key sends none again',
    'changes a table',
  ),
)('an event commits with its row or not at all, and a repeated key sends none again', async () => {
  const client = await IdentityClient.of(app);
  const webhooks = new WebhookClient(app, client.org);
  const { id } = await webhooks.create(receiver.url('/once'), ['*']);
  const headers = { 'idempotency-key': 'once' };
  const { read } = await app.dbOf(client.org.id);
  await sql`ALTER TABLE idempotency_records ADD CONSTRAINT broken CHECK (org_id <> ${sql.lit(client.org.id)})`.execute(
    read,
  );
  const send = () => client.call('POST', 'verify-bvn', { body: personBody('bvn', 0), headers });
  expect((await send()).status).toBe(500);
  expect(await client.counts()).toEqual({ rows: 0, payloads: 0, letters: 0, events: 0 });
  await sql`ALTER TABLE idempotency_records DROP CONSTRAINT broken`.execute(read);
  const first = await send();
  expect((await send()).text).toBe(first.text);
  expect(await client.counts()).toEqual({ rows: 1, payloads: 1, letters: 0, events: 1 });
  await eventually(async () => {
    const [delivery] = await webhooks.deliveries(id);
    expect(delivery?.status).toBe('succeeded');
  });
  expect(receiver.requests.filter(({ path }) => path === '/once')).toHaveLength(1);
});
