import { expect, test } from 'vitest';
import { testFaults } from '../../../../../test/support/vendors/faults.ts';
import {
  startYouverify,
  youverifyAnswers,
  YOUVERIFY_CREDENTIALS,
} from '../../../../../test/support/vendors/youverify.ts';
import { CLAIMED, vendorWorld } from '../../../../../test/support/vendors/world.ts';
import { youverify } from './youverify.ts';

const world = vendorWorld(youverify, YOUVERIFY_CREDENTIALS, startYouverify);
const LOOKUP = { country: 'NG', identifier: '11111111111', claimed: CLAIMED };

test.each(['bvn', 'nin'] as const)('finds a %s', async (kind) => {
  expect(await world.ask(kind, LOOKUP)).toEqual({
    outcome: 'ok',
    profile: {
      firstName: 'Sarah',
      middleName: 'Jane',
      lastName: 'Doe',
      dateOfBirth: '1988-04-04',
      gender: 'female',
      phoneNumber: '08000000000',
      address: null,
    },
    raw: JSON.stringify(youverifyAnswers[kind]),
  });
  expect(world.request).toMatchObject({
    method: 'POST',
    path: `/v2/api/identity/ng/${kind}`,
    headers: { token: YOUVERIFY_CREDENTIALS.token, 'content-type': 'application/json' },
  });
  // The request omits the claimed person, because the comparison is local.
  expect(world.request.json).toEqual({ id: '11111111111', isSubjectConsent: true });
});

test('finds a virtual NIN at its own address', async () => {
  const lookup = { ...LOOKUP, identifier: 'YV111111111111FY', isVirtual: true } as const;
  expect(await world.ask('nin', lookup)).toMatchObject({
    outcome: 'ok',
    profile: { firstName: 'Sarah', lastName: 'Doe' },
  });
  expect(world.request).toMatchObject({ path: '/v2/api/identity/ng/vnin' });
});

function failure(statusCode: number, message: string) {
  return {
    success: false,
    statusCode,
    message,
    data: {},
  };
}
const { data } = youverifyAnswers.nin;

test.each([
  [200, youverifyAnswers.missing, { outcome: 'not_found' }],
  [402, failure(402, 'Insufficient fund'), { outcome: 'no_funds' }],
  [403, failure(403, 'Permission denied'), { outcome: 'auth' }],
  [503, failure(503, 'Third-party provider not reacheable'), { outcome: 'unavailable' }],
  [500, failure(500, 'Internal Server Error'), { outcome: 'unavailable' }],
  [400, failure(400, 'Invalid NIN'), { outcome: 'invalid_input' }],
  [400, failure(400, 'You are low on credit'), { outcome: 'no_funds' }],
  [200, failure(200, 'Third-party provider not reacheable'), { outcome: 'unavailable' }],
  [404, failure(404, 'Not Found'), { outcome: 'bad_response' }],
  [200, { success: true, data: { status: 'pending' } }, { outcome: 'bad_response' }],
  [200, { success: true, data: { ...data, lastName: 4 } }, { outcome: 'bad_response' }],
  [200, { success: 'true', data }, { outcome: 'bad_response' }],
  [
    200,
    { success: true, data: { status: 'found', firstName: '', lastName: null } },
    { outcome: 'bad_response' },
  ],
])('an answer with status %i and %j has the expected outcome', async (status, json, outcome) => {
  world.says(status, json);
  expect(await world.ask('nin', LOOKUP)).toEqual({ ...outcome, raw: JSON.stringify(json) });
});

test('reports a number that the register lacks, and a wrong token', async () => {
  const unknown = { ...LOOKUP, identifier: '22222222222' };
  expect(await world.ask('bvn', unknown)).toMatchObject({ outcome: 'not_found' });
  expect(await world.ask('bvn', LOOKUP, { token: 'other' })).toMatchObject({ outcome: 'auth' });
});

testFaults(world, 'bvn', LOOKUP, YOUVERIFY_CREDENTIALS);
testFaults(world, 'nin', LOOKUP, YOUVERIFY_CREDENTIALS);
