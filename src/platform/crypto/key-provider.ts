import { IV_BYTES } from './aes-gcm.ts';
import { unwrapDek, wrapAad, wrapDek, type EnvelopeContext } from './envelope.ts';
import { deriveKey } from './seal.ts';
import { randomBytes } from '../random.ts';

/**
 * Stores key-encryption keys and wraps data keys with them. Only `Envelopes` calls it, and never inside a transaction,
 * because a provider may be across a network.
 */
export type KeyProvider = {
  /** Returns the id of the key for new envelopes. */
  currentKeyId: () => Promise<string>;
  /**
   * Returns true if this provider has the key, according to its own records. Other methods are called only with keys
   * that it has.
   */
  knows: (keyId: string) => Promise<boolean>;
  /**
   * True if one key id names several keys, and the newest of them wraps. An envelope that is already under the id may
   * then be rewrapped under the newest key.
   */
  readonly renews?: boolean;
  /** Binds the data key to the row and the key id, as docs/envelope-format.md describes for each provider. */
  wrap: (keyId: string, context: EnvelopeContext, dek: Buffer) => Promise<Buffer>;
  /**
   * Returns a buffer that the caller must zero.
   * @throws EnvelopeError if this key has not wrapped `wrapped` for this row; any other error means that the provider
   * is unavailable
   */
  unwrap: (keyId: string, context: EnvelopeContext, wrapped: Buffer) => Promise<Buffer>;
};

export const SERVER_SECRET_KEY_ID = 'secret:v1';

export function serverSecretKek(secret: string): Buffer {
  return deriveKey(secret, '', 'oriki envelope kek v1');
}

/**
 * Returns a provider with one key, derived from the server secret, for values that must be stored even without a KMS.
 */
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
