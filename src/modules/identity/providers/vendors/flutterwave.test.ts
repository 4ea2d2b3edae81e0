import { expect, test } from 'vitest';
import { testFaults } from '../../../../../test/support/vendors/faults.ts';
import {
  FLUTTERWAVE_ANSWERS,
  FLUTTERWAVE_CREDENTIALS,
  startFlutterwave,
} from '../../../../../test/support/vendors/flutterwave.ts';
import { CLAIMED, vendorWorld } from '../../../../../test/support/vendors/world.ts';
import { flutterwave } from './flutterwave.ts';

const world = vendorWorld(flutterwave, FLUTTERWAVE_CREDENTIALS, startFlutterwave);
const ACCOUNT = { country: 'NG', accountNumber: '0690000032', bankCode: '044', claimed: CLAIMED };

test('resolves an account', async () => {
  expect(await world.ask('account', ACCOUNT)).toEqual({
    outcome: 'ok',
    accountName: 'Pastor Bright',
    raw: JSON.stringify(FLUTTERWAVE_ANSWERS.account),
  });
  expect(world.request).toMatchObject({
    method: 'POST',
    path: '/v3/accounts/resolve',
    headers: {
      authorization: `Bearer ${FLUTTERWAVE_CREDENTIALS.secretKey}`,
      'content-type': 'application/json',
    },
  });
  expect(world.request.json).toEqual({ account_number: '0690000032', account_bank: '044' });
});

function error(message: string) {
  return { status: 'error', message, data: null };
}

test.each([
  [400, FLUTTERWAVE_ANSWERS.invalid, { outcome: 'not_found' }],
  [200, FLUTTERWAVE_ANSWERS.invalid, { outcome: 'not_found' }],
  [400, error('account_number must have 10 digits'), { outcome: 'invalid_input' }],
  [400, error('Invalid bank code'), { outcome: 'invalid_input' }],
  [400, error('Insufficient wallet balance'), { outcome: 'no_funds' }],
  [400, error('Service unavailable, please try again later'), { outcome: 'unavailable' }],
  [400, error('Invalid authorization key'), { outcome: 'auth' }],
  [400, error('Lorem ipsum'), { outcome: 'bad_response' }],
  [200, { status: 'pending', data: null }, { outcome: 'bad_response' }],
  [200, { status: 'success', data: null }, { outcome: 'bad_response' }],
  [200, { status: 'success', data: { account_name: 1 } }, { outcome: 'bad_response' }],
  [200, { status: 'success', data: { account_name: '***' } }, { outcome: 'bad_response' }],
])('an answer with status %i and %j has the expected outcome', async (status, json, outcome) => {
  world.says(status, json);
  expect(await world.ask('account', ACCOUNT)).toEqual({ ...outcome, raw: JSON.stringify(json) });
});

test('rejects an account that the bank lacks, and wrong credentials', async () => {
  const elsewhere = { ...ACCOUNT, bankCode: '058' };
  expect(await world.ask('account', elsewhere)).toMatchObject({ outcome: 'not_found' });
  expect(await world.ask('account', ACCOUNT, { secretKey: 'other' })).toMatchObject({
    outcome: 'auth',
  });
});

testFaults(world, 'account', ACCOUNT, FLUTTERWAVE_CREDENTIALS);
