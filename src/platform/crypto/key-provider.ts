import { randomBytes } from 'node:crypto';
import { IV_BYTES, unwrapDek, wrapDek } from './envelope.ts';
import { deriveKey } from './seal.ts';

/**
 * Holds key-encryption keys and wraps data keys with them. `Envelopes` is its only caller, and never calls
 * it inside a transaction: a provider may be a network away.
 */
export type KeyProvider = {
  /** The key for new envelopes. */
  currentKeyId: () => Promise<string>;
  /** Whether the key is one of this provider's, by its own records: others are never asked for. */
  knows: (keyId: string) => Promise<boolean>;
  wrap: (keyId: string, aad: Buffer, dek: Buffer) => Promise<Buffer>;
  /**
   * A buffer of the caller's own, who zeroes it.
   * @throws EnvelopeError when `wrapped` was not made by this key with this `aad`; any other error means
   * that the provider cannot be asked now
   */
  unwrap: (keyId: string, aad: Buffer, wrapped: Buffer) => Promise<Buffer>;
};

const KEY_ID = 'secret:v1';

export function serverSecretKek(secret: string): Buffer {
  return deriveKey(secret, '', 'oriki envelope kek v1');
}

/** One key, derived from the server secret: for what must be kept although no KMS is configured. */
export function serverSecretProvider(secret: string): KeyProvider {
  const kek = serverSecretKek(secret);
  return {
    currentKeyId: () => Promise.resolve(KEY_ID),
    knows: (keyId) => Promise.resolve(keyId === KEY_ID),
    wrap: async (_keyId, aad, dek) => wrapDek(kek, randomBytes(IV_BYTES), aad, dek),
    unwrap: async (_keyId, aad, wrapped) => unwrapDek(kek, aad, wrapped),
  };
}
