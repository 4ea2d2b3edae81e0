import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encrypt } from './aes-gcm.ts';
import {
  decrypt,
  EnvelopeError,
  formatEnvelope,
  parseEnvelope,
  payloadAad,
  unwrapDek,
  wrapAad,
  wrapDek,
  type EnvelopeContext,
} from './envelope.ts';
import { openEnvelopes, type Envelopes } from './envelopes.ts';
import { serverSecretKek } from './key-provider.ts';
import { encryptionContext } from './kms/aws.ts';
import { coverDek } from './subject-keys/covered-key.ts';
import { KeyFolder } from './subject-keys/key-folder.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';

function bytes(length: number, maxLength = length): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ minLength: length, maxLength }).map((array) => Buffer.from(array));
}
const contexts = fc.record({
  orgId: fc.string({ unit: anyCharacter }),
  id: fc.string({ unit: anyCharacter }),
  kind: fc.string({ unit: anyCharacter }),
});
const envelopes = fc.record({
  keyId: fc.constantFrom('local:v1:0a1b2c3d', 'secret:v1', 'x:projects/p/keys/k_1.2'),
  wrappedDek: bytes(1, 200),
  iv: bytes(12),
  tag: bytes(16),
  ciphertext: bytes(0, 200),
});

describe('the text of an envelope', () => {
  // contract: kept/fresh-data-key
  test('is read back with the values that were written', () => {
    fc.assert(
      fc.property(envelopes, (envelope) => {
        const text = formatEnvelope(envelope);
        expect(parseEnvelope(text)).toEqual(envelope);
        expect(formatEnvelope(parseEnvelope(text))).toBe(text);
      }),
    );
  });

  test('has one valid form: writing a parsed text returns the same text', () => {
    const edits = fc.tuple(
      envelopes,
      fc.nat(),
      fc.nat(1),
      fc.constantFrom('', '=', '|', 'A', '-', ' ', '\n', '\0', 'é'),
    );
    fc.assert(
      fc.property(edits, ([envelope, at, dropped, inserted]) => {
        const text = formatEnvelope(envelope);
        const from = at % (text.length + 1);
        const edited = text.slice(0, from) + inserted + text.slice(from + dropped);
        try {
          expect(formatEnvelope(parseEnvelope(edited))).toBe(edited);
        } catch (error) {
          expect(error).toBeInstanceOf(EnvelopeError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('requires an iv, a tag and a wrapped key of a valid length', () => {
    const [sample] = fc.sample(envelopes, 1);
    for (const change of [
      { wrappedDek: Buffer.alloc(0) },
      { iv: Buffer.alloc(11) },
      { iv: Buffer.alloc(13) },
      { tag: Buffer.alloc(12) },
      { tag: Buffer.alloc(17) },
    ])
      expect(() => parseEnvelope(formatEnvelope({ ...sample!, ...change }))).toThrow(EnvelopeError);
  });

  test('never has a key id that cannot be read back', () => {
    const parts = { wrappedDek: Buffer.alloc(1), iv: Buffer.alloc(12), tag: Buffer.alloc(16) };
    for (const keyId of ['', 'local', 'local:', 'a|b:c', 'local:v1|x', 'local:a b', 'a:b\n'])
      expect(() => formatEnvelope({ keyId, ...parts, ciphertext: Buffer.alloc(0) }), keyId).toThrow(
        'not a key id',
      );
  });
});

test('different contexts are never authenticated as the same bytes', () => {
  const moved: EnvelopeContext[] = [
    { orgId: 'a', id: 'b', kind: 'c' },
    { orgId: 'ab', id: '', kind: 'c' },
    { orgId: 'a","b', id: 'c', kind: '' },
    { orgId: 'a', id: 'b","c', kind: '' },
    { orgId: 'a', id: 'b', kind: 'c","local:v1:0' },
    { orgId: '\ud800', id: 'b', kind: 'c' },
    { orgId: '\ufffd', id: 'b', kind: 'c' },
  ];
  const aads = moved.flatMap((context) => [payloadAad(context), wrapAad(context, 'local:v1:0')]);
  expect(new Set(aads.map((aad) => aad.toString('latin1'))).size).toBe(2 * moved.length);

  fc.assert(
    fc.property(contexts, contexts, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      expect(payloadAad(one).equals(payloadAad(other))).toBe(false);
    }),
  );
});

test('a tag is accepted only in its full length', () => {
  const [key, iv, aad] = [Buffer.alloc(32, 1), Buffer.alloc(12, 2), Buffer.from('aad')];
  const { ciphertext, tag } = encrypt(key, iv, aad, Buffer.from('text'));
  expect(decrypt(key, aad, { iv, ciphertext, tag }).toString()).toBe('text');
  for (let length = 0; length < 16; length += 1)
    expect(() => decrypt(key, aad, { iv, ciphertext, tag: tag.subarray(0, length) })).toThrow(
      EnvelopeError,
    );
});

type Vector = {
  name: string;
  keyId: string;
  context: EnvelopeContext;
  payloadAad: string;
  wrapAad: string;
  envelope: string;
} & Record<'kek' | 'plaintext' | 'wrapIv' | 'dek' | 'iv', string>;
const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/vectors/envelope.json'), 'utf8'),
) as {
  serverSecret: { secret: string; kek: string };
  valid: Vector[];
  external: (Omit<Vector, 'wrapAad' | 'kek' | 'wrapIv'> & {
    wrapAad?: string;
    encryptionContext?: Record<string, string>;
    wrappedDek: string;
  })[];
  invalid: { name: string; envelope: string }[];
  covered: Vector &
    Record<
      'subjectId' | 'keyName' | 'subjectKey' | 'coverAad' | 'coverIv' | 'coveredDek',
      string
    > & {
      invalid: { name: string; envelope: string }[];
    };
};

describe('the test vectors', () => {
  const from64 = (text: string): Buffer => Buffer.from(text, 'base64');
  const { valid, external, invalid, serverSecret, covered } = vectors;
  let folder: string;
  let opened: Envelopes;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriki-vectors-'));
    const keys = valid
      .filter(({ keyId }) => keyId.startsWith('local:'))
      .map(({ keyId, kek }) => [keyId, kek]);
    const ring = { ring: '0'.repeat(32), current: keys[0]![0], keys: Object.fromEntries(keys) };
    const keyFile = join(folder, 'keys.json');
    await writeFile(keyFile, JSON.stringify(ring), { mode: 0o600 });
    const store = new KeyFolder(join(folder, 'subject-keys'));
    const places = { folder: store.path, storeId: await store.make(), copies: [] };
    opened = await openEnvelopes({
      kms: 'local',
      keyFile,
      serverSecret: serverSecret.secret,
      subjectKeys: { places, covers: false },
    });
    const file = `${covered.keyName}.0`;
    const key = { orgId: 'platform', id: file, kind: 'subject-key' };
    await store.create(file, await opened.sealSecret(key, from64(covered.subjectKey)));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  // contract: kept/fresh-data-key
  test.each(valid)('$name: is made and opened', async (vector) => {
    const { keyId, context } = vector;
    const [kek, dek, iv] = [from64(vector.kek), from64(vector.dek), from64(vector.iv)];
    expect(payloadAad(context).toString()).toBe(vector.payloadAad);
    expect(wrapAad(context, keyId).toString()).toBe(vector.wrapAad);
    const wrappedDek = wrapDek(kek, from64(vector.wrapIv), wrapAad(context, keyId), dek);
    const sealed = encrypt(dek, iv, payloadAad(context), from64(vector.plaintext));
    expect(formatEnvelope({ keyId, wrappedDek, iv, ...sealed })).toBe(vector.envelope);

    expect(unwrapDek(kek, wrapAad(context, keyId), wrappedDek)).toEqual(dek);
    expect(await opened.open(context, vector.envelope)).toEqual(from64(vector.plaintext));
  });

  test('have an envelope that the key of a subject covers', async () => {
    const { context, keyId, keyName, subjectId } = covered;
    expect(opened.subjectKeys!.nameOf(context.orgId, subjectId)).toBe(keyName);
    expect(wrapAad(context, `subject:${keyName}`).toString()).toBe(covered.coverAad);
    const [kek, dek, subjectKey] = [covered.kek, covered.dek, covered.subjectKey].map(from64);
    const inner = coverDek(subjectKey!, keyName, context, dek!, from64(covered.coverIv));
    expect(inner).toEqual(from64(covered.coveredDek));
    const wrappedDek = wrapDek(kek!, from64(covered.wrapIv), wrapAad(context, keyId), inner);
    const plaintext = from64(covered.plaintext);
    const sealed = encrypt(dek!, from64(covered.iv), payloadAad(context), plaintext);
    const text = formatEnvelope({ keyId, wrappedDek, iv: from64(covered.iv), ...sealed });
    expect(text).toBe(covered.envelope);
    expect(await opened.open(context, text)).toEqual(plaintext);
    for (const one of covered.invalid)
      await expect(opened.open(context, one.envelope), one.name).rejects.toEqual(
        new EnvelopeError(),
      );
  });

  test.each(external)('under a key of $name: is opened with its data key', (vector) => {
    const { keyId, context, envelope: text } = vector;
    const envelope = parseEnvelope(text);
    expect(envelope).toMatchObject({ keyId, wrappedDek: from64(vector.wrappedDek) });
    expect(payloadAad(context).toString()).toBe(vector.payloadAad);
    if (vector.encryptionContext)
      expect(encryptionContext({ keyId, name: '', context })).toEqual(vector.encryptionContext);
    else expect(wrapAad(context, keyId).toString()).toBe(vector.wrapAad);
    const dek = from64(vector.dek);
    expect(decrypt(dek, payloadAad(context), envelope)).toEqual(from64(vector.plaintext));
    const sealed = encrypt(dek, from64(vector.iv), payloadAad(context), from64(vector.plaintext));
    expect(formatEnvelope({ ...envelope, ...sealed })).toBe(text);
  });

  test.each(invalid)('$name: is rejected', async ({ envelope }) => {
    await expect(opened.open(valid[0]!.context, envelope)).rejects.toEqual(new EnvelopeError());
  });

  test('are also valid for the Python program of the documents', ({ skip }) => {
    const root = join(import.meta.dirname, '../../..');
    const python = (code: string) =>
      spawnSync('python3', ['-c', code], { cwd: root, encoding: 'utf8' });
    if (python('import cryptography').status !== 0)
      skip('needs python3 with the package cryptography');
    const code = readFileSync(join(root, 'docs/programs/open_envelope.py'), 'utf8');
    expect(python(code)).toMatchObject({ stderr: '', status: 0 });
  });

  test('have the key of the server secret', () => {
    expect(serverSecretKek(serverSecret.secret)).toEqual(from64(serverSecret.kek));
  });
});
