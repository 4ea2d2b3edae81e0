import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { halves } from '../../../../test/support/images.ts';
import {
  accountBody,
  ID,
  IdentityClient,
  NAME,
  personBody,
} from '../../../../test/contract/support/identity-client.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
let client: IdentityClient;
let image: { base64: string; contentType: string };
beforeAll(async () => {
  client = await IdentityClient.of(app);
  const png = await halves('#cc8866', '#335577').png().toBuffer();
  image = { base64: png.toString('base64'), contentType: 'image/png' };
});

const PATHS = ['verify-bvn', 'verify-nin', 'verify-account', 'liveness', 'face-match'] as const;
const SUPPORTED = {
  'verify-bvn': 'NG',
  'verify-account': 'GH, KE, NG',
  'verify-nin': 'CI, GH, KE, NG, RW, TZ, UG, ZA, ZM, ZW',
  liveness: 'CI, GH, KE, NG, RW, TZ, UG, ZA, ZM, ZW',
  'face-match': 'CI, GH, KE, NG, RW, TZ, UG, ZA, ZM, ZW',
};

function bodyOf(path: (typeof PATHS)[number]): object {
  if (path === 'verify-bvn') return personBody('bvn', 0);
  if (path === 'verify-nin') return personBody('nin', 0);
  if (path === 'verify-account') return accountBody(0);
  const subjectId = 'customer-1';
  return path === 'liveness'
    ? { subjectId, image }
    : { subjectId, selfie: image, reference: image };
}

describe.each(PATHS)('country of POST /identity/%s', (path) => {
  // contract: identity/country-optional
  test('is NG by default, and NG in any case answers the same', async () => {
    const { verificationId, ...plain } = await client.ask(path, bodyOf(path));
    expect((await client.row(verificationId)).country).toBe('NG');
    for (const country of ['NG', 'ng']) {
      const { verificationId: id, ...answer } = await client.ask(path, {
        ...bodyOf(path),
        country,
      });
      expect(answer).toEqual(plain);
      expect((await client.row(id)).country).toBe('NG');
    }
  });

  // contract: identity/country-optional
  test('is rejected if no chain has it, and the error lists the supported ones', async () => {
    const answer = await client.refused(path, { ...bodyOf(path), country: 'fr' }, 'country');
    const kind = path.replace('verify-', '').replace('-', '_');
    expect(answer.body.error.details).toEqual([
      {
        path: 'country',
        message: `is not supported for ${kind}; supported: ${SUPPORTED[path]}`,
      },
    ]);
    for (const country of ['XX', 'NGA', '', 'Ghana', 1])
      await client.refused(path, { ...bodyOf(path), country }, 'country');
  });
});

// contract: identity/country-optional
test('a number has the format of the country, and is verified and stored as by /verify', async () => {
  const ghana = { subjectId: 'customer-1', country: 'GH', matchAgainst: NAME };
  const answer = await client.ask('verify-nin', { ...ghana, nin: 'gha1234567890' });
  expect(answer).toEqual({
    verificationId: ID,
    kind: 'nin',
    status: 'verified',
    matchScore: 100,
    profile: expect.objectContaining(NAME),
    fields: expect.anything(),
  });
  const generic = await client.ask('verify', {
    ...ghana,
    kind: 'nin',
    identifier: 'GHA-123456789-0',
  });
  const [row, same] = await Promise.all(
    [answer, generic].map(({ verificationId }) => client.row(verificationId)),
  );
  expect(row).toMatchObject({ country: 'GH', identifier_hmac: same.identifier_hmac });
  await client.refused('verify-nin', { ...ghana, nin: '22222222220' }, 'nin');
  await client.refused('verify-nin', { ...ghana, country: 'NG', nin: 'GHA-123456789-0' }, 'nin');
});

// contract: identity/country-optional
test('an account number and a bank code have the formats of the country', async () => {
  const kenya = { ...accountBody(0), country: 'KE', accountNumber: '1234567890', bankCode: '68' };
  expect(await client.ask('verify-account', kenya)).toMatchObject({
    status: 'verified',
    resolvedName: 'EZE CHINEDU AYO',
  });
  await client.refused('verify-account', { ...kenya, bankCode: '058' }, 'bankCode');
  await client.refused('verify-account', { ...kenya, accountNumber: '12345' }, 'accountNumber');
  await client.refused('verify-account', { ...kenya, country: 'NG' }, 'bankCode');
});

// contract: identity/country-optional
test('a face is compared in the country of the request', async () => {
  for (const path of ['liveness', 'face-match'] as const) {
    const { verificationId } = await client.ask(path, { ...bodyOf(path), country: 'GH' });
    expect((await client.row(verificationId)).country).toBe('GH');
  }
});

// contract: identity/country-optional
test('another country under the same idempotency key counts as a different body', async () => {
  const headers = { 'idempotency-key': 'one' };
  const body = { ...personBody('nin', 0), country: 'NG' };
  const first = await client.call('POST', 'verify-nin', { body, headers });
  const second = await client.call('POST', 'verify-nin', {
    body: { ...body, country: 'KE', nin: '12345670' },
    headers,
  });
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-key-mismatch')).toBe('true');
});
