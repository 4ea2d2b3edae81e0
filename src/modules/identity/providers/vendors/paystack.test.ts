import { expect, test } from 'vitest';
import { testFaults } from '../../../../../test/support/vendors/faults.ts';
import {
  PAYSTACK_ANSWERS,
  PAYSTACK_CREDENTIALS,
  startPaystack,
} from '../../../../../test/support/vendors/paystack.ts';
import { CLAIMED, vendorWorld } from '../../../../../test/support/vendors/world.ts';
import { paystack } from './paystack.ts';

const world = vendorWorld(paystack, PAYSTACK_CREDENTIALS, startPaystack);
const ACCOUNT = { country: 'NG', accountNumber: '0001234567', bankCode: '058', claimed: CLAIMED };

test('resolves an account', async () => {
  expect(await world.ask('account', ACCOUNT)).toEqual({
    outcome: 'ok',
    accountName: 'Doe Jane Loren',
    raw: JSON.stringify(PAYSTACK_ANSWERS.account),
  });
  expect(world.request).toMatchObject({
    method: 'GET',
    path: '/bank/resolve',
    query: { account_number: '0001234567', bank_code: '058' },
    headers: { authorization: `Bearer ${PAYSTACK_CREDENTIALS.secretKey}` },
  });
  expect(world.request.body.length).toBe(0);
});

function no(message: string, more: Record<string, unknown> = {}) {
  return {
    status: false,
    message,
    ...more,
  };
}

test.each([
  [422, PAYSTACK_ANSWERS.unresolved, { outcome: 'not_found' }],
  [400, PAYSTACK_ANSWERS.unresolved, { outcome: 'not_found' }],
  // A status of 200 proves nothing.
  [200, PAYSTACK_ANSWERS.unresolved, { outcome: 'not_found' }],
  [
    422,
    no('Unknown bank code: 999', { type: 'validation_error', code: 'invalid_bank_code' }),
    { outcome: 'invalid_input', reason: 'bank_code' },
  ],
  [400, no('Invalid account number', { type: 'validation_error' }), { outcome: 'invalid_input' }],
  [400, no('Something broke', { type: 'api_error' }), { outcome: 'unavailable' }],
  [
    422,
    no('Could not resolve account name', { type: 'processor_error' }),
    { outcome: 'unavailable' },
  ],
  [404, no('No Authorization Header was found'), { outcome: 'auth' }],
  [422, no('Lorem ipsum'), { outcome: 'bad_response' }],
  [422, no('Lorem ipsum', { type: 7 }), { outcome: 'bad_response' }],
])('an answer with status %i and %j has the expected outcome', async (status, json, outcome) => {
  world.says(status, json);
  expect(await world.ask('account', ACCOUNT)).toEqual({ ...outcome, raw: JSON.stringify(json) });
});

test.each([
  { status: true, data: { account_name: 7 } },
  { status: true, data: { account_name: ' ' } },
  { status: true, data: null },
  { status: 'true', data: { account_name: 'Doe Jane Loren' } },
])('treats %j as a bad response', async (json) => {
  world.says(200, json);
  expect(await world.ask('account', ACCOUNT)).toMatchObject({ outcome: 'bad_response' });
});

test('ignores a name in an answer whose status is not 2xx', async () => {
  world.says(422, PAYSTACK_ANSWERS.account);
  expect(await world.ask('account', ACCOUNT)).toMatchObject({ outcome: 'bad_response' });
});

test('rejects wrong credentials', async () => {
  expect(await world.ask('account', ACCOUNT, { secretKey: 'sk_other' })).toMatchObject({
    outcome: 'auth',
  });
});

testFaults(world, 'account', ACCOUNT, PAYSTACK_CREDENTIALS);
