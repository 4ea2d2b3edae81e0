import { encrypt, IV_BYTES } from './aes-gcm.ts';
import { DEK_BYTES, formatEnvelope, payloadAad, type EnvelopeContext } from './envelope.ts';
import type { KeyProvider } from './key-provider.ts';
import { randomBytes } from '../random.ts';

/** Encrypts a data key under the key of a subject. */
export type Cover = (dek: Buffer) => Buffer;

/** A wrapped data key that has encrypted nothing yet. It can encrypt one value without a call to the provider. */
export class PreparedEnvelope {
  readonly #context: EnvelopeContext;
  readonly #keyId: string;
  readonly #wrappedDek: Buffer;
  #dek: Buffer | undefined;

  private constructor(context: EnvelopeContext, keyId: string, wrappedDek: Buffer, dek: Buffer) {
    this.#context = context;
    this.#keyId = keyId;
    this.#wrappedDek = wrappedDek;
    this.#dek = dek;
  }

  /** @throws the provider's error if it is unavailable */
  static async make(
    provider: KeyProvider,
    context: EnvelopeContext,
    cover: Cover | false,
  ): Promise<PreparedEnvelope> {
    const keyId = await provider.currentKeyId();
    const dek = randomBytes(DEK_BYTES);
    try {
      const wrappedDek = await provider.wrap(keyId, context, cover ? cover(dek) : dek);
      return new PreparedEnvelope(context, keyId, wrappedDek, dek);
    } catch (error) {
      dek.fill(0);
      throw error;
    }
  }

  /** Returns the envelope's text, and zeroes the data key. @throws Error the second time, and after `discard` */
  seal(plaintext: string | Buffer): string {
    const dek = this.#dek;
    if (!dek) throw new Error('the prepared envelope has been used or discarded');
    this.#dek = undefined;
    try {
      const iv = randomBytes(IV_BYTES);
      const sealed = encrypt(dek, iv, payloadAad(this.#context), Buffer.from(plaintext as string));
      return formatEnvelope({ keyId: this.#keyId, wrappedDek: this.#wrappedDek, iv, ...sealed });
    } finally {
      dek.fill(0);
    }
  }

  /** Zeroes the data key, unless it is zeroed already. */
  discard(): void {
    this.#dek?.fill(0);
    this.#dek = undefined;
  }
}
