import { expect, test } from 'vitest';
import { outcomeOfMessage, withQuery } from './http-outcome.ts';

test.each([
  ['Invalid API key', 'auth'],
  ['You are not authorized to do that', 'auth'],
  ['Insufficient fund', 'no_funds'],
  ['Insufficient wallet balance', 'no_funds'],
  ['Your balance is low, please visit the dashboard to top up', 'no_funds'],
  ['You are low on credit', 'no_funds'],
  ["Verification can't be completed by this time, kindly retry later", 'unavailable'],
  ['Third-party provider not reacheable', 'unavailable'],
  ['Service Unavailable', 'unavailable'],
  ['Request timed out', 'unavailable'],
  ['vnin not found', 'not_found'],
  ['national_id not found', 'not_found'],
  ['Record not found', 'not_found'],
  ['ID Number Not Found', 'not_found'],
  ['Account number does not exist', 'not_found'],
  ['No record for this number', 'not_found'],
  ['Could not resolve account name. Check parameters or try again.', 'not_found'],
  ['Invalid BVN', 'invalid_input'],
  ['bvn must be 11 digits', 'invalid_input'],
  ['No face detected', 'invalid_input'],
  ['Face not found in the image', 'invalid_input'],
  ['Invalid bank code', 'invalid_input'],
  ['Invalid account number', 'invalid_input'],
  ['Wrong NIN', 'invalid_input'],
  ['Something went wrong', undefined],
  ['Invalid response from provider', undefined],
  ['Not Found', undefined],
  ['Cannot GET /bank/resolve', undefined],
  ['Lorem ipsum', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('reads %j as %s', (message, outcome) => {
  expect(outcomeOfMessage(message)?.outcome).toBe(outcome);
});

test('encodes a query', () => {
  expect(withQuery('/a', { b: '1&c=2 #é' })).toBe('/a?b=1%26c%3D2+%23%C3%A9');
});
