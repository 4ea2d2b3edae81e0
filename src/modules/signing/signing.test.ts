import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, compactVerify, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../test/support/app.ts';
import { oriki } from '../../../test/support/command-line.ts';
import { cloneDatabase } from '../../../test/support/database.ts';
import { openDatabase } from '../../../test/support/webhook-checks.ts';
import { openEnvelopes, type Envelopes } from '../../platform/crypto/envelopes.ts';
import { addLocalKey } from '../../platform/crypto/key-ring-file.ts';
import type { Database } from '../../platform/db/database.ts';
import { checkSigningKey, rewrapSigningKeys, rotateSigningKey, SigningKeys } from './signing.ts';

const PATH = '/.well-known/oriki-keys.json';
/** Canonical by RFC 8785, section 3.2: order by UTF-16 code units, numbers as ECMAScript writes them. */
const DOCUMENT = {
  format: 'test-v1',
  '\u20ac': 'Euro',
  '\r': 1e21,
  '1': [0.5, null],
  a: undefined,
};
const CANONICAL = '{"\\r":1e+21,"1":[0.5,null],"format":"test-v1","€":"Euro"}';

let db: Database;
let folder: string;
let envelopes: Envelopes;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-signing-'));
  envelopes = await open('local');
});
afterAll(() => rm(folder, { recursive: true }));

function open(kms: 'local' | 'none'): Promise<Envelopes> {
  return openEnvelopes({ kms, keyFile: join(folder, 'ring.json'), serverSecret: TEST_SECRET });
}

/** Verifies with another library, which gets the payload that the signature lacks. */
async function verified(keys: SigningKeys, signature: string): Promise<string> {
  const [header, , mark] = signature.split('.');
  const payload = Buffer.from(CANONICAL).toString('base64url');
  const published = new Map((await keys.published()).map((key) => [key.kid, key]));
  const { protectedHeader } = await compactVerify(`${header}.${payload}.${mark}`, async ({ kid }) =>
    importJWK({ ...published.get(kid!)! }),
  );
  return protectedHeader.kid!;
}

describe('the signing key', () => {
  beforeAll(async () => {
    db = openDatabase(await cloneDatabase());
  });
  afterAll(() => db.close());

  test('is made once for several concurrent processes', async () => {
    const processes = Array.from({ length: 8 }, () => new SigningKeys(db, envelopes));
    const signed = await Promise.all(processes.map((one) => one.sign(DOCUMENT)));
    const ids = signed.map(({ signature }) => signature.split('.')[0]);
    expect(new Set(ids).size).toBe(1);
    const [key, ...others] = await processes[0]!.published();
    expect([key!.retiredAt, others]).toEqual([null, []]);
    expect(key!.kid).toBe(await calculateJwkThumbprint({ ...key! }));
  });

  test('signs the canonical JSON of a document, which other libraries verify', async () => {
    const keys = new SigningKeys(db, envelopes);
    const { sha256, signature } = await keys.sign(DOCUMENT);
    expect(sha256).toBe(createHash('sha256').update(CANONICAL).digest('hex'));
    expect(await verified(keys, signature)).toBe((await keys.published())[0]!.kid);
  });

  test('is replaced immediately in every process, and verifies what it has signed', async () => {
    const [one, other] = [new SigningKeys(db, envelopes), new SigningKeys(db, envelopes)];
    const { signature: earlier } = await other.sign(DOCUMENT);
    const { keyId, replaced } = await rotateSigningKey(db, envelopes);
    const { signature: later } = await other.sign(DOCUMENT);
    expect([await verified(one, earlier), await verified(one, later)]).toEqual([replaced, keyId]);
    const retired = (await one.published()).find(({ kid }) => kid === replaced)!;
    expect(Date.parse(retired.retiredAt!)).toBeGreaterThanOrEqual(Date.parse(retired.createdAt));
    const { rows } = await db.query('SELECT envelope FROM shared.signing_keys WHERE id = $1', [
      replaced,
    ]);
    expect(rows).toEqual([{ envelope: null }]);
  });

  test('is replaced once by two rotations at the same time', async () => {
    const before = (await new SigningKeys(db, envelopes).published()).length;
    const results = await Promise.allSettled([
      rotateSigningKey(db, envelopes),
      rotateSigningKey(db, envelopes),
    ]);
    const done = results.filter(({ status }) => status === 'fulfilled').length;
    const after = await new SigningKeys(db, envelopes).published();
    expect(after.length - before).toBe(done);
    expect(after.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1);
  });

  test('is rewrapped with a new key of the provider, and stays the same', async () => {
    const keys = new SigningKeys(db, envelopes);
    const [{ kid } = { kid: '' }] = await keys.published();
    const current = await addLocalKey(join(folder, 'ring.json'));
    expect(await rewrapSigningKeys(db, envelopes, current)).toEqual({
      rewrapped: 1,
      unreadable: [],
    });
    const { signature } = await new SigningKeys(db, await open('local')).sign(DOCUMENT);
    expect(await verified(keys, signature)).toBe(kid);
  });

  test('is refused with 503 if its private key does not open, until it is replaced', async () => {
    const { rows } = await db.query(
      'SELECT envelope FROM shared.signing_keys WHERE envelope IS NOT NULL',
    );
    const damaged = `${rows[0]!.envelope.slice(0, -4)}AAA=`;
    await db.query('UPDATE shared.signing_keys SET envelope = $1 WHERE envelope IS NOT NULL', [
      damaged,
    ]);
    const keys = new SigningKeys(db, envelopes);
    await expect(keys.sign(DOCUMENT)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(checkSigningKey(db.read, envelopes)).rejects.toThrow('cannot be opened');
    const { keyId } = await rotateSigningKey(db, envelopes);
    expect(await verified(keys, (await keys.sign(DOCUMENT)).signature)).toBe(keyId);
    expect(await checkSigningKey(db.read, envelopes)).toBe(keyId);
  });

  test('is stored under the server secret if the installation stores no personal data', async () => {
    const other = openDatabase(await cloneDatabase());
    const keys = new SigningKeys(other, await open('none'));
    expect(await verified(keys, (await keys.sign(DOCUMENT)).signature)).toEqual(expect.any(String));
    await other.close();
  });
});

describe('the key set', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ rateLimits: undefined });
  });
  afterAll(() => app.stop());

  test('is public, may be cached, and is empty before the first key', async () => {
    const answer = await app.call('GET', PATH);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.body).toEqual({ keys: [] });
  });

  test('has both public keys after "oriki signing-key rotate", which leaves a row in the log', async () => {
    const { code, stdout, stderr } = await oriki(['signing-key', 'rotate', '--json'], app.env);
    expect([code, stderr]).toEqual([0, '']);
    const { keyId, replaced } = JSON.parse(stdout) as { keyId: string; replaced: string };
    const key = {
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.stringMatching(/^[\w-]{43}$/),
      alg: 'EdDSA',
      use: 'sig',
      createdAt: expect.any(String),
    };
    expect((await app.call('GET', PATH)).body.keys).toEqual([
      { ...key, kid: keyId, retiredAt: null },
      { ...key, kid: replaced, retiredAt: expect.any(String) },
    ]);
    const platform = await app.key(null, ['platform:admin']);
    const log = await app.call('GET', '/api/v1/admin/audit?action=signing_key.rotate', {
      key: platform.key,
    });
    expect(log.body.data.items).toMatchObject([{ actor: { kind: 'command' } }]);
  });
});
