import { describe, expect, test } from 'vitest';
import { testFaults } from '../../../../../test/support/vendors/faults.ts';
import {
  PREMBLY_ANSWERS,
  PREMBLY_CREDENTIALS,
  startPrembly,
} from '../../../../../test/support/vendors/prembly.ts';
import {
  CLAIMED,
  DOCUMENT,
  SELFIE,
  vendorWorld,
} from '../../../../../test/support/vendors/world.ts';
import { prembly } from './prembly.ts';

const world = vendorWorld(prembly, PREMBLY_CREDENTIALS, startPrembly);

const BVN = { country: 'NG', identifier: '54651333604', claimed: CLAIMED };
const NIN = { country: 'NG', identifier: '12345678909', claimed: CLAIMED };
const ACCOUNT = { country: 'NG', accountNumber: '0123456789', bankCode: '058', claimed: CLAIMED };
const LIVENESS = { country: 'NG', image: SELFIE };
const FACES = { country: 'NG', selfie: SELFIE, reference: DOCUMENT };

/** The request, if it matches the vendor's documentation for this path and body. */
function expectPost(path: string, json: unknown): void {
  expect(world.request).toMatchObject({
    method: 'POST',
    path,
    headers: {
      'app-id': PREMBLY_CREDENTIALS.appId,
      'x-api-key': PREMBLY_CREDENTIALS.apiKey,
      'content-type': 'application/json',
    },
  });
  expect(world.request.json).toEqual(json);
}

describe('a lookup', () => {
  test('a BVN is found', async () => {
    expect(await world.ask('bvn', BVN)).toEqual({
      outcome: 'ok',
      profile: {
        firstName: 'TEST',
        middleName: 'MIDDLE',
        lastName: 'TESTER',
        dateOfBirth: '1904-08-02',
        gender: 'male',
        phoneNumber: '09082838483',
        address: '4, YABA STREET, LAGOS',
      },
      raw: JSON.stringify(PREMBLY_ANSWERS.bvn),
    });
    expectPost('/verification/bvn', { number: '54651333604' });
  });

  test('a NIN is found', async () => {
    expect(await world.ask('nin', NIN)).toMatchObject({
      outcome: 'ok',
      profile: {
        firstName: 'JOHN',
        middleName: 'DAVID',
        lastName: 'DOE',
        dateOfBirth: '1980-01-01',
        gender: 'male',
        phoneNumber: '08012345678',
      },
    });
    expectPost('/verification/vnin-basic', { number: '12345678909' });
  });

  test('a Kenyan id is found with a name that is not divided', async () => {
    const lookup = { country: 'KE', identifier: '10101010', claimed: undefined };
    expect(await world.ask('nin', lookup)).toMatchObject({
      outcome: 'ok',
      profile: {
        firstName: null,
        middleName: null,
        lastName: 'John Doe Test',
        dateOfBirth: '1990-10-10',
        gender: 'male',
      },
    });
    expectPost('/verification/ke/national_id', { number: '10101010' });
  });

  test('an account is found under either spelling', async () => {
    expect(await world.ask('account', ACCOUNT)).toEqual({
      outcome: 'ok',
      accountName: 'JOHN DAVID DOE',
      raw: JSON.stringify(PREMBLY_ANSWERS.account),
    });
    expectPost('/verification/bank_account/basic', { number: '0123456789', bank_code: '058' });
    const { account_data: data, ...rest } = PREMBLY_ANSWERS.account;
    world.says(200, { ...rest, 'account data': data });
    expect(await world.ask('account', ACCOUNT)).toMatchObject({ accountName: 'JOHN DAVID DOE' });
  });

  test('a live face is found', async () => {
    expect(await world.ask('liveness', LIVENESS)).toEqual({
      outcome: 'ok',
      passed: true,
      score: 99.21,
      raw: JSON.stringify(PREMBLY_ANSWERS.liveness),
    });
    expectPost('/verification/biometrics/face/liveliness_check', {
      image: SELFIE.bytes.toString('base64'),
    });
  });

  test("a face comparison returns the vendor's number", async () => {
    expect(await world.ask('face_match', FACES)).toEqual({
      outcome: 'ok',
      similarity: 87.5,
      scoreKind: 'similarity',
      raw: JSON.stringify(PREMBLY_ANSWERS.face_match),
    });
    expectPost('/verification/biometrics/face/comparison', {
      image_one: DOCUMENT.bytes.toString('base64'),
      image_two: SELFIE.bytes.toString('base64'),
    });
  });
});

describe('response codes', () => {
  const coded = (code: unknown, more: Record<string, unknown> = {}) => ({
    status: false,
    detail: 'Lorem ipsum',
    response_code: code,
    ...more,
  });
  const record = { data: PREMBLY_ANSWERS.bvn.data };

  test.each([
    [200, coded('01'), { outcome: 'not_found' }],
    [200, coded('01', { data: [] }), { outcome: 'not_found' }],
    [404, coded('01'), { outcome: 'not_found' }],
    [200, coded('02'), { outcome: 'unavailable' }],
    [400, coded('02'), { outcome: 'unavailable' }],
    [200, coded('03'), { outcome: 'no_funds' }],
    [200, coded('07'), { outcome: 'mismatch', reason: 'blocked' }],
    [200, coded('99'), { outcome: 'bad_response' }],
    [200, coded(1), { outcome: 'bad_response' }],
    [200, coded('constructor'), { outcome: 'bad_response' }],
    [
      200,
      { ...PREMBLY_ANSWERS.bvn, verification: { status: 'PENDING' } },
      { outcome: 'unavailable' },
    ],
    [
      200,
      { ...PREMBLY_ANSWERS.bvn, verification: { status: 'NOT-VERIFIED' } },
      { outcome: 'not_found' },
    ],
    // The code overrides a record.
    [200, { ...coded('01'), ...record, status: true }, { outcome: 'not_found' }],
    [200, { ...coded('00'), ...record }, { outcome: 'bad_response' }],
    [200, { status: true, ...record }, { outcome: 'bad_response' }],
    [200, { ...coded('00'), status: true, data: { firstName: 4 } }, { outcome: 'bad_response' }],
    [200, { ...coded('00'), status: true, data: null }, { outcome: 'bad_response' }],
    [400, { detail: 'number must have 11 digits' }, { outcome: 'invalid_input' }],
    [400, { message: 'Insufficient wallet balance' }, { outcome: 'no_funds' }],
    [400, { detail: { number: ['This field is required.'] } }, { outcome: 'bad_response' }],
  ])('an answer with status %i and %j has the expected outcome', async (status, json, outcome) => {
    world.says(status, json);
    expect(await world.ask('bvn', BVN)).toEqual({ ...outcome, raw: JSON.stringify(json) });
  });

  test.each([
    [
      'liveness',
      coded('01', { confidence_in_percentage: 3 }),
      { passed: false, score: 3, reason: 'spoof' },
    ],
    [
      'liveness',
      coded('00', { data: { confidence_in_percentage: 40 } }),
      { passed: false, score: 40 },
    ],
    ['liveness', coded('00', { confidence_in_percentage: 140 }), { outcome: 'bad_response' }],
    ['liveness', coded('00', { status: true }), { outcome: 'bad_response' }],
    // The code overrides a positive status.
    [
      'liveness',
      coded('01', { status: true, confidence_in_percentage: 99 }),
      { passed: false, score: 99 },
    ],
    ['liveness', coded('01'), { outcome: 'bad_response' }],
    [
      'liveness',
      coded('01', { detail: 'No face detected' }),
      { outcome: 'invalid_input', reason: 'no_face' },
    ],
    ['liveness', coded('02'), { outcome: 'unavailable' }],
    ['liveness', coded('03'), { outcome: 'no_funds' }],
    ['liveness', coded('07'), { outcome: 'bad_response' }],
    ['face_match', coded('01', { confidence: 8.5 }), { outcome: 'ok', similarity: 8.5 }],
    ['face_match', coded('00', { data: { confidence: 50 } }), { outcome: 'ok', similarity: 50 }],
    [
      'face_match',
      coded('01', { detail: 'Face does not match' }),
      { outcome: 'ok', similarity: 0, scoreKind: 'decision' },
    ],
    [
      'face_match',
      coded('00', { status: true, detail: 'Face Match' }),
      { outcome: 'bad_response' },
    ],
    ['face_match', coded('00', { status: true, confidence: '87' }), { outcome: 'bad_response' }],
    [
      'face_match',
      coded('00', { status: true, detail: 'Face does not match' }),
      { outcome: 'bad_response' },
    ],
    ['face_match', coded('01'), { outcome: 'bad_response' }],
    ['face_match', coded('02'), { outcome: 'unavailable' }],
    ['face_match', coded('03'), { outcome: 'no_funds' }],
  ] as const)('%s answered with %j has the outcome of its code', async (kind, json, answer) => {
    world.says(200, json);
    const given =
      kind === 'liveness' ? await world.ask(kind, LIVENESS) : await world.ask(kind, FACES);
    expect(given).toMatchObject(answer);
  });
});

test('reports unknown numbers and accounts as "not_found", and wrong credentials as "auth"', async () => {
  const unknown = { ...BVN, identifier: '11111111111' };
  expect(await world.ask('bvn', unknown)).toMatchObject({ outcome: 'not_found' });
  expect(await world.ask('nin', unknown)).toMatchObject({ outcome: 'not_found' });
  const nowhere = { ...ACCOUNT, accountNumber: '0000000000' };
  expect(await world.ask('account', nowhere)).toMatchObject({ outcome: 'not_found' });
  const other = { ...PREMBLY_CREDENTIALS, apiKey: 'other' };
  expect(await world.ask('bvn', BVN, other)).toMatchObject({ outcome: 'auth' });
});

test('sends no request for a country without a register', async () => {
  expect(await world.ask('nin', { ...NIN, country: 'GH' })).toEqual({
    outcome: 'invalid_input',
    reason: 'unsupported_country',
  });
  expect(world.server.requests).toEqual([]);
});

testFaults(world, 'bvn', BVN, PREMBLY_CREDENTIALS);
testFaults(world, 'nin', NIN, PREMBLY_CREDENTIALS);
testFaults(world, 'account', ACCOUNT, PREMBLY_CREDENTIALS);
testFaults(world, 'liveness', LIVENESS, PREMBLY_CREDENTIALS);
testFaults(world, 'face_match', FACES, PREMBLY_CREDENTIALS);
