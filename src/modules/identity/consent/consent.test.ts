import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IdentityClient, personBody } from '../../../../test/contract/support/identity-client.ts';
import { startConsentApp, type ConsentApp } from '../../../../test/support/consent-app.ts';
import { EXAMPLE_CONSENT } from './examples.ts';

let world: ConsentApp;
let client: IdentityClient;
beforeAll(async () => {
  world = await startConsentApp();
});
afterAll(() => world.stop());
beforeEach(async () => {
  client = await IdentityClient.of(world.app);
});
afterEach(() => {
  for (const vendor of [world.strict, world.lax]) {
    vendor.reply = undefined;
    vendor.hold = undefined;
    vendor.requests.length = 0;
  }
});

const DOWN = { status: 503, json: { success: false, message: 'maintenance' } };
const PERSON = { subjectId: 'customer-1' };
const BVN = personBody('bvn', 0);

function withConsent(body: object = BVN, more: object = {}) {
  return { ...body, consent: { ...EXAMPLE_CONSENT, ...more } };
}
/** Records the consent of the example, and returns its id. */
async function recorded(more: object = {}): Promise<string> {
  const { status, body } = await client.post('consents', {
    ...PERSON,
    ...EXAMPLE_CONSENT,
    ...more,
  });
  expect(status).toBe(201);
  return body.data.id;
}
async function withdraw(id: string) {
  const { status, body } = await client.post(`consents/${id}/withdraw`, undefined);
  expect(status).toBe(200);
  return body.data;
}
async function consentCount(): Promise<number> {
  return (await client.get('consents')).total;
}
async function eventTypes(): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`SELECT type FROM events
    WHERE org_id = ${client.org.id} AND type LIKE 'identity.consent.%' ORDER BY id`.execute(
    world.app.db.read,
  );
  return rows.map(({ type }) => type);
}

describe('a verification with a consent', () => {
  test('is answered by a provider that needs one, and its row has the hash of the consent', async () => {
    const { verificationId } = await client.ask('verify-bvn', withConsent());
    expect(world.strict.requests[0]!.json).toMatchObject({ isSubjectConsent: true });
    const row = await client.row(verificationId);
    const { items } = await client.get(`consents?subjectId=${PERSON.subjectId}`);
    expect(items).toMatchObject([{ ...PERSON, ...EXAMPLE_CONSENT, withdrawnAt: null }]);
    expect(row.metadata.consent).toEqual({ basis: 'recorded', sha256: items[0].sha256 });
    const read = await client.get(`verifications/${verificationId}`);
    expect(read.metadata.consent).toEqual(row.metadata.consent);
    expect(read).not.toHaveProperty('consentWithdrawnAt');
  });

  test('stores a consent once, even if several simultaneous verifications carry it', async () => {
    await Promise.all([1, 2, 3].map(() => client.ask('verify-bvn', withConsent())));
    expect(await consentCount()).toBe(1);
    expect(await eventTypes()).toEqual(['identity.consent.recorded']);
  });

  test('records the consent before a provider is asked', async () => {
    let open = (): void => {};
    world.strict.hold = new Promise<void>((resolve) => (open = resolve));
    const asking = client.ask('verify-bvn', withConsent());
    await expect.poll(() => world.strict.requests.length).toBe(1);
    expect(await consentCount()).toBe(1);
    open();
    await asking;
  });

  test.each([
    ['purpose', 'Ada Obi'],
    ['textVersion', ''],
    ['channel', 'telepathy'],
    ['givenAt', '2026-13-01'],
    ['givenAt', new Date(Date.now() + 3_600_000).toISOString()],
    ['reference', 'ada@example.com'],
    ['reference', 'x'.repeat(101)],
  ])('is rejected with 400 that names %s for %s', async (field, value) => {
    await client.refused('verify-bvn', withConsent(BVN, { [field]: value }), `consent.${field}`);
    const generic = { ...PERSON, country: 'NG', kind: 'bvn', identifier: '22222222220' };
    await client.refused('resolve', withConsent(generic, { [field]: value }), `consent.${field}`);
    await client.refused('consents', { ...PERSON, ...EXAMPLE_CONSENT, [field]: value }, field);
    expect([await consentCount(), world.strict.requests.length]).toEqual([0, 0]);
  });

  test('is rejected without a required field, and with an unknown field', async () => {
    const { reference: _, ...rest } = EXAMPLE_CONSENT;
    await client.refused('verify-bvn', { ...BVN, consent: rest }, 'consent.reference');
    await client.refused('verify-bvn', withConsent(BVN, { name: 'Ada' }), 'consent.name');
  });

  test('is rejected if the reference belongs to another consent of the subject', async () => {
    await recorded();
    const other = withConsent(BVN, { textVersion: '2026-11' });
    await client.refused('verify-bvn', other, 'consent.reference');
    await client.ask('verify-bvn', withConsent({ ...BVN, subjectId: 'customer-2' }));
    expect(world.strict.requests).toHaveLength(1);
  });
});

describe('a verification without a consent', () => {
  test('skips a provider that needs one', async () => {
    const { verificationId } = await client.ask('verify-nin', personBody('nin', 0));
    const { provider, metadata } = await client.row(verificationId);
    expect([provider, metadata.consent, metadata.attempts.length]).toEqual([
      'provider-2',
      undefined,
      1,
    ]);
    expect(world.strict.requests).toHaveLength(0);
  });

  test('is rejected with 400 that names consent if no provider is left', async () => {
    await client.refused('verify-bvn', BVN, 'consent');
    const generic = { ...PERSON, country: 'NG', kind: 'bvn', identifier: '22222222220' };
    await client.refused('resolve', generic, 'consent');
    await client.refused('verify', { ...generic, matchAgainst: BVN.matchAgainst }, 'consent');
    expect((await client.counts())['rows']).toBe(0);
  });

  test('is rejected for kinds for which the organization requires one, and the idempotency key stays unused', async () => {
    const change = await client.call('PATCH', 'settings', { body: { consentKinds: ['nin'] } });
    expect(change.body.data.consentKinds).toEqual(['nin']);
    const nin = personBody('nin', 0);
    const send = (body: object) =>
      client.call('POST', 'verify-nin', { body, headers: { 'idempotency-key': 'one' } });
    await expect.poll(async () => (await client.post('verify-nin', nin)).status).toBe(400);
    expect((await send(nin)).body.error.details).toMatchObject([{ path: 'consent' }]);
    expect((await send(withConsent(nin))).status).toBe(200);
    expect(await client.get('settings')).toEqual(change.body.data);
    const other = await IdentityClient.of(world.app);
    expect((await other.post('verify-nin', nin)).status).toBe(200);
  });
});

describe('the setting', () => {
  test('is not changed by a key that only verifies', async () => {
    const { key } = await world.app.org({ scopes: ['identity:verify'] });
    const answer = await client.call('PATCH', 'settings', { key, body: { consentKinds: [] } });
    expect(answer.status).toBe(403);
  });

  test('stays unchanged for an empty body, and rejects an unknown kind', async () => {
    await client.call('PATCH', 'settings', { body: { consentKinds: ['bvn'] } });
    const { body } = await client.call('PATCH', 'settings', { body: {} });
    expect(body.data.consentKinds).toEqual(['bvn']);
    const wrong = await client.call('PATCH', 'settings', { body: { consentKinds: ['face'] } });
    expect(wrong.body.error.details[0].path).toMatch(/^consentKinds/);
  });
});

describe('a recorded consent', () => {
  test('is returned when it is sent again; another consent with its reference returns 409', async () => {
    const both = await Promise.all(
      [1, 2].map(() => client.post('consents', { ...PERSON, ...EXAMPLE_CONSENT })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(both[0]!.body.data).toEqual(both[1]!.body.data);
    const other = { ...PERSON, ...EXAMPLE_CONSENT, channel: 'paper' };
    expect((await client.post('consents', other)).status).toBe(409);
    expect(await eventTypes()).toEqual(['identity.consent.recorded']);
    const log = await world.app.call('GET', '/api/v1/audit?action=consent.*', {
      key: client.org.key,
    });
    expect(log.body.data.items).toHaveLength(1);
  });

  test('is unknown to other organizations', async () => {
    const id = await recorded();
    const other = await IdentityClient.of(world.app);
    for (const [method, path] of [
      ['GET', `consents/${id}`],
      ['POST', `consents/${id}/withdraw`],
    ] as const)
      expect((await other.call(method, path)).status).toBe(404);
    expect((await client.get(`consents/${id}`)).withdrawnAt).toBeNull();
    expect(await other.get('consents')).toMatchObject({ items: [], total: 0 });
  });

  test('is equal for ids of the subject that Unicode treats as equal', async () => {
    const [nfc, nfd] = ['é', 'e\u0301'];
    const id = await recorded({ subjectId: nfd });
    await withdraw(id);
    const body = withConsent({ ...BVN, subjectId: nfc });
    await client.refused('verify-bvn', body, 'consent.reference');
  });
});

describe('a withdrawn consent', () => {
  test('is not used again, and the withdrawal is in every later answer about the subject', async () => {
    const { verificationId } = await client.ask('verify-bvn', withConsent());
    const { items } = await client.get('consents');
    const { withdrawnAt } = await withdraw(items[0].id);
    world.strict.requests.length = 0;
    await client.refused('verify-bvn', withConsent(), 'consent.reference');
    expect((await client.post('consents', { ...PERSON, ...EXAMPLE_CONSENT })).status).toBe(409);
    expect(world.strict.requests).toHaveLength(0);
    const renewed = await client.ask('verify-bvn', withConsent(BVN, { reference: 'form-2' }));
    const plain = await client.ask('verify-nin', personBody('nin', 0));
    const read = await client.get(`verifications/${verificationId}`);
    const list = await client.get('verifications');
    const all = [renewed, plain, read, ...list.items];
    expect(all.map(({ consentWithdrawnAt }) => consentWithdrawnAt)).toEqual(
      Array(6).fill(withdrawnAt),
    );
    const other = await client.ask('verify-nin', {
      ...personBody('nin', 0),
      subjectId: 'customer-2',
    });
    expect(other).not.toHaveProperty('consentWithdrawnAt');
  });

  test('keeps the time of the first of two simultaneous withdrawals', async () => {
    const id = await recorded();
    const [one, two] = await Promise.all([withdraw(id), withdraw(id)]);
    expect(one).toEqual(two);
    expect(await withdraw(id)).toEqual(one);
    expect(await eventTypes()).toEqual(['identity.consent.recorded', 'identity.consent.withdrawn']);
  });

  test('does not change the answer to a repeated idempotency key', async () => {
    const id = await recorded();
    const send = () =>
      client.call('POST', `consents/${id}/withdraw`, { headers: { 'idempotency-key': 'w' } });
    const [one, two] = [await send(), await send()];
    expect([one.status, two.text]).toEqual([200, one.text]);
    expect(two.headers.get('idempotency-replayed')).toBe('true');
  });

  test('is in the answer of a verification that was running', async () => {
    let open = (): void => {};
    world.strict.hold = new Promise<void>((resolve) => (open = resolve));
    const asking = client.ask('verify-nin', withConsent(personBody('nin', 0)));
    await expect.poll(() => world.strict.requests.length).toBe(1);
    const { items } = await client.get('consents');
    const { withdrawnAt } = await withdraw(items[0].id);
    open();
    expect(await asking).toMatchObject({ status: 'failed', consentWithdrawnAt: withdrawnAt });
  });

  test('ends a dead letter before a provider is asked', async () => {
    world.strict.reply = DOWN;
    const { status, verificationId } = await client.ask('verify-bvn', withConsent());
    expect(status).toBe('provider_down');
    const { items } = await client.get('consents');
    await withdraw(items[0].id);
    world.strict.reply = undefined;
    world.strict.requests.length = 0;
    const { rows } = await sql<{ id: string }>`SELECT id FROM dead_letters
      WHERE org_id = ${client.org.id} AND verification_id = ${verificationId}`.execute(
      world.app.db.read,
    );
    const path = `/api/v1/admin/dead-letters/${rows[0]!.id}/replay`;
    const replayed = await world.app.call('POST', path, { key: await world.app.platformKey() });
    expect(replayed.body.data).toMatchObject({ status: 'discarded', replayable: false });
    expect(world.strict.requests).toHaveLength(0);
    const { rows: events } = await sql`SELECT 1 FROM events WHERE org_id = ${client.org.id}
      AND type = 'identity.dead_letter.given_up' AND body LIKE '%consent_withdrawn%'`.execute(
      world.app.db.read,
    );
    expect(events).toHaveLength(1);
  });
});

describe('a replay', () => {
  test('carries the consent of the call', async () => {
    world.strict.reply = DOWN;
    const { verificationId } = await client.ask('verify-bvn', withConsent());
    world.strict.reply = undefined;
    const { rows } = await sql<{ id: string }>`SELECT id FROM dead_letters
      WHERE org_id = ${client.org.id} AND verification_id = ${verificationId}`.execute(
      world.app.db.read,
    );
    const path = `/api/v1/admin/dead-letters/${rows[0]!.id}/replay`;
    const { body } = await world.app.call('POST', path, { key: await world.app.platformKey() });
    const first = await client.row(verificationId);
    const again = await client.row(body.data.replayedAs);
    expect(again.metadata.consent).toEqual(first.metadata.consent);
  });
});

test('a provider whose tenants hold consents under contract is asked, and each row records this', async () => {
  const held = await startConsentApp(true);
  try {
    const own = await IdentityClient.of(held.app);
    const { verificationId } = await own.ask('verify-bvn', BVN);
    expect(held.strict.requests[0]!.json).toMatchObject({ isSubjectConsent: true });
    expect((await own.row(verificationId)).metadata.consent).toEqual({ basis: 'contract' });
    const carried = await own.ask('verify-bvn', withConsent());
    const { metadata } = await own.row(carried.verificationId);
    expect(metadata.consent).toMatchObject({ basis: 'recorded' });
  } finally {
    await held.stop();
  }
});
