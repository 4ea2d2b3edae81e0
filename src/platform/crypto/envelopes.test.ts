import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPool } from '../../../test/support/database.ts';
import { EnvelopeError, formatEnvelope, parseEnvelope, type Envelope } from './envelope.ts';
import { Envelopes, openEnvelopes } from './envelopes.ts';
import { addLocalKey } from './key-ring-file.ts';
import { serverSecretProvider, type KeyProvider } from './key-provider.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';

const SECRET = 'server-secret-server-secret-server-1';
const CONTEXT = { orgId: 'org_1', id: 'wh_1', kind: 'webhook-secret' };
const refusal = new EnvelopeError();

let folder: string;
let keyFile: string;
let local: Envelopes;
let none: Envelopes;

function open(kms: 'local' | 'none', file = keyFile): Promise<Envelopes> {
  return openEnvelopes({ kms, keyFile: file, serverSecret: SECRET });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-envelopes-'));
  keyFile = join(folder, 'keys.json');
  local = await open('local');
  none = await open('none', join(folder, 'no-such-file.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const anyContext = fc.record({
  orgId: fc.string({ unit: anyCharacter }),
  id: fc.string({ unit: anyCharacter }),
  kind: fc.string({ unit: anyCharacter }),
});

test('any bytes open only in the context in which they were sealed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), anyContext, anyContext, async (array, mine, other) => {
      const plaintext = Buffer.from(array);
      for (const [envelopes, prefix] of [
        [local, 'local:v1:'],
        [none, 'secret:v1|'],
      ] as const) {
        const text = await envelopes.sealSecret(mine, plaintext);
        expect(text.startsWith(prefix)).toBe(true);
        expect(await envelopes.open(mine, text)).toEqual(plaintext);
        if (JSON.stringify(mine) !== JSON.stringify(other))
          await expect(envelopes.open(other, text)).rejects.toEqual(refusal);
      }
    }),
  );
});

// contract: kept/aad-binds-organization
test('any other value of a field of the context is rejected', async () => {
  const text = await local.sealSecret(CONTEXT, 'x');
  for (const field of ['orgId', 'id', 'kind'] as const)
    for (const value of ['', `${CONTEXT[field]} `, CONTEXT[field].toUpperCase()])
      await expect(local.open({ ...CONTEXT, [field]: value }, text)).rejects.toEqual(refusal);
});

describe('a changed envelope', () => {
  test('is refused with any bit of any part flipped', async () => {
    const envelope = parseEnvelope(await local.sealSecret(CONTEXT, 'ten bytes!'));
    for (const part of ['wrappedDek', 'iv', 'tag', 'ciphertext'] as const)
      for (let bit = 0; bit < envelope[part].length * 8; bit += 1) {
        const bytes = Buffer.from(envelope[part]);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        const text = formatEnvelope({ ...envelope, [part]: bytes });
        await expect(local.open(CONTEXT, text), `${part} ${bit}`).rejects.toEqual(refusal);
      }
  });

  test('is refused with any bit of its text flipped, or cut at any place', async () => {
    const text = await local.sealSecret(CONTEXT, 'ten bytes!');
    const original = Buffer.from(text);
    for (let bit = 0; bit < original.length * 8; bit += 1) {
      const bytes = Buffer.from(original);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      await expect(local.open(CONTEXT, bytes.toString('latin1')), `${bit}`).rejects.toEqual(
        refusal,
      );
    }
    for (let length = 0; length < text.length; length += 1)
      await expect(local.open(CONTEXT, text.slice(0, length))).rejects.toEqual(refusal);
  });

  test('is refused with a part of another envelope of the same row', async () => {
    const one = parseEnvelope(await local.sealSecret(CONTEXT, 'one'));
    const other = parseEnvelope(await local.sealSecret(CONTEXT, 'two'));
    for (const part of ['wrappedDek', 'iv', 'tag', 'ciphertext'] as const)
      await expect(
        local.open(CONTEXT, formatEnvelope({ ...one, [part]: other[part] })),
      ).rejects.toEqual(refusal);
  });

  // contract: kept/aad-binds-organization
  test('is refused with another key id, even if both ids name the same key', async () => {
    const inner = serverSecretProvider(SECRET);
    const twin: KeyProvider = { ...inner, knows: async (id) => /^secret:v[12]$/.test(id) };
    const envelopes = new Envelopes({ kms: undefined, ring: undefined, serverSecret: twin });
    const text = await envelopes.sealSecret(CONTEXT, 'x');
    await expect(envelopes.open(CONTEXT, text.replace('v1', 'v2'))).rejects.toEqual(refusal);
  });
});

test('two envelopes of the same value have only the key id in common', async () => {
  const [one, other] = (
    await Promise.all([local.sealSecret(CONTEXT, 'same'), local.sealSecret(CONTEXT, 'same')])
  ).map(parseEnvelope) as [Envelope, Envelope];
  expect(one.keyId).toBe(other.keyId);
  for (const part of ['wrappedDek', 'iv', 'tag', 'ciphertext'] as const)
    expect(one[part].equals(other[part]), part).toBe(false);
});

/** Returns a provider that records its calls. */
function observed(): { provider: KeyProvider; deks: Buffer[]; unwrap: KeyProvider['unwrap'] } {
  const inner = serverSecretProvider(SECRET);
  const deks: Buffer[] = [];
  const unwrap = vi.fn<KeyProvider['unwrap']>(async (...args) => {
    const dek = await inner.unwrap(...args);
    deks.push(dek);
    return dek;
  });
  const wrap: KeyProvider['wrap'] = (keyId, aad, dek) => {
    deks.push(dek);
    return inner.wrap(keyId, aad, dek);
  };
  return { provider: { ...inner, wrap, unwrap }, deks, unwrap };
}

test('a provider is never called for an unknown key', async () => {
  const { provider, unwrap } = observed();
  const envelopes = new Envelopes({ kms: provider, ring: undefined, serverSecret: provider });
  const text = await envelopes.sealSecret(CONTEXT, 'x');
  await expect(envelopes.open(CONTEXT, text.replace('v1', 'v2'))).rejects.toEqual(refusal);
  expect(unwrap).not.toHaveBeenCalled();
  await envelopes.open(CONTEXT, text);
  expect(unwrap).toHaveBeenCalledOnce();
});

test('data keys are zeroed, even if the payload is refused or the provider fails', async () => {
  const { provider, deks } = observed();
  const envelopes = new Envelopes({ kms: provider, ring: undefined, serverSecret: provider });
  const text = await envelopes.sealSecret(CONTEXT, 'x');
  await envelopes.open(CONTEXT, text);
  const envelope = parseEnvelope(text);
  const broken = formatEnvelope({ ...envelope, tag: Buffer.alloc(16) });
  await expect(envelopes.open(CONTEXT, broken)).rejects.toEqual(refusal);
  const failing = new Envelopes({
    kms: {
      ...provider,
      wrap: async (...args) => {
        await provider.wrap(...args);
        throw new Error('away');
      },
    },
    ring: undefined,
    serverSecret: provider,
  });
  await expect(failing.seal(CONTEXT, 'x')).rejects.toThrow('away');
  expect(deks).toHaveLength(4);
  for (const dek of deks) expect(dek).toEqual(Buffer.alloc(32));
});

test('an unavailable provider and an invalid envelope are different errors', async () => {
  const { provider } = observed();
  const text = await none.sealSecret(CONTEXT, 'x');
  const away: KeyProvider = { ...provider, unwrap: () => Promise.reject(new Error('away')) };
  const envelopes = new Envelopes({ kms: away, ring: undefined, serverSecret: away });
  await expect(envelopes.open(CONTEXT, text)).rejects.toThrow('away');
});

describe('a prepared envelope', () => {
  test('is sealed once, without another call of the provider', async () => {
    const { provider } = observed();
    const wrap = vi.fn<KeyProvider['wrap']>(provider.wrap);
    const envelopes = new Envelopes({
      kms: { ...provider, wrap },
      ring: undefined,
      serverSecret: provider,
    });
    const prepared = (await envelopes.prepare(CONTEXT))!;
    expect(wrap).toHaveBeenCalledOnce();
    wrap.mockRejectedValue(new Error('away'));
    const text = prepared.seal('kept');
    expect((await envelopes.open(CONTEXT, text)).toString()).toBe('kept');
    await expect(envelopes.open({ ...CONTEXT, id: 'wh_2' }, text)).rejects.toEqual(refusal);
    expect(() => prepared.seal('again')).toThrow('used or discarded');
    prepared.discard();
  });

  test('zeroes its data key when it is sealed or discarded, and cannot seal again', async () => {
    const { provider, deks } = observed();
    const envelopes = new Envelopes({ kms: provider, ring: undefined, serverSecret: provider });
    const sealed = (await envelopes.prepare(CONTEXT))!;
    const discarded = (await envelopes.prepare(CONTEXT))!;
    for (const dek of deks) expect(dek).not.toEqual(Buffer.alloc(32));
    sealed.seal('x');
    discarded.discard();
    discarded.discard();
    expect(deks).toEqual([Buffer.alloc(32), Buffer.alloc(32)]);
    expect(() => discarded.seal('x')).toThrow('used or discarded');
  });

  test('is null without a KMS', async () => {
    expect(await none.prepare(CONTEXT)).toBeNull();
  });
});

describe('an unavailable first provider', () => {
  const away: KeyProvider = {
    currentKeyId: () => Promise.reject(new Error('the first is away')),
    knows: async (id) => id === 'x:away',
    wrap: () => Promise.reject(new Error('the first is away')),
    unwrap: () => Promise.reject(new Error('the first is away')),
  };

  test('prevents sealing of personal data and secrets if there is no second one', async () => {
    const envelopes = new Envelopes({
      kms: away,
      ring: undefined,
      serverSecret: serverSecretProvider(SECRET),
    });
    for (const seal of ['prepare', 'seal', 'sealSecret'] as const)
      await expect(envelopes[seal](CONTEXT, 'x')).rejects.toThrow('the first is away');
  });

  test('is replaced by the second one, and each outage is reported once', async () => {
    const { provider } = observed();
    const onSecond = vi.fn<(error: unknown) => void>();
    const kms = { ...away };
    const parts = { second: provider, ring: undefined, serverSecret: provider, onSecond };
    const envelopes = new Envelopes({ kms, ...parts });
    for (let outage = 1; outage <= 2; outage += 1) {
      kms.currentKeyId = away.currentKeyId;
      for (const text of [
        await envelopes.seal(CONTEXT, 'x'),
        await envelopes.sealSecret(CONTEXT, 'x'),
        (await envelopes.prepare(CONTEXT))!.seal('x'),
      ])
        expect((await envelopes.open(CONTEXT, text!)).toString()).toBe('x');
      expect(onSecond).toHaveBeenCalledTimes(outage);
      Object.assign(kms, { currentKeyId: async () => 'x:back', wrap: provider.wrap });
      expect(await envelopes.seal(CONTEXT, 'x')).toMatch(/^x:back\|/);
    }
  });

  test('prevents all sealing if the second one is also unavailable', async () => {
    const second = { ...away, currentKeyId: () => Promise.reject(new Error('so is the second')) };
    const serverSecret = serverSecretProvider(SECRET);
    const envelopes = new Envelopes({ kms: away, second, ring: undefined, serverSecret });
    await expect(envelopes.prepare(CONTEXT)).rejects.toThrow('so is the second');
    await expect(envelopes.sealSecret(CONTEXT, 'x')).rejects.toThrow('so is the second');
  });
});

describe('an envelope without a KMS', () => {
  test('is made for secrets only, and not for personal data', async () => {
    expect(await none.seal(CONTEXT, 'personal')).toBeNull();
    const text = await none.sealSecret(CONTEXT, 'secret');
    expect(text).toMatch(/^secret:v1\|/);
    expect((await none.open(CONTEXT, text)).toString()).toBe('secret');
    expect(none.ringId).toBeUndefined();
    await expect(none.rewrap(CONTEXT, text)).rejects.toThrow('no key-management provider');
  });

  test('is opened by an existing key ring that has sealed it', async () => {
    const text = await local.seal(CONTEXT, 'personal');
    const later = await open('none');
    expect(later.ringId).toBe(local.ringId);
    expect(await later.seal(CONTEXT, 'personal')).toBeNull();
    expect((await later.open(CONTEXT, text!)).toString()).toBe('personal');
    await expect(none.open(CONTEXT, text!)).rejects.toEqual(refusal);
  });
});

describe('a rewrap', () => {
  test('changes the key id and the wrapped data key, and nothing else', async () => {
    const file = join(folder, 'rewrap.json');
    const envelopes = await open('local', file);
    const before = await envelopes.sealSecret(CONTEXT, 'kept');
    expect(await envelopes.rewrap(CONTEXT, before)).toBe(before);

    const keyId = await addLocalKey(file);
    const after = await envelopes.rewrap(CONTEXT, before);
    const [old, now] = [before, after].map((text) => text.split('|')) as [string[], string[]];
    expect(now[0]).toBe(keyId);
    expect(now[0]).not.toBe(old[0]);
    expect(now[1]).not.toBe(old[1]);
    expect(now.slice(2)).toEqual(old.slice(2));
    expect(await envelopes.rewrap(CONTEXT, after)).toBe(after);
    for (const text of [before, after])
      expect((await envelopes.open(CONTEXT, text)).toString()).toBe('kept');
  });

  test('moves values from the server secret to the key ring', async () => {
    const before = await none.sealSecret(CONTEXT, 'kept');
    const after = await local.rewrap(CONTEXT, before);
    expect(after).toMatch(/^local:v1:/);
    expect((await local.open(CONTEXT, after)).toString()).toBe('kept');
  });

  test('is refused for an envelope of another row', async () => {
    const text = await none.sealSecret(CONTEXT, 'x');
    await expect(local.rewrap({ ...CONTEXT, id: 'wh_2' }, text)).rejects.toEqual(refusal);
  });
});

test('nothing is encrypted or decrypted inside a transaction, with any provider', async () => {
  const db = await openPool(1);
  try {
    for (const envelopes of [local, none]) {
      const text = await envelopes.sealSecret(CONTEXT, 'x');
      await db.transaction(async () => {
        for (const call of [
          envelopes.prepare(CONTEXT),
          envelopes.seal(CONTEXT, 'x'),
          envelopes.sealSecret(CONTEXT, 'x'),
          envelopes.open(CONTEXT, text),
          envelopes.rewrap(CONTEXT, text),
        ])
          await expect(call).rejects.toThrow('cryption inside a transaction');
      });
    }
  } finally {
    await db.close();
  }
});
