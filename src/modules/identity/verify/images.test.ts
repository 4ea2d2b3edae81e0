import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { halves, noise, plain, SVG } from '../../../../test/support/images.ts';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.ts';
import { ID, IdentityClient } from '../../../../test/contract/support/identity-client.ts';

/** A small limit for tests that exceed it. */
const BODY_LIMIT = 4096;

let app: TestApp;
let client: IdentityClient;
let files: Receiver;
beforeAll(async () => {
  files = await startReceiver();
  app = await startTestApp({
    role: 'api',
    rateLimits: undefined,
    bodyLimitBytes: BODY_LIMIT,
    outboundAllow: ['127.0.0.0/8'],
  });
  client = await IdentityClient.of(app);
});
afterAll(async () => {
  await app.stop();
  await files.stop();
});

const COLOURS = {
  red: '#ff0000',
  black: '#000000',
  grey: '#808080',
  magenta: '#ff00ff',
  yellow: '#ffff00',
  green: '#00ff00',
} as const;
type Picture = keyof typeof COLOURS | 'face';
const pngs = new Map<Picture, Buffer>();
beforeAll(async () => {
  pngs.set('face', await halves('#cc8866', '#335577').png().toBuffer());
  for (const [name, colour] of Object.entries(COLOURS))
    pngs.set(name as Picture, await plain({ colour }).png().toBuffer());
});

function image(picture: Picture = 'face') {
  return {
    base64: pngs.get(picture)!.toString('base64'),
    contentType: 'image/png',
  };
}
function liveness(picture: Picture) {
  return client.ask('liveness', { subjectId: 'customer-1', image: image(picture) });
}
function match(selfie: Picture, more: object = {}) {
  return client.ask('face-match', {
    subjectId: 'customer-1',
    selfie: image(selfie),
    reference: image(),
    ...more,
  });
}

describe('liveness', () => {
  // contract: POST /identity/liveness, identity/liveness-score-provider
  test.each([
    ['face', { status: 'verified', score: 97 }],
    ['red', { status: 'failed', score: 8, reason: 'spoof' }],
    ['black', { status: 'failed', score: 31, reason: 'occluded' }],
    ['grey', { status: 'failed', score: 44, reason: 'low_quality' }],
  ] as const)(
    '%s returns exactly id, kind, status, score, provider, and the reason of a failure',
    async (picture, outcome) => {
      expect(await liveness(picture)).toEqual({
        verificationId: ID,
        kind: 'liveness',
        provider: 'provider-1',
        ...outcome,
      });
    },
  );

  // contract: identity/provider-down-normal
  test('with every provider down it returns 200, provider_down, and nulls without a reason', async () => {
    expect(await liveness('magenta')).toEqual({
      verificationId: ID,
      kind: 'liveness',
      status: 'provider_down',
      score: null,
      provider: null,
    });
  });
});

describe('face-match', () => {
  // contract: POST /identity/face-match, identity/status-verified-failed
  test.each([
    ['face', { status: 'verified', similarity: 92 }],
    ['green', { status: 'verified', similarity: 65 }],
    ['yellow', { status: 'failed', similarity: 31 }],
    ['black', { status: 'failed', similarity: 0 }],
  ] as const)(
    '%s returns exactly id, kind, status, similarity and provider',
    async (selfie, outcome) => {
      const answer = await match(selfie);
      const provider = 'provider-1';
      expect(answer).toEqual({ verificationId: ID, kind: 'face_match', provider, ...outcome });
    },
  );

  // contract: identity/provider-down-normal
  test('with every provider down it returns 200, provider_down, and nulls', async () => {
    expect(await match('magenta')).toEqual({
      verificationId: ID,
      kind: 'face_match',
      status: 'provider_down',
      similarity: null,
      provider: null,
    });
  });

  // contract: identity/face-match-threshold
  test('the threshold is 65 by default and inclusive, and values outside 0 to 100 become 0 or 100', async () => {
    for (const [selfie, threshold, applied, status] of [
      ['green', undefined, 65, 'verified'],
      ['green', 65.01, 65.01, 'failed'],
      ['yellow', 31, 31, 'verified'],
      ['yellow', -5, 0, 'verified'],
      ['face', 150, 100, 'failed'],
      ['face', 1e6, 100, 'failed'],
    ] as const) {
      const answer = await match(selfie, threshold === undefined ? {} : { threshold });
      expect([selfie, threshold, answer.status]).toEqual([selfie, threshold, status]);
      const { metadata } = await client.row(answer.verificationId);
      expect(metadata).toMatchObject({ threshold: applied, similarity: answer.similarity });
    }
  });

  // contract: identity/face-match-threshold
  test('a threshold that is not a number gets 400, which names it', async () => {
    const body = { subjectId: 'customer-1', selfie: image(), reference: image() };
    for (const threshold of ['65', '', true, [65], {}])
      await client.refused('face-match', { ...body, threshold }, 'threshold');
    const raw = JSON.stringify({ ...body, threshold: 0 });
    for (const text of ['NaN', 'Infinity', '-Infinity', '1e999'])
      expect(
        (await client.call('POST', 'face-match', { raw: raw.replace(/0}$/, `${text}}`) })).status,
      ).toBe(400);
  });
});

describe.each([
  ['liveness', 'image'],
  ['face-match', 'selfie'],
  ['face-match', 'reference'],
] as const)('%s: %s', (path, field) => {
  const body = (given: unknown): object => ({
    subjectId: 'customer-1',
    ...(path === 'liveness' ? {} : { selfie: image(), reference: image() }),
    [field]: given,
  });
  const url = 'https://cdn.example.com/a.png';

  // contract: identity/biometricimage-exactly-url
  test('rejects both or neither of url and base64 with 400', async () => {
    await client.refused(path, body({ ...image(), url }), `${field}.base64`);
    await client.refused(path, body({}), `${field}.base64`);
    await client.refused(path, body({ contentType: 'image/png' }), `${field}.base64`);
  });

  // contract: identity/biometricimage-exactly-url
  test('rejects a missing image, one that is not an object, or one with an unknown member with 400', async () => {
    for (const none of [undefined, null, 'x', [], 1]) await client.refused(path, body(none), field);
    await client.refused(path, body({ ...image(), width: 64 }), `${field}.width`);
  });

  // contract: identity/biometricimage-exactly-url
  test('base64 needs a contentType that is one of three, and no data: prefix', async () => {
    const { base64, contentType } = image();
    await client.refused(path, body({ base64 }), `${field}.contentType`);
    for (const other of ['image/gif', 'image/jpg', '', null])
      await client.refused(path, body({ base64, contentType: other }), `${field}.contentType`);
    const prefixed = `data:image/png;base64,${base64}`;
    await client.refused(path, body({ base64: prefixed, contentType }), `${field}.base64`);
  });

  // contract: identity/biometricimage-https-cannot
  test('rejects invalid base64, and base64 that is not an image, with 400', async () => {
    const { base64, contentType } = image();
    const wrong = ['', '!', `${base64}\n`, `${base64}=`, base64.slice(1), ` ${base64}`, null, 7];
    const noImages = [Buffer.from('hello'), SVG, pngs.get('face')!.subarray(0, 60)];
    for (const given of [...wrong, ...noImages.map((file) => file.toString('base64'))])
      await client.refused(path, body({ base64: given, contentType }), `${field}.base64`);
  });

  test('rejects base64 of a truncated image with 400, and asks no provider', async () => {
    const picture = noise(96, 80);
    const before = await client.counts();
    for (const [contentType, file] of [
      ['image/jpeg', await picture.jpeg().toBuffer()],
      ['image/png', await picture.png().toBuffer()],
      ['image/webp', await picture.webp().toBuffer()],
    ] as const)
      for (const part of [0.2, 0.5, 0.9, 0.99]) {
        const cut = file.subarray(0, Math.floor(file.length * part));
        const ended = Buffer.concat([cut, Buffer.from([0xff, 0xd9])]);
        for (const given of contentType === 'image/jpeg' ? [cut, ended] : [cut]) {
          const base64 = given.toString('base64');
          await client.refused(path, body({ base64, contentType }), `${field}.base64`);
        }
      }
    expect(await client.counts()).toEqual(before);
  });

  // contract: identity/biometricimage-https-cannot
  test('rejects an http: url, a private address, credentials in the url, or an invalid url with 400', async () => {
    for (const given of [
      'http://cdn.example.com/a.png',
      'ftp://cdn.example.com/a.png',
      'https://10.0.0.1/a.png',
      'https://localhost/a.png',
      'https://user:secret@cdn.example.com/a.png',
      'a.png',
      '',
      7,
    ])
      await client.refused(path, body({ url: given }), `${field}.url`);
  });

  // contract: identity/biometricimage-https-cannot
  test('a url that cannot be fetched, or is not an image, gets 400 with one message', async () => {
    files.behave('/missing', { status: 404 });
    files.behave('/moved', { redirect: files.url('/face') });
    files.behave('/reset', 'reset');
    files.behave('/text', { status: 200, body: 'hello' });
    const messages = new Set<string>();
    for (const from of ['/missing', '/moved', '/reset']) {
      const answer = await client.refused(path, body({ url: files.url(from) }), `${field}.url`);
      messages.add(answer.body.error.details[0].message);
    }
    const closed = { url: 'http://127.0.0.1:1025/a.png' };
    const answer = await client.refused(path, body(closed), `${field}.url`);
    messages.add(answer.body.error.details[0].message);
    expect([...messages]).toHaveLength(1);
    await client.refused(path, body({ url: files.url('/text') }), `${field}.url`);
  });

  // contract: identity/biometricimage-https-cannot, providers/addresses-inside-oriki
  test('a url is fetched, and its content decides', async () => {
    files.behave('/black', { status: 200, body: pngs.get('black')! });
    const given = { url: files.url('/black'), contentType: 'image/webp' };
    const answer = await client.ask(path, body(given));
    expect(answer.status).toBe(field === 'reference' ? 'verified' : 'failed');
  });
});

describe('the size of a request', () => {
  // contract: identity/images-large-above
  test.each([
    ['verify-bvn', 1],
    ['liveness', 7],
    ['face-match', 14],
  ])(
    '%s accepts %i times the body limit, and rejects one more byte with 413',
    async (path, factor) => {
      const bodies: Record<string, object> = {
        'verify-bvn': {
          bvn: '22222222220',
          matchAgainst: { firstName: 'Chinedu', lastName: 'Eze' },
        },
        liveness: { image: image() },
        'face-match': { selfie: image(), reference: image() },
      };
      const raw = JSON.stringify({ subjectId: 'customer-1', ...bodies[path] });
      const most = raw.padEnd(BODY_LIMIT * factor);
      expect((await client.call('POST', path, { raw: most })).status).toBe(200);
      const answer = await client.call('POST', path, { raw: `${most} ` });
      expect([answer.status, answer.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    },
  );
});

describe('the record', () => {
  beforeEach(async () => {
    client = await IdentityClient.of(app);
  });

  // contract: kept/metadata-scores-thresholds, kept/identifier-hmac-last
  test('contains nothing of images in the clear: no digits, no HMAC, only scores and thresholds', async () => {
    const { verificationId } = await match('yellow');
    expect(await client.row(verificationId)).toMatchObject({
      kind: 'face_match',
      country: 'NG',
      identifier_hmac: null,
      identifier_last4: null,
      metadata: {
        similarity: 31,
        threshold: 65,
        scoreKind: 'similarity',
        attempts: [
          { provider: 'provider-1', outcome: 'ok', skipped: false, durationMs: expect.any(Number) },
        ],
      },
    });
  });

  test('is not written for a rejected request', async () => {
    await client.refused('liveness', { subjectId: 'x', image: {} }, 'image.base64');
    const missing = { url: files.url('/missing') };
    await client.refused('liveness', { subjectId: 'x', image: missing }, 'image.url');
    expect(await client.counts()).toEqual({ rows: 0, payloads: 0, letters: 0, events: 0 });
  });
});
