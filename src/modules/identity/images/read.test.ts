import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { plain, SVG } from '../../../../test/support/images.ts';
import { startReceiver, unreachableUrl, type Receiver } from '../../../../test/support/receiver.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import { OutboundClient } from '../../../platform/outbound/client.ts';
import { IMAGE_LIMITS } from './schemas.ts';
import { imageInputProblems, readImage } from './read.ts';
import { BiometricImage } from './schemas.ts';

const client = new OutboundClient({ allow: ['127.0.0.1'] });
const closed = new OutboundClient({ allow: [] });
const png = await plain().png().toBuffer();
const base64 = png.toString('base64');
const CONTENT_TYPE = 'image/png';
/** A short time-out for fetches that hang. */
const HASTY = { ...IMAGE_LIMITS, fetchTimeoutMs: 500 };
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterEach(() => void (receiver.requests.length = 0));
afterAll(async () => {
  await Promise.all([receiver.stop(), client.close(), closed.close()]);
});

/** The message to the caller; also checks that it is a 400 in the usual form. */
async function refusal(input: BiometricImage, limits = IMAGE_LIMITS, by = client) {
  const error = await readImage(input, 'selfie', 'org', by, limits).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error('the image was accepted');
  expect(error.status).toBe(400);
  const [detail, ...others] = error.details!;
  expect(others).toEqual([]);
  expect(error.message).toBe(`${detail!.path}: ${detail!.message}`);
  return detail!;
}

test('accepts base64 under each of the three types', async () => {
  for (const claimed of ['image/png', 'image/jpeg', 'image/webp'] as const)
    expect(
      await readImage({ base64, contentType: claimed }, 'selfie', 'org', client),
    ).toMatchObject({
      contentType: 'image/jpeg',
      width: 96,
      height: 80,
    });
});

test('accepts exactly one of url and base64, and base64 only with its type', async () => {
  const url = receiver.url('/a.png');
  const both = { path: 'selfie.base64', message: 'must not be given together with url' };
  expect(await refusal({ url, base64, contentType: CONTENT_TYPE })).toEqual(both);
  expect(await refusal({ url: '', base64: '', contentType: CONTENT_TYPE })).toEqual(both);
  const neither = { path: 'selfie.base64', message: 'is required unless url is given' };
  expect(await refusal({})).toEqual(neither);
  expect(await refusal({ contentType: CONTENT_TYPE })).toEqual(neither);
  expect(await refusal({ base64 })).toEqual({
    path: 'selfie.contentType',
    message: 'is required with base64',
  });
  expect(receiver.requests).toEqual([]);
});

test('accepts only one spelling of base64', async () => {
  const padded = (await plain({ width: 97 }).png({ compressionLevel: 0 }).toBuffer())
    .subarray(0, 100)
    .toString('base64');
  expect(padded).toMatch(/=$/);
  const wrong = [
    `data:image/png;base64,${base64}`,
    ` ${base64}`,
    `${base64}\n`,
    `${base64.slice(0, 76)}\r\n${base64.slice(76)}`,
    base64.replace(/^iVBOR/, 'iVBO_'),
    padded.replaceAll('=', ''),
    `${padded}=`,
    `${padded}AAAA`,
    `${base64.slice(0, 40)}=${base64.slice(41)}`,
    'é'.repeat(4),
    'A',
  ];
  for (const text of wrong)
    expect(await refusal({ base64: text, contentType: CONTENT_TYPE }), text.slice(0, 30)).toEqual({
      path: 'selfie.base64',
      message: 'must be padded base64 without line breaks and without a data: prefix',
    });
});

/** The grammar of RFC 4648 sections 3.5 and 4: unused bits of the last character before the padding are zero. */
const CANONICAL =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

test('accepts base64 if and only if it is a canonical encoding', () => {
  const encoded = fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64'));
  const nearly = fc
    .tuple(encoded, fc.nat(), fc.constantFrom('', '=', '-', ' ', '\n', 'B', 'é', '=='))
    .map(([text, at, piece]) => text.slice(0, at % 60) + piece + text.slice((at % 60) + 1));
  fc.assert(
    fc.property(fc.oneof(encoded, nearly, fc.base64String(), fc.string()), (text) => {
      const input = { base64: text, contentType: CONTENT_TYPE } as const;
      const problems = imageInputProblems(input, 'image', client.rules);
      expect(problems.length === 0).toBe(CANONICAL.test(text));
    }),
    { numRuns: 1000 },
  );
});

test('rejects a base64 file above the limit, and one with invalid content', async () => {
  const whole = { path: 'selfie.base64', message: 'must be a whole JPEG, PNG or WebP image' };
  expect(await refusal({ base64: '', contentType: CONTENT_TYPE })).toEqual(whole);
  expect(await refusal({ base64: SVG.toString('base64'), contentType: CONTENT_TYPE })).toEqual(
    whole,
  );
  expect(
    await refusal({ base64, contentType: CONTENT_TYPE }, { ...IMAGE_LIMITS, maxBytes: 64 }),
  ).toMatchObject({
    path: 'selfie.base64',
    message: expect.stringContaining('must be at most'),
  });
});

test('the schema accepts the largest file, and rejects larger ones, unknown types and unknown fields', () => {
  const validate = compileValidator('image', BiometricImage);
  const encoded = (bytes: number) => Buffer.alloc(bytes).toString('base64');
  expect(validate({ base64: encoded(IMAGE_LIMITS.maxBytes), contentType: CONTENT_TYPE })).toEqual(
    [],
  );
  expect(
    validate({ base64: encoded(IMAGE_LIMITS.maxBytes + 2), contentType: CONTENT_TYPE }),
  ).toHaveLength(1);
  expect(validate({ base64, contentType: 'image/gif' })).toHaveLength(1);
  expect(validate({ base64, contentType: CONTENT_TYPE, rotate: true })).toHaveLength(1);
  expect(validate({ base64: 5, contentType: CONTENT_TYPE })).toHaveLength(1);
});

test('fetches an image with one request that discloses nothing', async () => {
  receiver.behave('/photo', {
    status: 200,
    headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' },
    body: png,
  });
  const url = receiver.url('/photo?sig=abc#fragment');
  const image = await readImage({ url, contentType: 'image/webp' }, 'selfie', 'org', client);
  expect(image).toMatchObject({ contentType: 'image/jpeg', width: 96, height: 80 });
  expect(receiver.requests).toHaveLength(1);
  const [request] = receiver.requests;
  expect(request).toMatchObject({ method: 'GET', path: '/photo', query: '?sig=abc' });
  expect(Object.keys(request!.headers).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test('reports every failed fetch in the same words', async () => {
  receiver.behave('/photo', { status: 200, body: png });
  receiver.behave('/redirect', { redirect: receiver.url('/photo') });
  receiver.behave('/permanent', { redirect: receiver.url('/photo'), status: 308 });
  for (const status of [201, 204, 206, 401, 404, 500, 503])
    receiver.behave(`/${status}`, { status, ...(status === 204 ? {} : { body: png }) });
  receiver.behave('/large', { status: 200, body: Buffer.alloc(IMAGE_LIMITS.maxBytes + 1) });
  receiver.behave('/slow', { status: 200, body: png, afterMs: 5000 });
  const oddities = [
    'hang',
    'headers-only-then-hang',
    'reset',
    'close',
    'endless',
    'drip',
    'garbage',
  ];
  for (const oddity of oddities) receiver.behave(`/${oddity}`, oddity as 'hang');
  const paths = ['/redirect', '/permanent', '/large', '/slow'].concat(
    [201, 204, 206, 401, 404, 500, 503, ...oddities].map((name) => `/${name}`),
  );
  const urls = paths.map((path) => receiver.url(path));
  urls.push(await unreachableUrl(), 'https://no-such-host.invalid/');
  const wanted = {
    path: 'selfie.url',
    message:
      'could not be fetched: it must answer 200 with at most 5 MiB within 0.5 s, without a redirect',
  };
  for (const url of urls) expect(await refusal({ url }, HASTY), url).toEqual(wanted);
  expect(receiver.requests.filter(({ path }) => path === '/photo')).toEqual([]);
});

test('rejects a fetched file that is not an image', async () => {
  receiver.behave('/page', {
    status: 200,
    headers: { 'content-type': 'image/png' },
    body: '<!doctype html><title>hello</title>',
  });
  expect(await refusal({ url: receiver.url('/page') })).toEqual({
    path: 'selfie.url',
    message: 'must be a whole JPEG, PNG or WebP image',
  });
});

// contract: identity/biometricimage-https-cannot
test('fetches only https at public addresses, unless the operator allows the address', async () => {
  const message = 'must not point to a private, local or otherwise reserved address';
  const reserved = ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '169.254.169.254'];
  for (const host of reserved)
    for (const scheme of ['http', 'https'])
      expect(await refusal({ url: `${scheme}://${host}/` }, IMAGE_LIMITS, closed), host).toEqual({
        path: 'selfie.url',
        message,
      });
  const others = {
    'http://cdn.example.com/a.jpg': 'must start with https://',
    'ftp://cdn.example.com/a.jpg': 'must start with https://',
    'file:///etc/passwd': 'must start with https://',
    'data:image/png;base64,AAAA': 'must start with https://',
    'https://user:pw@cdn.example.com/': 'must not contain a user name or password',
    'https://localhost/a.jpg': 'must not point to a local or internal name',
    '': 'must be a valid absolute URL',
  };
  for (const [url, problem] of Object.entries(others))
    expect(await refusal({ url }), url).toEqual({ path: 'selfie.url', message: problem });
});
