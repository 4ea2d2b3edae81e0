import { expect, test } from 'vitest';
import type { MatchOf } from '../providers/adapter.ts';
import { judge } from './judge.ts';
import type { ClaimedPerson } from './verification-request.ts';

const PROFILE = {
  firstName: 'ADAEZE',
  middleName: null,
  lastName: 'OKAFOR',
  dateOfBirth: null,
  gender: null,
  phoneNumber: null,
  address: null,
};

function judged(
  claimed: ClaimedPerson | undefined,
  found: Partial<MatchOf['bvn']['profile']>,
  more: object = {},
) {
  const request = {
    kind: 'bvn',
    country: 'NG',
    subjectId: 's',
    identifier: '22222222220',
    claimed,
  } as const;
  const answer = { outcome: 'ok', profile: { ...PROFILE, ...found }, ...more } as const;
  return judge(request, { answer, provider: 'provider-1', attempts: [] });
}

const CLAIMED = { firstName: 'Adaeze', lastName: 'Okafor', dateOfBirth: '1990-01-01' };

test('a date of birth that cannot be read is recorded, and subtracts nothing', () => {
  for (const claimed of [CLAIMED, undefined])
    expect(judged(claimed, {}, { unreadableDateOfBirth: true })).toMatchObject({
      status: 'verified',
      metadata: { dateOfBirth: 'unreadable' },
    });
  expect(judged(CLAIMED, {}, { unreadableDateOfBirth: true }).matchScore).toBe(100);
  expect(judged(CLAIMED, {}).metadata).not.toHaveProperty('dateOfBirth');
});

test('a record of a deceased holder gives this reason', () => {
  expect(judged(CLAIMED, { lastName: 'OKAFOR (DECEASED)' })).toMatchObject({
    status: 'failed',
    reason: 'deceased',
    matchScore: 60,
  });
  expect(judged(CLAIMED, { lastName: 'EZE' })).toMatchObject({ reason: 'name_mismatch' });
});
