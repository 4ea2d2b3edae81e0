import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { plain } from '../../../../test/support/images.ts';
import { DOJAH_ANSWERS, DOJAH_CREDENTIALS } from '../../../../test/support/vendors/dojah.ts';
import { eventually } from '../../../../test/support/webhook-client.ts';
import type { Reply } from '../../../../test/support/vendors/server.ts';
import {
  DOWN,
  ID,
  IdentityClient,
  NAME,
  client,
  useVendor,
  world,
} from '../../../../test/contract/support/identity-client.ts';
import { responseContext } from './verifier.ts';

useVendor();

function says(reply: Reply): void {
  void (world.vendor.reply = reply);
}
/** The person whom the vendor's register has for the number. */
const JOSHUA = { firstName: 'Joshua', lastName: 'Oladipo' };
function bvnBody(matchAgainst: object = JOSHUA) {
  return {
    subjectId: 'customer-1',
    bvn: '22222222222',
    matchAgainst,
  };
}
function askBvn(matchAgainst: object = JOSHUA) {
  return client.ask('verify-bvn', bvnBody(matchAgainst));
}
const ACCOUNT_BODY = {
  subjectId: 's',
  accountNumber: '3046507400',
  bankCode: '058',
  expectedName: NAME,
};

describe('the record of a register', () => {
  // contract: identity/names-case-diacritics
  test('is compared without titles, accents, case and order, and returned unchanged', async () => {
    for (const matchAgainst of [
      { firstName: 'Dr. Jóshua', lastName: 'Oládìpò' },
      { firstName: 'OLADIPO', lastName: 'joshua' },
    ]) {
      const answer = await askBvn(matchAgainst);
      expect(answer).toMatchObject({
        status: 'verified',
        matchScore: 100,
        profile: {
          firstName: 'JOSHUA',
          middleName: 'OLUWATIMILEYIN',
          lastName: 'OLADIPO',
          dateOfBirth: '2000-06-28',
          gender: 'male',
          phoneNumber: '07085460116',
          address: '24, AKATA OWODE, ILORIN',
        },
      });
    }
  });

  // contract: identity/date-birth-soft
  test('with a date of birth that differs subtracts exactly 15, even below the threshold', async () => {
    const slip = { firstName: 'Joshau', lastName: 'Oladipo' };
    const { matchScore, status } = await askBvn(slip);
    expect(status).toBe('verified');
    const agreeing = await askBvn({ ...slip, dateOfBirth: '2000-06-28' });
    expect(agreeing.matchScore).toBe(matchScore);
    const differing = await askBvn({ ...slip, dateOfBirth: '1990-01-01' });
    expect(differing.matchScore).toBeCloseTo(matchScore - 15, 2);
    says({ status: 200, json: { entity: { ...DOJAH_ANSWERS.bvn.entity, last_name: 'ADEYEMI' } } });
    const capped = await askBvn(JOSHUA);
    expect(capped.status).toBe('failed');
    const low = await askBvn({ ...JOSHUA, dateOfBirth: '1990-01-01' });
    expect(low.matchScore).toBeCloseTo(capped.matchScore - 15, 2);
  });

  // contract: identity/date-birth-soft
  test('without a date of birth subtracts nothing', async () => {
    const { date_of_birth: _none, ...entity } = DOJAH_ANSWERS.bvn.entity;
    says({ status: 200, json: { entity } });
    const answer = await askBvn({ ...JOSHUA, dateOfBirth: '1990-01-01' });
    expect(answer).toMatchObject({ matchScore: 100, profile: { dateOfBirth: null } });
    expect((await client.row(answer.verificationId)).metadata).not.toHaveProperty('dateOfBirth');
  });
});

describe('the outcome of a failure', () => {
  // contract: identity/provider-down-normal, kept/call-successful-failed, providers/five-classes-fall
  test.each([
    [DOWN, 'unavailable'],
    ['reset', 'unavailable'],
    [{ status: 401, json: { error: 'Unauthorized' } }, 'auth'],
    [{ status: 402, json: { error: 'no money' } }, 'no_funds'],
    [{ status: 200, text: '<html>' }, 'bad_response'],
  ] as [Reply, string][])(
    'is provider_down for an unavailable chain, never an error (%j)',
    async (reply, outcome) => {
      says(reply);
      const answer = await askBvn();
      expect(answer).toEqual({
        verificationId: ID,
        kind: 'bvn',
        status: 'provider_down',
        matchScore: null,
        profile: null,
      });
      const row = await client.row(answer.verificationId);
      expect(row).toMatchObject({ status: 'provider_down', reason: null, provider: null });
      expect(row.metadata).toEqual({
        attempts: [
          { provider: 'provider-1', outcome, skipped: false, durationMs: expect.any(Number) },
        ],
      });
      expect(await client.counts()).toMatchObject({ rows: 1, letters: 1, events: 0 });
      // Wrong credentials and lack of money open the breaker for 100 ms.
      world.vendor.reply = undefined;
      await eventually(async () => expect(await askBvn()).toMatchObject({ status: 'verified' }));
    },
  );

  // contract: kept/call-successful-failed, providers/five-classes-fall
  test.each([
    [{ status: 400, json: { error: 'Invalid BVN' } }, 'invalid_input'],
    [{ status: 404, json: { error: 'bvn not found' } }, 'not_found'],
  ])(
    "is failed for a vendor's refusal, and no other vendor is asked (%j)",
    async (reply, reason) => {
      says(reply);
      const answer = await askBvn();
      expect(answer).toMatchObject({ status: 'failed', matchScore: 0, profile: null });
      expect((await client.row(answer.verificationId)).reason).toBe(reason);
      expect(await client.counts()).toEqual({ rows: 1, payloads: 1, letters: 0, events: 1 });
    },
  );

  // contract: providers/ordered-chain-per
  test('is the outcome of the next provider, named by its label', async () => {
    says(DOWN);
    // The one account that the second vendor's server knows.
    const answer = await client.ask('verify-account', {
      ...ACCOUNT_BODY,
      accountNumber: '0001234567',
      expectedName: { firstName: 'Jane', lastName: 'Doe' },
    });
    expect(answer).toMatchObject({ status: 'verified', provider: 'provider-2' });
    const { attempts } = (await client.row(answer.verificationId)).metadata;
    expect(
      attempts.map(({ provider, outcome }: Record<string, string>) => [provider, outcome]),
    ).toEqual([
      ['provider-1', 'unavailable'],
      ['provider-2', 'ok'],
    ]);
  });

  // contract: providers/provider-label-never
  test("neither answers nor rows, errors, logs of the call or health contain a vendor's name", async () => {
    const texts: string[] = [];
    for (const reply of [
      undefined,
      DOWN,
      { status: 404, json: { error: 'dojah has no bvn not found' } },
    ]) {
      world.vendor.reply = reply;
      for (const [path, body] of [
        ['verify-bvn', bvnBody()],
        ['verify-account', ACCOUNT_BODY],
      ] as const) {
        const { text, body: said } = await client.post(path, body);
        texts.push(text, JSON.stringify(await client.row(said.data.verificationId)));
      }
    }
    texts.push((await client.call('GET', 'verifications')).text);
    const platform = { key: await world.app.platformKey() };
    texts.push((await world.app.call('GET', '/api/v1/admin/providers', platform)).text);
    for (const text of texts) expect(text).not.toMatch(/dojah/i);
  });
});

describe('the stored answer', () => {
  const opened = async (verificationId: string, kind: 'bvn' | 'account' | 'liveness') => {
    const { rawResponseEncrypted } = await client.get(`verifications/${verificationId}`);
    const context = responseContext({ orgId: client.org.id, id: verificationId, kind });
    return (await world.envelopes.open(context, rawResponseEncrypted)).toString();
  };

  // contract: kept/rawresponseencrypted-raw-upstream, kept/hash-ciphertext-hash
  test('is encrypted byte for byte as the provider sent it', async () => {
    const raw =
      '{ "entity": {"first_name":"JOSHUA", "last_name":"OLADIPO","note":"\\u00e9 é 😀"}}\n';
    says({ status: 200, text: raw });
    const { verificationId } = await askBvn();
    expect(await opened(verificationId, 'bvn')).toBe(raw);
    const { payload_sha256: hash } = await client.row(verificationId);
    const { rawResponseEncrypted } = await client.get(`verifications/${verificationId}`);
    const ciphertext = Buffer.from(rawResponseEncrypted.split('|')[4], 'base64');
    expect(hash).toEqual(createHash('sha256').update(ciphertext).digest());
  });

  // contract: kept/aad-binds-organization
  test('opens for its own row only', async () => {
    const { verificationId } = await askBvn();
    const { rawResponseEncrypted } = await client.get(`verifications/${verificationId}`);
    const own = { orgId: client.org.id, id: verificationId, kind: 'bvn' as const };
    for (const other of [
      { ...own, orgId: 'org_x' },
      { ...own, id: 'verification_x' },
      { ...own, kind: 'nin' as const },
    ])
      await expect(
        world.envelopes.open(responseContext(other), rawResponseEncrypted),
      ).rejects.toThrow();
  });

  // contract: kept/rawresponseencrypted-raw-upstream
  test('includes refusals, and answers that no adapter understood', async () => {
    says({ status: 404, json: { error: 'bvn not found' } });
    expect(await opened((await askBvn()).verificationId, 'bvn')).toBe('{"error":"bvn not found"}');
    says({ status: 200, text: '<html>' });
    expect(await opened((await askBvn()).verificationId, 'bvn')).toBe('<html>');
  });

  // contract: kept/rawresponseencrypted-raw-upstream
  test('does not exist when no answer arrived', async () => {
    says('reset');
    const { verificationId } = await askBvn();
    const stored = await client.get(`verifications/${verificationId}`);
    expect(stored.rawResponseEncrypted).toBeNull();
    expect((await client.row(verificationId)).payload_sha256).toBeNull();
  });

  // contract: kept/fresh-data-key
  test('two calls never share a data key, an IV or a ciphertext', async () => {
    const parts = [await askBvn(), await askBvn()].map(async ({ verificationId }) =>
      (await client.get(`verifications/${verificationId}`)).rawResponseEncrypted.split('|'),
    );
    const [a, b] = await Promise.all(parts);
    expect(a[0]).toBe(b[0]);
    for (const i of [1, 2, 3, 4]) expect(a[i]).not.toBe(b[i]);
  });

  // contract: kept/personal-data-inside
  test('no table and no log line contains an identifier, a name, a date or an image in the clear', async () => {
    const image = (await plain().png().toBuffer()).toString('base64');
    await askBvn({ ...JOSHUA, dateOfBirth: '1990-01-01' });
    await client.ask('verify-account', ACCOUNT_BODY);
    await client.ask('liveness', {
      subjectId: 's',
      image: { base64: image, contentType: 'image/png' },
    });
    says(DOWN);
    await askBvn({ ...JOSHUA, dateOfBirth: '1990-01-01' });
    const { rows: tables } = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname IN ('bucket_000', 'shared')`.execute(
      world.app.db.read,
    );
    const texts = [...world.app.logs];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        SELECT row_to_json(t)::text AS row FROM ${sql.table(name)} t`.execute(world.app.db.read);
      texts.push(...rows.map(({ row }) => row));
    }
    const secrets = [
      '22222222222',
      '3046507400',
      'Oladipo',
      'Chinedu',
      '2000-06-28',
      '1990-01-01',
      '07085460116',
      image.slice(40, 80),
      DOJAH_CREDENTIALS.secretKey,
    ];
    const hits = texts.filter((text) =>
      secrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase())),
    );
    expect(hits).toEqual([]);
  });

  // contract: kept/identifier-hmac-last
  test('stores the last 4 digits of an identifier and an HMAC, which is equal for equal identifiers within the organization', async () => {
    const a = await client.row((await askBvn()).verificationId);
    const b = await client.row((await askBvn(NAME)).verificationId);
    const body = { subjectId: 's', nin: '22222222222', matchAgainst: NAME };
    const nin = await client.row((await client.ask('verify-nin', body)).verificationId);
    const other = await IdentityClient.of(world.app);
    const { verificationId } = await other.ask('verify-bvn', bvnBody());
    const stranger = await other.row(verificationId);
    expect(a).toMatchObject({ identifier_last4: '2222', country: 'NG', subject_id: 'customer-1' });
    expect(a.identifier_hmac).toHaveLength(32);
    expect(b.identifier_hmac).toEqual(a.identifier_hmac);
    for (const { identifier_hmac: hmac } of [nin, stranger])
      expect(hmac).not.toEqual(a.identifier_hmac);
    const plainHash = createHash('sha256').update('22222222222').digest();
    expect(a.identifier_hmac).not.toEqual(plainHash);
  });
});

// contract: identity/unsupported-combinations-400, identity/kinds-countries-formats
test('lists the kinds that the chain can answer, and rejects all others', async () => {
  const { kinds } = await client.get('kinds');
  const pairs = kinds.map(({ country, kind }: Record<string, string>) => `${country} ${kind}`);
  expect(pairs).toEqual(['NG bvn', 'NG nin', 'NG vnin', 'RW nin', 'NG account']);
  const ghana = { subjectId: 's', country: 'GH', kind: 'nin', identifier: 'GHA-123456789-0' };
  await client.refused('resolve', ghana, 'kind');
  // The kind is supported, but it has no provider.
  const rwanda = { subjectId: 's', country: 'RW', kind: 'nin', identifier: '1199080123456010' };
  expect(await client.ask('resolve', rwanda)).toMatchObject({ status: 'provider_down' });
  expect(await client.counts()).toMatchObject({ rows: 1, letters: 1 });
});
