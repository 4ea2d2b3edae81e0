import { IV_BYTES } from './aes-gcm.ts';
import { unwrapDek, wrapAad, wrapDek, type EnvelopeContext } from './envelope.ts';
import { deriveKey } from './seal.ts';
import { randomBytes } from './random.ts';

/**
 * Holds key-encryption keys and wraps data keys with them. `Envelopes` is its only caller, and never calls
 * it inside a transaction: a provider may be a network away.
 */
export type KeyProvider = {
  /** The key for new envelopes. */
  currentKeyId: () => Promise<string>;
  /** Tells whether the key is one of this provider's, by its own records: others are never asked for. */
  knows: (keyId: string) => Promise<boolean>;
  /**
   * Tells whether one key id stands for several keys, the newest of which wraps: then what is under the id already may
   * be wrapped again, to be moved to the newest.
   */
  readonly renews?: boolean;
  /** Binds the data key to the row and the key id, as docs/envelope-format.md says for each provider. */
  wrap: (keyId: string, context: EnvelopeContext, dek: Buffer) => Promise<Buffer>;
  /**
   * A buffer of the caller's own, who zeroes it.
   * @throws EnvelopeError when `wrapped` was not made by this key for this row; any other error means that the
   * provider cannot be asked now
   */
  unwrap: (keyId: string, context: EnvelopeContext, wrapped: Buffer) => Promise<Buffer>;
};

export const SERVER_SECRET_KEY_ID = 'secret:v1';

export function serverSecretKek(secret: string): Buffer {
  return deriveKey(secret, '', 'oriki envelope kek v1');
}

/** One key, derived from the server secret: for what must be kept although no KMS is configured. */
export function serverSecretProvider(secret: string): KeyProvider {
  const kek = serverSecretKek(secret);
  return {
    currentKeyId: () => Promise.resolve(SERVER_SECRET_KEY_ID),
    knows: (keyId) => Promise.resolve(keyId === SERVER_SECRET_KEY_ID),
    wrap: async (keyId, context, dek) =>
      wrapDek(kek, randomBytes(IV_BYTES), wrapAad(context, keyId), dek),
    unwrap: async (keyId, context, wrapped) => unwrapDek(kek, wrapAad(context, keyId), wrapped),
  };
}
