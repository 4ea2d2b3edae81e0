import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { ID, IdentityClient, NAME } from '../../../../test/contract/support/identity-client.ts';
import type { CatalogueEntry } from '../kinds/catalogue.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
let client: IdentityClient;
let kinds: CatalogueEntry[];
beforeAll(async () => {
  client = await IdentityClient.of(app);
  ({ kinds } = await client.get('kinds'));
});

const SUBJECT_ID = 'customer-1';
function ghana(digit: number, more: object = {}) {
  return {
    subjectId: SUBJECT_ID,
    country: 'GH',
    kind: 'nin',
    identifier: `GHA-123456789-${digit}`,
    ...more,
  };
}
function account(digit: number, more: object = {}) {
  return {
    subjectId: SUBJECT_ID,
    country: 'KE',
    kind: 'account',
    identifier: `123456789${digit}`,
    bankCode: '68',
    ...more,
  };
}
const HEAD = { verificationId: ID, provider: 'provider-1' };
const ADAEZE = {
  firstName: 'Adaeze',
  middleName: 'Ayo',
  lastName: 'Okafor',
  dateOfBirth: '1990-06-15',
  gender: 'female',
  phoneNumber: expect.any(String),
  address: expect.any(String),
};

describe('POST /identity/resolve', () => {
  // contract: POST /identity/resolve
  test('returns the owner of an identifier, without a score', async () => {
    expect(await client.ask('resolve', ghana(0))).toEqual({
      ...HEAD,
      kind: 'nin',
      country: 'GH',
      status: 'verified',
      profile: ADAEZE,
      resolvedName: null,
    });
  });

  // contract: POST /identity/resolve
  test('returns the owner of an account', async () => {
    expect(await client.ask('resolve', account(0))).toEqual({
      ...HEAD,
      kind: 'account',
      country: 'KE',
      status: 'verified',
      profile: null,
      resolvedName: 'OKAFOR ADAEZE AYO',
    });
  });

  // contract: POST /identity/resolve
  test('reports an unknown number as failed with a reason, and all fields null with every provider down', async () => {
    const none = { ...HEAD, kind: 'nin', country: 'GH', profile: null, resolvedName: null };
    const unknown = { ...none, status: 'failed', reason: 'not_found' };
    expect(await client.ask('resolve', ghana(1))).toEqual(unknown);
    const down = { ...none, status: 'provider_down', provider: null };
    expect(await client.ask('resolve', ghana(8))).toEqual(down);
  });

  test('ignores claims', async () => {
    await client.refused('resolve', ghana(0, { matchAgainst: NAME }), 'matchAgainst');
  });
});

const AGREED = { firstName: 'same', middleName: null, lastName: 'same', dateOfBirth: null };

describe('POST /identity/verify', () => {
  const verify = (body: object, matchAgainst: object = NAME) =>
    client.ask('verify', { ...body, matchAgainst });

  // contract: POST /identity/verify
  test('adds the score of a name', async () => {
    expect(await verify(ghana(0))).toEqual({
      ...HEAD,
      kind: 'nin',
      country: 'GH',
      status: 'verified',
      matchScore: 100,
      profile: { ...ADAEZE, ...NAME },
      resolvedName: null,
      fields: AGREED,
    });
    expect(await verify(account(0))).toEqual({
      ...HEAD,
      kind: 'account',
      country: 'KE',
      status: 'verified',
      matchScore: 100,
      profile: null,
      resolvedName: 'EZE CHINEDU AYO',
      fields: AGREED,
    });
  });

  // contract: POST /identity/verify
  test('fails another person with the found data, and an unknown number with score 0 and null', async () => {
    const other = await verify(ghana(2));
    expect(other).toMatchObject({ status: 'failed', reason: 'name_mismatch' });
    expect(other.profile.firstName).not.toBe('Chinedu');
    expect(other.matchScore).toBeLessThan(70);
    const none = { status: 'failed', reason: 'not_found', matchScore: 0, profile: null };
    expect(await verify(ghana(1))).toMatchObject(none);
    expect(await verify(account(1))).toMatchObject({ ...none, resolvedName: null });
  });

  // contract: identity/provider-down-normal
  test('with every provider down all fields are null, and there is no reason', async () => {
    expect(await verify(account(8))).toEqual({
      verificationId: ID,
      kind: 'account',
      country: 'KE',
      status: 'provider_down',
      matchScore: null,
      profile: null,
      resolvedName: null,
      provider: null,
    });
  });

  test('a date of birth that differs subtracts 15, and 70 is needed', async () => {
    const dateOfBirth = '1990-06-15';
    const differing = await verify(ghana(5), { ...NAME, dateOfBirth });
    expect(differing).toMatchObject({ status: 'verified', matchScore: 85 });
    expect((await client.row(differing.verificationId)).metadata).toMatchObject({
      threshold: 70,
      dateOfBirth: 'different',
    });
  });

  // contract: identity/resolve-verify-fields
  test('a missing or invalid matchAgainst gets 400, which names it', async () => {
    await client.refused('verify', ghana(0), 'matchAgainst');
    for (const [matchAgainst, field] of [
      [{ firstName: 'Ada' }, 'matchAgainst.lastName'],
      [{ ...NAME, firstName: ' ' }, 'matchAgainst.firstName'],
      [{ firstName: '.', lastName: '12' }, 'matchAgainst.firstName'],
      [{ ...NAME, dateOfBirth: '15.6.1990' }, 'matchAgainst.dateOfBirth'],
      [{ ...NAME, threshold: 50 }, 'matchAgainst.threshold'],
    ] as const)
      await client.refused('verify', ghana(0, { matchAgainst }), field);
    await client.refused('verify', ghana(0, { matchAgainst: NAME, threshold: 50 }), 'threshold');
  });
});

describe('GET /identity/kinds', () => {
  // contract: identity/kinds-countries-formats
  test('lists countries and kinds with examples, each of which can be verified', async () => {
    const pairs = kinds.map(({ country, kind }) => `${country} ${kind}`);
    expect(pairs.toSorted()).toEqual(
      ['CI', 'GH', 'KE', 'NG', 'RW', 'TZ', 'UG', 'ZA', 'ZM', 'ZW']
        .map((country) => `${country} nin`)
        .concat('NG bvn', 'NG vnin', 'NG account', 'GH account', 'KE account')
        .toSorted(),
    );
    for (const { country, kind, example, pattern, bankCode } of kinds) {
      expect(example).toMatch(new RegExp(pattern));
      const bank = bankCode ? { bankCode: bankCode.example } : {};
      const body = {
        subjectId: SUBJECT_ID,
        country,
        kind,
        identifier: example,
        ...bank,
        matchAgainst: NAME,
      };
      const answer = await client.ask('verify', body);
      const answered = kind === 'vnin' ? 'nin' : kind;
      expect(answer).toMatchObject({ kind: answered, country, provider: 'provider-1' });
    }
  });

  // contract: identity/kinds-countries-formats
  test('needs the scope and no plan', async () => {
    const { id, key } = await app.org({ plan: 'free', scopes: ['identity:verify'] });
    expect((await client.call('GET', 'kinds', { key })).status).toBe(200);
    const other = await app.key(id, ['fraud:manage']);
    expect((await client.call('GET', 'kinds', { key: other.key })).status).toBe(403);
  });
});

describe.each(['resolve', 'verify'])('the body of POST /identity/%s', (path) => {
  const more = path === 'verify' ? { matchAgainst: NAME } : {};
  const refused = (body: object, field: string) =>
    client.refused(path, { ...body, ...more }, field);

  // contract: identity/unsupported-combinations-400
  test('rejects a kind that the country does not have with 400 and names kind', async () => {
    for (const [country, kind] of [
      ['US', 'nin'],
      ['GH', 'bvn'],
      ['ZA', 'account'],
      ['AQ', 'account'],
    ])
      await refused({ subjectId: SUBJECT_ID, country, kind, identifier: '22222222220' }, 'kind');
  });

  // contract: identity/resolve-verify-fields
  test('rejects an unknown country, and an image kind or unknown kind, with 400', async () => {
    for (const country of ['XX', 'NGA', 'N', '', 'Ghana', null, 1])
      await refused(ghana(0, { country }), 'country');
    for (const kind of ['liveness', 'face_match', 'passport', '', null])
      await refused(ghana(0, { kind }), 'kind');
  });

  // contract: identity/resolve-verify-fields
  test('rejects an identifier in another form than the country’s with 400', async () => {
    for (const identifier of [
      '',
      '22222222220',
      'GHA-123456789',
      ' GHA-123456789-0',
      'x'.repeat(65),
    ])
      await refused(ghana(0, { identifier }), 'identifier');
    const checkDigit = {
      subjectId: SUBJECT_ID,
      country: 'ZA',
      kind: 'nin',
      identifier: '9001015007081',
    };
    await refused(checkDigit, 'identifier');
  });

  // contract: identity/resolve-verify-fields
  test('requires a bank code for accounts, and rejects it for other kinds', async () => {
    await refused(account(0, { bankCode: undefined }), 'bankCode');
    await refused(account(0, { bankCode: '058000' }), 'bankCode');
    await refused(ghana(0, { bankCode: '68' }), 'bankCode');
  });

  // contract: identity/resolve-verify-fields
  test('accepts the country in any case, and the identifier with or without separators as the same', async () => {
    const hmacs = new Set<string>();
    for (const [country, identifier] of [
      ['GH', 'GHA-123456789-0'],
      ['gh', 'gha1234567890'],
    ]) {
      const answer = await client.ask(path, { ...ghana(0), country, identifier, ...more });
      expect(answer.country).toBe('GH');
      const row = await client.row(answer.verificationId);
      expect([row.country, row.identifier_last4]).toEqual(['GH', '7890']);
      hmacs.add(row.identifier_hmac.toString('hex'));
    }
    expect([...hmacs]).toHaveLength(1);
  });
});
