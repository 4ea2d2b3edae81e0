import { createCipheriv, createDecipheriv } from 'node:crypto';

/** AES-256-GCM, the one place that calls the cipher. How IV, tag and ciphertext are laid out is the caller's. */

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

const ALGORITHM = 'aes-256-gcm';

/** `iv` must be new for the key: two uses of one disclose both plaintexts. */
export function encrypt(
  key: Buffer,
  iv: Buffer,
  aad: Buffer,
  plaintext: Buffer,
): { ciphertext: Buffer; tag: Buffer } {
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(aad);
  const ciphertext = cipher.update(plaintext);
  cipher.final();
  return { ciphertext, tag: cipher.getAuthTag() };
}

/** @throws when key, AAD, IV or tag are not those it was encrypted with, or the tag is not a whole one */
export function decrypt(
  key: Buffer,
  aad: Buffer,
  sealed: { iv: Buffer; ciphertext: Buffer; tag: Buffer },
): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.tag);
  // GCM gives all bytes at once; putting them together with none would leave a copy that is not zeroed.
  const plaintext = decipher.update(sealed.ciphertext);
  decipher.final();
  return plaintext;
}
