import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import {
  accountBody,
  IdentityClient,
  NAME,
  personBody,
} from '../../../../test/contract/support/identity-client.ts';
import { matchNames, type ClaimedName } from '../name-match/match.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
let client: IdentityClient;
beforeAll(async () => {
  client = await IdentityClient.of(app);
});

function verdictsOf(claimed: ClaimedName, record: string) {
  const { verdicts, score } = matchNames(claimed, record, { isOneField: false });
  return [verdicts.firstName, verdicts.middleName, verdicts.lastName, score >= 70];
}

describe('the verdict on a field', () => {
  const ada = { firstName: 'Adaeze', lastName: 'Okafor' };
  test.each([
    [ada, 'ADAEZE CHIOMA OKAFOR', ['same', null, 'same', true]],
    [{ ...ada, middleName: 'Chioma' }, 'OKAFOR CHIOMA ADAEZE', ['same', 'same', 'same', true]],
    [
      { ...ada, middleName: 'Chioma' },
      'ADAEZE NKECHI OKAFOR',
      ['same', 'different', 'same', false],
    ],
    [{ ...ada, middleName: 'Chioma' }, 'ADAEZE OKAFOR', ['same', 'missing', 'same', true]],
    [
      { ...ada, middleName: 'Chioma Ngozi' },
      'ADAEZE CHIOMA OKAFOR',
      ['same', 'partly', 'same', true],
    ],
    [{ ...ada, middleName: 'C.' }, 'ADAEZE CHIOMA OKAFOR', ['same', 'partly', 'same', true]],
    [ada, 'NGOZI OKAFOR', ['different', null, 'same', false]],
    [ada, 'ADAEZE', ['same', null, 'missing', false]],
    [ada, 'TUNDE BELLO', ['different', null, 'different', false]],
  ] as const)('for %j against %s is %j', (claimed, record, expected) => {
    expect(verdictsOf(claimed, record)).toEqual(expected);
  });

  test('is the same for a middle name and for a further first name', () => {
    for (const record of [
      'ADAEZE CHIOMA OKAFOR',
      'ADAEZE NKECHI OKAFOR',
      'ADAEZE OKAFOR',
      'CHIOMA OKAFOR',
    ])
      expect(matchNames({ ...ada, middleName: 'Chioma' }, record).score).toBeLessThanOrEqual(
        matchNames({ firstName: 'Adaeze Chioma', lastName: 'Okafor' }, record).score,
      );
  });
});

describe('the answer', () => {
  test('has a verdict on each claimed field, of people and of accounts', async () => {
    const claim = { ...NAME, middleName: 'Ayo', dateOfBirth: '1990-06-15' };
    const all = { firstName: 'same', middleName: 'same', lastName: 'same' };
    for (const kind of ['bvn', 'nin'] as const) {
      const answer = await client.ask(`verify-${kind}`, personBody(kind, 0, claim));
      expect(answer).toMatchObject({ status: 'verified', matchScore: 100 });
      expect(answer.fields).toEqual({ ...all, dateOfBirth: 'same' });
    }
    const other = { ...NAME, middleName: 'Nkechi', dateOfBirth: claim.dateOfBirth };
    const differs = await client.ask('verify-bvn', personBody('bvn', 0, other));
    expect(differs.status).toBe('failed');
    expect(differs.fields).toEqual({ ...all, middleName: 'different', dateOfBirth: 'same' });
    const { dateOfBirth: _, ...expectedName } = claim;
    const account = await client.ask('verify-account', { ...accountBody(0), expectedName });
    expect(account.fields).toEqual({ ...all, dateOfBirth: null });
  });

  test('rejects a middle name that is not a string', async () => {
    for (const middleName of [1, ' ', {}])
      await client.refused(
        'verify-bvn',
        personBody('bvn', 0, { ...NAME, middleName }),
        'matchAgainst.middleName',
      );
  });
});
