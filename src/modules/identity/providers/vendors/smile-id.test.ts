import { describe, expect, test } from 'vitest';
import { testFaults } from '../../../../../test/support/vendors/faults.ts';
import {
  smileAnswer,
  SMILE_ID_CREDENTIALS,
  SMILE_RECORD,
  smileSignature,
  startSmileId,
} from '../../../../../test/support/vendors/smile-id.ts';
import { CLAIMED, NOW, REFERENCE, vendorWorld } from '../../../../../test/support/vendors/world.ts';
import { smileId } from './smile-id.ts';

const world = vendorWorld(smileId, SMILE_ID_CREDENTIALS, () => startSmileId(() => NOW));
const BVN = { country: 'NG', identifier: '22222222220', claimed: CLAIMED };
const jobId = `${REFERENCE}-${NOW.getTime()}`;
const asked = { partner_params: { user_id: REFERENCE, job_id: jobId, job_type: 5 } };
const timestamp = NOW.toISOString();

describe('a request', () => {
  test.each([
    ['bvn', 'NG', 'BVN', '00000000000'],
    ['nin', 'NG', 'NIN_V2', '00000000000'],
    ['nin', 'GH', 'GHANA_CARD_NO_PHOTO', 'GHA-000000000-0'],
    ['nin', 'KE', 'NATIONAL_ID_NO_PHOTO', '00000000'],
    ['nin', 'ZA', 'NATIONAL_ID_NO_PHOTO', '0000000000000'],
    ['nin', 'UG', 'NATIONAL_ID_NO_PHOTO', '00000000000000'],
    ['nin', 'CI', 'NATIONAL_ID_NO_PHOTO', '00000000000'],
    ['nin', 'ZW', 'NATIONAL_ID_NO_PHOTO', '000000000A00'],
  ] as const)('asks for a %s of %s as %s', async (kind, country, idType, identifier) => {
    const answer = await world.ask(kind, { country, identifier, claimed: CLAIMED });
    expect(answer).toMatchObject({ outcome: 'ok' });
    expect(world.request).toMatchObject({
      method: 'POST',
      path: '/v1/id_verification',
      headers: { 'content-type': 'application/json' },
    });
    expect(world.request.json).toEqual({
      partner_id: SMILE_ID_CREDENTIALS.partnerId,
      timestamp,
      signature: smileSignature(timestamp),
      source_sdk: 'rest_api',
      source_sdk_version: '1.0.0',
      country,
      id_type: idType,
      id_number: identifier,
      ...asked,
    });
  });

  test("the signature matches the vendor's for known values", () => {
    expect(smileSignature('2026-11-21T09:40:00.000Z', 'key')).toBe(
      'bwkEOgDRUPKCECuhBcqhF0R0T0OAQSYk/OLVSy/Sbmg=',
    );
  });

  test('sends nothing for a country without an id type', async () => {
    expect(await world.ask('nin', { ...BVN, country: 'TZ' })).toEqual({
      outcome: 'invalid_input',
      reason: 'unsupported_country',
    });
    expect(world.server.requests).toEqual([]);
  });
});

test('finds a name that is not divided', async () => {
  const answer = await world.ask('bvn', BVN);
  expect(answer).toMatchObject({
    outcome: 'ok',
    profile: {
      firstName: null,
      middleName: null,
      lastName: 'ADEYEMI KEHINDE ADUNOLA',
      dateOfBirth: '1989-09-20',
      gender: 'female',
      phoneNumber: '08012345678',
      address: '12 Marina, Lagos',
    },
  });
  expect(JSON.parse(answer.raw!)).toMatchObject({ ResultCode: '1012', ...SMILE_RECORD });
});

test('finds a name in parts, where the register has them', async () => {
  const names = { FirstName: 'KEHINDE', LastName: 'ADEYEMI', OtherNames: 'Not Available' };
  world.says(200, smileAnswer(asked, '1012', timestamp, { ...SMILE_RECORD, ...names }));
  expect(await world.ask('bvn', BVN)).toMatchObject({
    profile: { firstName: 'KEHINDE', middleName: null, lastName: 'ADEYEMI' },
  });
});

describe('result codes', () => {
  test.each([
    ['22222222221', { outcome: 'not_found' }],
    ['22222222222', { outcome: 'invalid_input', reason: 'format' }],
    ['22222222223', { outcome: 'unavailable' }],
  ])('%s has the outcome of its last digit, as in the sandbox', async (identifier, outcome) => {
    expect(await world.ask('bvn', { ...BVN, identifier })).toMatchObject(outcome);
  });

  test.each([
    ['0001', { outcome: 'unavailable' }],
    ['1013', { outcome: 'not_found' }],
    ['1014', { outcome: 'invalid_input', reason: 'format' }],
    ['1015', { outcome: 'unavailable' }],
    ['1016', { outcome: 'auth' }],
    ['1020', { outcome: 'ok' }],
    ['1021', { outcome: 'ok' }],
    ['1022', { outcome: 'mismatch' }],
    ['1023', { outcome: 'not_found' }],
    ['0810', { outcome: 'bad_response' }],
    ['9999', { outcome: 'bad_response' }],
    ['constructor', { outcome: 'bad_response' }],
  ])('%s', async (code, outcome) => {
    world.says(200, smileAnswer(asked, code, timestamp, SMILE_RECORD));
    expect(await world.ask('bvn', BVN)).toMatchObject(outcome);
  });

  test.each([
    ['2205', 'auth'],
    ['2405', 'auth'],
    ['2220', 'auth'],
    ['2201', 'unavailable'],
    ['2301', 'unavailable'],
    ['2401', 'unavailable'],
    ['2204', 'bad_response'],
    ['2212', 'bad_response'],
    ['2213', 'bad_response'],
    ['2413', 'bad_response'],
    ['2215', 'bad_response'],
    // An error without signature must not end the chain.
    ['1013', 'bad_response'],
  ])('error %s has the outcome of its code', async (code, outcome) => {
    world.says(400, { error: 'Lorem ipsum', code });
    expect(await world.ask('bvn', BVN)).toMatchObject({ outcome });
  });

  test('a record without a name is a bad response', async () => {
    const nobody = { FullName: 'Not Available', DOB: 'NaN-NaN-NaN' };
    world.says(200, smileAnswer(asked, '1012', timestamp, nobody));
    expect(await world.ask('bvn', BVN)).toMatchObject({ outcome: 'bad_response' });
  });

  test('an unavailable date is null', async () => {
    world.says(200, smileAnswer(asked, '1012', timestamp, { ...SMILE_RECORD, DOB: 'NaN-NaN-NaN' }));
    expect(await world.ask('bvn', BVN)).toMatchObject({ profile: { dateOfBirth: null } });
  });
});

describe('the signature of an answer', () => {
  const genuine = smileAnswer(asked, '1012', timestamp, SMILE_RECORD);
  const at = (ms: number): string => new Date(NOW.getTime() + ms).toISOString();
  const MINUTES = 60_000;

  test.each([
    ['without a signature', { ...genuine, signature: undefined }],
    ['with an empty signature', { ...genuine, signature: '' }],
    [
      'with a signature by another key',
      { ...genuine, signature: smileSignature(timestamp, 'other') },
    ],
    ['with a signature of another time', { ...genuine, signature: smileSignature(at(1)) }],
    [
      'with a signature that lacks a character',
      { ...genuine, signature: smileSignature(timestamp).slice(1) },
    ],
    ['without a timestamp', { ...genuine, timestamp: undefined }],
    ['from too long ago', smileAnswer(asked, '1012', at(-5 * MINUTES - 1), SMILE_RECORD)],
    ['from the future', smileAnswer(asked, '1012', at(5 * MINUTES + 1), SMILE_RECORD)],
    ['with a timestamp that is no time', smileAnswer(asked, '1012', 'yesterday', SMILE_RECORD)],
    [
      'to another request',
      smileAnswer({ partner_params: { job_id: 'x' } }, '1012', timestamp, SMILE_RECORD),
    ],
    ['that is a refusal, unsigned', { ...genuine, ResultCode: '1013', signature: undefined }],
  ])('one %s is a bad response', async (_what, json) => {
    world.says(200, json);
    expect(await world.ask('bvn', BVN)).toEqual({
      outcome: 'bad_response',
      raw: JSON.stringify(json),
    });
  });

  test('is genuine with a slightly different clock', async () => {
    for (const ms of [-5 * MINUTES, 5 * MINUTES]) {
      world.says(200, smileAnswer(asked, '1012', at(ms), SMILE_RECORD));
      expect(await world.ask('bvn', BVN)).toMatchObject({ outcome: 'ok' });
    }
  });
});

test('rejects wrong credentials', async () => {
  const answer = await world.ask('bvn', BVN, { ...SMILE_ID_CREDENTIALS, apiKey: 'other' });
  expect(answer).toMatchObject({ outcome: 'auth' });
});

testFaults(world, 'bvn', BVN, SMILE_ID_CREDENTIALS);
testFaults(world, 'nin', BVN, SMILE_ID_CREDENTIALS);
