import { randomBytes } from 'node:crypto';
import { assertOutsideTransaction } from '../db/database.ts';
import {
  decrypt,
  DEK_BYTES,
  encrypt,
  EnvelopeError,
  formatEnvelope,
  IV_BYTES,
  parseEnvelope,
  payloadAad,
  wrapAad,
  type Envelope,
  type EnvelopeContext,
} from './envelope.ts';
import { createKeyRing } from './key-ring-file.ts';
import { LocalKeys } from './key-ring.ts';
import { serverSecretProvider, type KeyProvider } from './key-provider.ts';

/** Where the keys for personal data are; with `none`, personal data is not stored. */
export type Kms = 'local' | 'none';

/**
 * Envelope encryption: every value gets a data key of its own, which a key provider wraps. Docs:
 * docs/envelope-format.md. Every method throws inside a transaction, whatever the provider, and rejects with
 * the provider's error when that cannot be asked now.
 */
export class Envelopes {
  /** Of the key ring in use, for `assertKeyRing`; undefined without one. */
  readonly ringId: string | undefined;
  readonly #kms: KeyProvider | undefined;
  readonly #secrets: KeyProvider;
  readonly #providers: KeyProvider[];

  /**
   * @param providers `kms` wraps all it can be given; without it, `serverSecret` wraps secrets. `ring` may be
   * there although another provider wraps, for what was sealed earlier
   */
  constructor(providers: {
    kms: KeyProvider | undefined;
    ring: LocalKeys | undefined;
    serverSecret: KeyProvider;
  }) {
    const { kms, ring, serverSecret } = providers;
    this.ringId = ring?.ringId;
    this.#kms = kms;
    this.#secrets = kms ?? serverSecret;
    this.#providers = [kms, ring, serverSecret].filter((provider) => provider !== undefined);
  }

  /** For personal data: null without a KMS, because it must then not be stored at all. */
  async seal(context: EnvelopeContext, plaintext: string | Buffer): Promise<string | null> {
    assertOutsideTransaction('encryption');
    return this.#kms ? sealWith(this.#kms, context, plaintext) : null;
  }

  /** For the product's own secrets: without a KMS they are wrapped under the server secret. */
  async sealSecret(context: EnvelopeContext, plaintext: string | Buffer): Promise<string> {
    assertOutsideTransaction('encryption');
    return sealWith(this.#secrets, context, plaintext);
  }

  /** @throws EnvelopeError, the same for every reason */
  async open(context: EnvelopeContext, text: string): Promise<Buffer> {
    assertOutsideTransaction('decryption');
    const envelope = parseEnvelope(text);
    const dek = await this.#dataKey(context, envelope);
    try {
      return decrypt(dek, payloadAad(context), envelope);
    } finally {
      dek.fill(0);
    }
  }

  /**
   * The same envelope with its data key under the KMS's current key; iv, tag and ciphertext stay byte for
   * byte, unread and unchecked. One that is under that key already comes back as it is.
   * @throws EnvelopeError; Error without a KMS, because there is no key to move to
   */
  async rewrap(context: EnvelopeContext, text: string): Promise<string> {
    assertOutsideTransaction('encryption');
    if (!this.#kms) throw new Error('no key-management provider is configured');
    const envelope = parseEnvelope(text);
    const keyId = await this.#kms.currentKeyId();
    if (envelope.keyId === keyId) return text;
    const dek = await this.#dataKey(context, envelope);
    try {
      const wrappedDek = await this.#kms.wrap(keyId, wrapAad(context, keyId), dek);
      return formatEnvelope({ ...envelope, keyId, wrappedDek });
    } finally {
      dek.fill(0);
    }
  }

  async #dataKey(context: EnvelopeContext, envelope: Envelope): Promise<Buffer> {
    const { keyId, wrappedDek } = envelope;
    for (const provider of this.#providers) {
      if (!(await provider.knows(keyId))) continue;
      const dek = await provider.unwrap(keyId, wrapAad(context, keyId), wrappedDek);
      if (dek.length !== DEK_BYTES) throw new EnvelopeError();
      return dek;
    }
    throw new EnvelopeError();
  }
}

async function sealWith(
  provider: KeyProvider,
  context: EnvelopeContext,
  plaintext: string | Buffer,
): Promise<string> {
  const keyId = await provider.currentKeyId();
  const dek = randomBytes(DEK_BYTES);
  try {
    const iv = randomBytes(IV_BYTES);
    const sealed = encrypt(dek, iv, payloadAad(context), Buffer.from(plaintext as string));
    const wrappedDek = await provider.wrap(keyId, wrapAad(context, keyId), dek);
    return formatEnvelope({ keyId, wrappedDek, iv, ...sealed });
  } finally {
    dek.fill(0);
  }
}

/**
 * The envelopes of one process. With `local` the key ring is made when `keyFile` is not there; with `none`
 * a ring that is there is used for opening only.
 * @throws KeyRingError
 */
export async function openEnvelopes(options: {
  kms: Kms;
  keyFile: string;
  serverSecret: string;
}): Promise<Envelopes> {
  if (options.kms === 'local') await createKeyRing(options.keyFile, options.serverSecret);
  const ring = await LocalKeys.open(options.keyFile);
  return new Envelopes({
    kms: options.kms === 'local' ? ring : undefined,
    ring,
    serverSecret: serverSecretProvider(options.serverSecret),
  });
}
