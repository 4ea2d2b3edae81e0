import { describe, expect, test } from 'vitest';
import {
  diditAnswers,
  DIDIT_CREDENTIALS,
  diditWarning,
  startDidit,
} from '../../../../../test/support/vendors/didit.ts';
import { testFaults } from '../../../../../test/support/vendors/faults.ts';
import { formOf } from '../../../../../test/support/vendors/server.ts';
import { DOCUMENT, SELFIE, vendorWorld } from '../../../../../test/support/vendors/world.ts';
import { didit } from './didit.ts';

const world = vendorWorld(didit, DIDIT_CREDENTIALS, startDidit);
const LIVENESS = { country: 'NG', image: SELFIE };
const FACES = { country: 'KE', selfie: SELFIE, reference: DOCUMENT };

/** The form that was sent: texts, and the bytes of JPEG files. */
async function sentForm(): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {};
  for (const [name, value] of await formOf(world.request)) {
    if (typeof value !== 'string') expect(value.type).toBe('image/jpeg');
    form[name] = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer());
  }
  return form;
}

test('sends one image for liveness, and asks the vendor to store nothing', async () => {
  expect(await world.ask('liveness', LIVENESS)).toEqual({
    outcome: 'ok',
    passed: true,
    score: 95,
    raw: JSON.stringify(diditAnswers.liveness),
  });
  expect(world.request).toMatchObject({
    method: 'POST',
    path: '/v3/passive-liveness/',
    headers: { 'x-api-key': DIDIT_CREDENTIALS.apiKey },
  });
  expect(world.request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=\S+$/);
  expect(await sentForm()).toEqual({ user_image: SELFIE.bytes, save_api_request: 'false' });
});

test('sends both images for a comparison', async () => {
  expect(await world.ask('face_match', FACES)).toEqual({
    outcome: 'ok',
    similarity: 80.02,
    scoreKind: 'similarity',
    raw: JSON.stringify(diditAnswers.face_match),
  });
  expect(world.request).toMatchObject({
    method: 'POST',
    path: '/v3/face-match/',
    headers: { 'x-api-key': DIDIT_CREDENTIALS.apiKey },
  });
  expect(await sentForm()).toEqual({
    user_image: SELFIE.bytes,
    ref_image: DOCUMENT.bytes,
    save_api_request: 'false',
  });
});

describe('liveness', () => {
  const answer = (status: unknown, score: unknown, ...risks: string[]) => ({
    liveness: { status, score, warnings: risks.map((risk) => diditWarning(risk)) },
  });

  test.each([
    [['NO_FACE_DETECTED'], 'no_face'],
    [['LOW_LIVENESS_SCORE'], 'spoof'],
    [['LIVENESS_FACE_ATTACK', 'LOW_FACE_QUALITY'], 'spoof'],
    [['FACE_IN_BLOCKLIST'], 'blocklisted'],
    [['POSSIBLE_FACE_IN_BLOCKLIST'], 'blocklisted'],
    [['LOW_FACE_QUALITY'], 'low_quality'],
    [['LOW_FACE_LUMINANCE'], 'low_quality'],
    [['HIGH_FACE_LUMINANCE'], 'low_quality'],
    [['MULTIPLE_FACES_DETECTED'], 'multiple_faces'],
    [['MULTIPLE_FACES_DETECTED', 'LOW_LIVENESS_SCORE'], 'spoof'],
    [['SOMETHING_NEW'], undefined],
    [[], undefined],
  ])('declined for %j has the reason %s', async (risks, reason) => {
    world.says(200, answer('Declined', 12, ...risks));
    const given = await world.ask('liveness', LIVENESS);
    expect(given).toMatchObject({ outcome: 'ok', passed: false, score: 12 });
    expect('reason' in given ? given.reason : undefined).toBe(reason);
  });

  test('passes by the verdict, with any warnings', async () => {
    world.says(200, answer('Approved', 88, 'MULTIPLE_FACES_DETECTED', 'DUPLICATED_FACE'));
    expect(await world.ask('liveness', LIVENESS)).toMatchObject({ passed: true, score: 88 });
  });

  test('has no score without a face', async () => {
    world.says(200, answer('Declined', null, 'NO_FACE_DETECTED'));
    expect(await world.ask('liveness', LIVENESS)).toMatchObject({ passed: false, score: 0 });
  });

  test.each([
    answer('Approved', null),
    answer('Approved', '95'),
    answer('Approved', 101),
    answer('In Review', 60),
    answer(true, 95),
    { liveness: { status: 'Approved', score: 95 } },
    { liveness: { status: 'Declined', score: 9, warnings: ['LOW_LIVENESS_SCORE'] } },
  ])('treats %j as a bad response', async (json) => {
    world.says(200, json);
    expect(await world.ask('liveness', LIVENESS)).toMatchObject({ outcome: 'bad_response' });
  });
});

test('rejects a number beyond the number range as a score', async () => {
  const text = '{"liveness":{"status":"Approved","score":1e400,"warnings":[]}}';
  world.server.reply = { status: 200, text };
  expect(await world.ask('liveness', LIVENESS)).toMatchObject({ outcome: 'bad_response' });
});

describe('face match', () => {
  const answer = (status: string, score: unknown, ...risks: string[]) => ({
    face_match: { status, score, warnings: risks.map((risk) => diditWarning(risk)) },
  });

  test('uses the number, not the verdict', async () => {
    world.says(200, answer('Declined', 22.5, 'LOW_FACE_MATCH_SIMILARITY'));
    expect(await world.ask('face_match', FACES)).toMatchObject({
      outcome: 'ok',
      similarity: 22.5,
      scoreKind: 'similarity',
    });
  });

  test.each([null, 0])(
    'returns no answer for an image without a face (score %j)',
    async (score) => {
      world.says(200, answer('Declined', score, 'NO_REFERENCE_IMAGE'));
      expect(await world.ask('face_match', FACES)).toMatchObject({
        outcome: 'invalid_input',
        reason: 'no_face',
      });
    },
  );

  test.each([answer('Declined', null), answer('Approved', '80'), answer('Approved', -1), {}])(
    'treats %j as a bad response',
    async (json) => {
      world.says(200, json);
      expect(await world.ask('face_match', FACES)).toMatchObject({ outcome: 'bad_response' });
    },
  );
});

test('status 403 means a lack of credits if its text mentions credits', async () => {
  world.says(403, { detail: 'You do not have enough credits to perform this request.' });
  expect(await world.ask('liveness', LIVENESS)).toMatchObject({ outcome: 'no_funds' });
  world.says(403, { detail: 'You do not have permission to perform this action.' });
  expect(await world.ask('liveness', LIVENESS)).toMatchObject({ outcome: 'auth' });
  world.says(429, { detail: 'Request was throttled. Credits are counted per minute.' });
  expect(await world.ask('liveness', LIVENESS)).toMatchObject({ outcome: 'rate_limited' });
});

test('status 400 leads to the next provider, because the image was already checked', async () => {
  world.says(400, { user_image: ['The file is too large.'] });
  expect(await world.ask('liveness', LIVENESS)).toMatchObject({ outcome: 'bad_response' });
});

test('rejects wrong credentials', async () => {
  expect(await world.ask('liveness', LIVENESS, { apiKey: 'other' })).toMatchObject({
    outcome: 'auth',
  });
});

testFaults(world, 'liveness', LIVENESS, DIDIT_CREDENTIALS);
testFaults(world, 'face_match', FACES, DIDIT_CREDENTIALS);
