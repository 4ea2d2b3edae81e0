import { describe, expect, test } from 'vitest';
import {
  DOJAH_ANSWERS,
  DOJAH_CREDENTIALS,
  startDojah,
} from '../../../../../test/support/vendors/dojah.ts';
import { testFaults } from '../../../../../test/support/vendors/faults.ts';
import {
  CLAIMED,
  DOCUMENT,
  SELFIE,
  vendorWorld,
} from '../../../../../test/support/vendors/world.ts';
import { dojah } from './dojah.ts';

const world = vendorWorld(dojah, DOJAH_CREDENTIALS, startDojah);

const BVN = { country: 'NG', identifier: '22222222222', claimed: CLAIMED };
const NIN = { country: 'NG', identifier: '70123456789', claimed: CLAIMED };
const ACCOUNT = { country: 'NG', accountNumber: '3046507407', bankCode: '058', claimed: CLAIMED };
const LIVENESS = { country: 'NG', image: SELFIE };
const FACES = { country: 'NG', selfie: SELFIE, reference: DOCUMENT };

const keys = { appid: DOJAH_CREDENTIALS.appId, authorization: DOJAH_CREDENTIALS.secretKey };

describe('a lookup', () => {
  test('a BVN is found by the full record', async () => {
    expect(await world.ask('bvn', BVN)).toEqual({
      outcome: 'ok',
      profile: {
        firstName: 'JOSHUA',
        middleName: 'OLUWATIMILEYIN',
        lastName: 'OLADIPO',
        dateOfBirth: '2000-06-28',
        gender: 'male',
        phoneNumber: '07085460116',
        address: '24, AKATA OWODE, ILORIN',
      },
      raw: JSON.stringify(DOJAH_ANSWERS.bvn),
    });
    expect(world.request).toMatchObject({
      method: 'GET',
      path: '/api/v1/kyc/bvn/full',
      query: { bvn: '22222222222' },
      headers: keys,
    });
    expect(world.request.body.length).toBe(0);
  });

  test('a NIN is found, with last name and dates in another spelling', async () => {
    expect(await world.ask('nin', NIN)).toEqual({
      outcome: 'ok',
      profile: {
        firstName: 'JOHN',
        middleName: 'DOE',
        lastName: 'ALAMUTU',
        dateOfBirth: '1993-06-10',
        gender: 'male',
        phoneNumber: '08012345678',
        address: null,
      },
      raw: JSON.stringify(DOJAH_ANSWERS.nin),
    });
    expect(world.request).toMatchObject({
      method: 'GET',
      path: '/api/v1/kyc/nin',
      query: { nin: '70123456789' },
      headers: keys,
    });
  });

  test('a virtual NIN is found at its own address, with names in other fields', async () => {
    const lookup = { ...NIN, identifier: 'AB012345678910YZ', isVirtual: true } as const;
    expect(await world.ask('nin', lookup)).toMatchObject({
      outcome: 'ok',
      profile: {
        firstName: 'JOHN',
        middleName: 'DOE',
        lastName: 'ALAMUTU',
        dateOfBirth: '1993-06-10',
        phoneNumber: '08012345678',
      },
    });
    expect(world.request).toMatchObject({
      path: '/api/v1/kyc/vnin',
      query: { vnin: 'AB012345678910YZ' },
    });
  });

  test.each([
    [
      'ZA',
      '9906123456789',
      '/api/v1/za/kyc/id',
      { firstName: null, lastName: 'PULENG KHUMALO', dateOfBirth: '1999-06-10', gender: 'female' },
    ],
    [
      'ZW',
      '45190221E45',
      '/api/v1/zw/kyc/nin',
      { firstName: 'JOHN', lastName: 'DOE', dateOfBirth: '1901-01-01', gender: 'female' },
    ],
  ])(
    'an id of %s is found at the address of its country',
    async (country, identifier, path, profile) => {
      const answer = await world.ask('nin', { country, identifier, claimed: undefined });
      expect(answer).toMatchObject({ outcome: 'ok', profile });
      expect(world.request).toMatchObject({
        method: 'GET',
        path,
        query: { id_number: identifier },
      });
    },
  );

  test('an account is found with its name', async () => {
    expect(await world.ask('account', ACCOUNT)).toEqual({
      outcome: 'ok',
      accountName: 'MOSHOOD KOLAWOLE SALIU',
      raw: JSON.stringify(DOJAH_ANSWERS.account),
    });
    expect(world.request).toMatchObject({
      method: 'GET',
      path: '/api/v1/general/account',
      query: { bank_code: '058', account_number: '3046507407' },
      headers: keys,
    });
  });

  test("a face comparison returns the vendor's number and ignores its threshold", async () => {
    expect(await world.ask('face_match', FACES)).toMatchObject({
      outcome: 'ok',
      similarity: 99.90354919433594,
      scoreKind: 'similarity',
    });
    expect(world.request).toMatchObject({
      method: 'POST',
      path: '/api/v1/kyc/photoid/verify',
      headers: { ...keys, 'content-type': 'application/json' },
      json: {
        selfie_image: SELFIE.bytes.toString('base64'),
        photoid_image: DOCUMENT.bytes.toString('base64'),
      },
    });
    world.says(200, { entity: { selfie: { confidence_value: 12.5, match: false } } });
    expect(await world.ask('face_match', FACES)).toMatchObject({ outcome: 'ok', similarity: 12.5 });
  });
});

describe('liveness', () => {
  const answer = (
    live: boolean,
    probability: number,
    face: Record<string, unknown> = { face_detected: true },
  ) => ({
    entity: { liveness: { liveness_check: live, liveness_probability: probability }, face },
  });

  test('passes by the verdict of the vendor', async () => {
    expect(await world.ask('liveness', LIVENESS)).toEqual({
      outcome: 'ok',
      passed: true,
      score: 91.25,
      raw: JSON.stringify(DOJAH_ANSWERS.liveness),
    });
    expect(world.request).toMatchObject({
      method: 'POST',
      path: '/api/v1/ml/liveness/',
      headers: { ...keys, 'content-type': 'application/json' },
      json: { image: SELFIE.bytes.toString('base64') },
    });
  });

  test.each([
    [answer(false, 12), 'spoof'],
    // The documented threshold is above 50, and the verdict must not contradict it.
    [answer(true, 50), 'spoof'],
    [answer(false, 0, { face_detected: false, details: null }), 'no_face'],
    [answer(false, 30, { face_detected: true, multiface_detected: true }), 'multiple_faces'],
    [
      answer(false, 30, { face_detected: true, details: { sunglasses: { value: true } } }),
      'occluded',
    ],
  ])('fails with a reason (%j)', async (json, reason) => {
    world.says(200, json);
    const score = json.entity.liveness.liveness_probability;
    expect(await world.ask('liveness', LIVENESS)).toMatchObject({ passed: false, score, reason });
  });

  test.each([
    answer(true, 101),
    answer(true, -1),
    { entity: { liveness: { liveness_check: 'true', liveness_probability: 91 } } },
    { entity: { liveness: { liveness_check: true, liveness_probability: '91' } } },
    { entity: { liveness: { liveness_check: true } } },
  ])('is a bad response with %j', async (json) => {
    world.says(200, json);
    expect(await world.ask('liveness', LIVENESS)).toMatchObject({ outcome: 'bad_response' });
  });
});

test('does not report a rejected face as "not found"', async () => {
  world.says(404, { error: 'Account not found' });
  expect(await world.ask('liveness', LIVENESS)).toMatchObject({ outcome: 'bad_response' });
  expect(await world.ask('face_match', FACES)).toMatchObject({ outcome: 'bad_response' });
  world.says(400, { error: 'No face in image' });
  expect(await world.ask('face_match', FACES)).toMatchObject({ reason: 'no_face' });
});

describe('a rejected lookup', () => {
  test('returns "not found" for numbers and accounts that the registers lack', async () => {
    const unknown = { ...BVN, identifier: '99999999999' };
    expect(await world.ask('bvn', unknown)).toEqual({
      outcome: 'not_found',
      raw: '{"error":"bvn not found"}',
    });
    expect(await world.ask('nin', unknown)).toMatchObject({ outcome: 'not_found' });
    const elsewhere = { ...ACCOUNT, accountNumber: '0000000000' };
    expect(await world.ask('account', elsewhere)).toMatchObject({ outcome: 'not_found' });
  });

  test.each([
    [404, { error: 'vnin not found' }, { outcome: 'not_found' }],
    [404, { message: 'national_id not found' }, { outcome: 'not_found' }],
    [400, { error: 'Invalid BVN' }, { outcome: 'invalid_input' }],
    [400, { error: 'Your balance is low, please top up' }, { outcome: 'no_funds' }],
    [400, { error: 'Unable to reach service, try again later' }, { outcome: 'unavailable' }],
    [400, { error: 'No face in image' }, { outcome: 'invalid_input', reason: 'no_face' }],
    // The address is wrong, and the number is not.
    [404, { error: 'Not Found' }, { outcome: 'bad_response' }],
    [400, { error: 'Bad Request' }, { outcome: 'bad_response' }],
    [400, { error: { code: 7 } }, { outcome: 'bad_response' }],
  ])('with status %i and %j has the expected outcome', async (status, json, outcome) => {
    world.says(status, json);
    expect(await world.ask('bvn', BVN)).toEqual({ ...outcome, raw: JSON.stringify(json) });
  });

  test.each([
    [{ entity: { ...DOJAH_ANSWERS.bvn.entity, first_name: 7 } }],
    [{ entity: { ...DOJAH_ANSWERS.bvn.entity, last_name: 'x'.repeat(1001) } }],
    [{ entity: { bvn: '22222222222', date_of_birth: '28-Jun-2000' } }],
    [{ entity: [] }],
    [{ data: DOJAH_ANSWERS.bvn.entity }],
  ])('a record without a name, or of another shape, is a bad response', async (json) => {
    world.says(200, json);
    expect(await world.ask('bvn', BVN)).toMatchObject({ outcome: 'bad_response' });
  });

  test('returns "auth" for wrong credentials', async () => {
    const answer = await world.ask('bvn', BVN, { ...DOJAH_CREDENTIALS, secretKey: 'other' });
    expect(answer).toMatchObject({ outcome: 'auth' });
  });

  test('sends no request for a country without a register', async () => {
    expect(await world.ask('nin', { ...NIN, country: 'KE' })).toEqual({
      outcome: 'invalid_input',
      reason: 'unsupported_country',
    });
    expect(world.server.requests).toEqual([]);
  });
});

test('identifiers cannot change the request', async () => {
  const identifier = '1&app=x#/../?%00é';
  await world.ask('bvn', { ...BVN, identifier });
  expect(world.request.query).toEqual({ bvn: identifier });
  expect(world.request.path).toBe('/api/v1/kyc/bvn/full');
});

testFaults(world, 'bvn', BVN, DOJAH_CREDENTIALS);
testFaults(world, 'nin', NIN, DOJAH_CREDENTIALS);
testFaults(world, 'account', ACCOUNT, DOJAH_CREDENTIALS);
testFaults(world, 'liveness', LIVENESS, DOJAH_CREDENTIALS);
testFaults(world, 'face_match', FACES, DOJAH_CREDENTIALS);
