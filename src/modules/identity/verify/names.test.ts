import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import {
  accountBody,
  ID,
  IdentityClient,
  NAME,
  personBody,
} from '../../../../test/contract/support/identity-client.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
let client: IdentityClient;
beforeAll(async () => {
  client = await IdentityClient.of(app);
});

function without(body: object, field: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}
const AGREED = { firstName: 'same', middleName: null, lastName: 'same', dateOfBirth: null };
/** Values that are not strings. */
const NO_TEXTS = [null, 1, true, {}, ['x']];

describe.each(['bvn', 'nin'] as const)('verify-%s', (kind) => {
  const path = `verify-${kind}`;
  const ask = (digit: number, matchAgainst: object = NAME) =>
    client.ask(path, personBody(kind, digit, matchAgainst));
  const profile = {
    firstName: 'Chinedu',
    middleName: 'Ayo',
    lastName: 'Eze',
    dateOfBirth: '1990-06-15',
    gender: 'female',
    phoneNumber: expect.any(String),
    address: expect.any(String),
  };

  // contract: POST /identity/verify-bvn, POST /identity/verify-nin, identity/status-verified-failed
  test('a match returns exactly id, kind, status, score and the resolved profile', async () => {
    expect(await ask(0)).toEqual({
      verificationId: ID,
      kind,
      status: 'verified',
      matchScore: 100,
      profile,
      fields: AGREED,
    });
  });

  // contract: identity/found-score-0
  test('an unknown number is failed with score 0 and no profile', async () => {
    const answer = {
      verificationId: ID,
      kind,
      status: 'failed',
      matchScore: 0,
      profile: null,
    };
    const given = await ask(1);
    expect(given).toEqual(answer);
    expect((await client.row(given.verificationId)).reason).toBe('not_found');
  });

  // contract: identity/found-score-0, identity/bvn-nin-verified
  test.each([2, 3])(
    'another person is failed, with score and profile as found (%i)',
    async (digit) => {
      const answer = await ask(digit);
      expect(answer).toMatchObject({ status: 'failed', profile: { middleName: null } });
      expect(answer.profile.firstName).not.toBe('Chinedu');
      expect(answer.profile.lastName === 'Eze').toBe(digit === 3);
      expect(answer.matchScore).toBeGreaterThanOrEqual(0);
      expect(answer.matchScore).toBeLessThan(70);
      const row = await client.row(answer.verificationId);
      expect(row).toMatchObject({ reason: 'name_mismatch', metadata: { threshold: 70 } });
      expect(row.metadata.matchScore).toBe(answer.matchScore);
    },
  );

  // contract: identity/bvn-nin-verified
  test('a typing error verifies with a score below 100', async () => {
    const answer = await ask(4);
    expect(answer.status).toBe('verified');
    expect(answer.matchScore).toBeGreaterThanOrEqual(70);
    expect(answer.matchScore).toBeLessThan(100);
  });

  // contract: identity/date-birth-soft
  test('a different date of birth subtracts 15; an equal or unclaimed one subtracts nothing', async () => {
    const claimed = { ...NAME, dateOfBirth: '1990-06-15' };
    for (const [digit, matchAgainst, matchScore, dateOfBirth] of [
      [5, claimed, 85, 'different'],
      [0, claimed, 100, 'same'],
      [0, { ...NAME, dateOfBirth: '1990-06-15T00:00:00.000Z' }, 100, 'same'],
      [5, { ...NAME, dateOfBirth: '1990-06-14T23:00:00.000Z' }, 100, 'ambiguous_time'],
      [5, NAME, 100, undefined],
    ] as const) {
      const answer = await ask(digit, matchAgainst);
      expect(answer).toMatchObject({ status: 'verified', matchScore });
      const { metadata } = await client.row(answer.verificationId);
      expect(metadata.dateOfBirth).toBe(dateOfBirth);
    }
  });

  // contract: identity/provider-down-normal
  test.each([7, 8])(
    'with every provider down it returns 200, provider_down, and nulls (%i)',
    async (digit) => {
      expect(await ask(digit)).toEqual({
        verificationId: ID,
        kind,
        status: 'provider_down',
        matchScore: null,
        profile: null,
      });
    },
  );

  // contract: POST /identity/verify-bvn, POST /identity/verify-nin, identity/bvn-nin-exactly
  test('a number that does not have 11 digits gets 400, which names it', async () => {
    const good = personBody(kind, 0);
    const numbers = [
      '',
      '2222222222',
      '222222222200',
      '2222222222a',
      ' 22222222220',
      '22222222220 ',
    ];
    numbers.push(
      '22222222220\n',
      '222 222 222 20',
      '+2222222222',
      '2222222222.',
      '２２２２２２２２２２０',
    );
    for (const number of [...numbers, 22_222_222_220, null, ['22222222220']])
      await client.refused(path, { ...good, [kind]: number }, kind);
    await client.refused(path, without(good, kind), kind);
    const other = kind === 'bvn' ? 'nin' : 'bvn';
    await client.refused(path, { ...good, [other]: '22222222220' }, other);
  });

  // contract: identity/subjectid-required-stored, identity/matchagainst-firstname-lastname
  test('a missing or invalid subjectId, name or date of birth gets 400, which names it', async () => {
    const good = personBody(kind, 0);
    await client.refused(path, without(good, 'subjectId'), 'subjectId');
    for (const subjectId of ['', 'x'.repeat(201), ...NO_TEXTS])
      await client.refused(path, { ...good, subjectId }, 'subjectId');
    await client.refused(path, without(good, 'matchAgainst'), 'matchAgainst');
    for (const field of ['firstName', 'lastName']) {
      const at = `matchAgainst.${field}`;
      await client.refused(path, { ...good, matchAgainst: without(NAME, field) }, at);
      for (const text of ['', ' \t', 'x'.repeat(201), ...NO_TEXTS])
        await client.refused(path, { ...good, matchAgainst: { ...NAME, [field]: text } }, at);
    }
    const at = 'matchAgainst.firstName';
    for (const [firstName, lastName] of [
      ['.', '-'],
      ['123', '😀'],
    ])
      await client.refused(path, { ...good, matchAgainst: { firstName, lastName } }, at);
    for (const dateOfBirth of ['', 'yesterday', '15/06/1990', '1990-02-30', '1990-13-01', 1990])
      await client.refused(
        path,
        { ...good, matchAgainst: { ...NAME, dateOfBirth } },
        'matchAgainst.dateOfBirth',
      );
    await client.ask(path, { ...good, subjectId: 'x'.repeat(200) });
  });

  // contract: identity/no-other-field
  test('rejects any undocumented field', async () => {
    const good = personBody(kind, 0);
    await client.refused(path, { ...good, nationality: 'NG' }, 'nationality');
    const matchAgainst = { ...NAME, nickName: 'Ayo' };
    await client.refused(path, { ...good, matchAgainst }, 'matchAgainst.nickName');
  });
});

describe('verify-account', () => {
  const path = 'verify-account';
  const ask = (digit: number, more: object = {}) => client.ask(path, accountBody(digit, more));

  // contract: POST /identity/verify-account, identity/status-verified-failed
  test('a match returns exactly id, kind, status, score, resolved name and provider', async () => {
    expect(await ask(0)).toEqual({
      verificationId: ID,
      kind: 'account',
      status: 'verified',
      matchScore: 100,
      resolvedName: 'EZE CHINEDU AYO',
      provider: 'provider-1',
      fields: AGREED,
    });
  });

  // contract: identity/found-score-0
  test('an unknown account is failed with 0 and null, another holder is failed as found', async () => {
    expect(await ask(1)).toEqual({
      verificationId: ID,
      kind: 'account',
      status: 'failed',
      matchScore: 0,
      resolvedName: null,
      provider: 'provider-1',
    });
    const other = await ask(2);
    expect(other).toMatchObject({
      status: 'failed',
      resolvedName: expect.stringMatching(/^[A-Z ]+$/),
    });
    expect(other.matchScore).toBeLessThan(70);
  });

  // contract: identity/provider-down-normal
  test('with every provider down it returns 200, provider_down, and nulls', async () => {
    expect(await ask(8)).toEqual({
      verificationId: ID,
      kind: 'account',
      status: 'provider_down',
      matchScore: null,
      resolvedName: null,
      provider: null,
    });
  });

  // contract: identity/account-threshold-default, kept/metadata-scores-thresholds
  test('the threshold is 70 by default and inclusive', async () => {
    const { verificationId, matchScore } = await ask(4);
    const { metadata } = await client.row(verificationId);
    expect(metadata).toMatchObject({ threshold: 70, matchScore, bankCode: '058' });
    expect(matchScore).toBeGreaterThan(70);
    expect(matchScore).toBeLessThan(99);
    for (const [threshold, status] of [
      [matchScore, 'verified'],
      [matchScore + 0.01, 'failed'],
      [100, 'failed'],
      [0, 'verified'],
    ] as const) {
      const answer = await ask(4, { threshold });
      expect([threshold, answer.status, answer.matchScore]).toEqual([
        threshold,
        status,
        matchScore,
      ]);
      expect((await client.row(answer.verificationId)).metadata.threshold).toBe(threshold);
    }
    expect((await ask(2, { threshold: 0 })).status).toBe('verified');
  });

  // contract: identity/account-threshold-default
  test('a threshold outside 0 to 100, or not a number, gets 400, which names it', async () => {
    for (const threshold of [-0.01, -5, 100.01, 150, 1e308, '70', true, [70]])
      await client.refused(path, accountBody(0, { threshold }), 'threshold');
    const raw = JSON.stringify(accountBody(0, { threshold: 0 }));
    for (const text of ['NaN', 'Infinity', '-Infinity', '1e400', '07']) {
      const answer = await client.call('POST', path, { raw: raw.replace(/0}$/, `${text}}`) });
      expect([text, answer.status]).toEqual([text, 400]);
    }
  });

  // contract: identity/expectedname-required-both
  test('a missing or invalid account, bank or name gets 400, which names it', async () => {
    const good = accountBody(0);
    for (const field of ['subjectId', 'accountNumber', 'bankCode', 'expectedName'])
      await client.refused(path, without(good, field), field);
    for (const accountNumber of ['', '012345678', '01234567800', '01234 6780', 'x'.repeat(41), 123])
      await client.refused(path, { ...good, accountNumber }, 'accountNumber');
    for (const bankCode of ['', '05', '0580000', 'GTB', '058 ', 58])
      await client.refused(path, { ...good, bankCode }, 'bankCode');
    for (const field of ['firstName', 'lastName'])
      for (const expectedName of [without(NAME, field), { ...NAME, [field]: ' ' }])
        await client.refused(path, { ...good, expectedName }, `expectedName.${field}`);
    const expectedName = { ...NAME, dateOfBirth: '1990-06-15' };
    await client.refused(path, { ...good, expectedName }, 'expectedName.dateOfBirth');
    await client.refused(path, { ...good, nationality: 'NG' }, 'nationality');
  });
});

// contract: kept/call-successful-failed
test('does not record a rejected request', async () => {
  const fresh = await IdentityClient.of(app);
  await fresh.refused('verify-bvn', { ...personBody('bvn', 0), bvn: '1' }, 'bvn');
  await fresh.refused('verify-account', accountBody(0, { threshold: 101 }), 'threshold');
  expect(await fresh.counts()).toEqual({ rows: 0, payloads: 0, letters: 0, events: 0 });
});
