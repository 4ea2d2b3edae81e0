import { createCipheriv, createDecipheriv, type DecipherGCM } from 'node:crypto';

/** AES-256-GCM, the one place that calls the cipher. How IV, tag and ciphertext are laid out is the caller's. */

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

const ALGORITHM = 'aes-256-gcm';
const PIECE_BYTES = 2 ** 20;

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

type Sealed = { iv: Buffer; ciphertext: Buffer; tag: Buffer };

function decipherOf(key: Buffer, aad: Buffer, { iv, tag }: Sealed): DecipherGCM {
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad);
  decipher.setAuthTag(tag);
  return decipher;
}

/** @throws when key, AAD, IV or tag are not those it was encrypted with, or the tag is not a whole one */
export function decrypt(key: Buffer, aad: Buffer, sealed: Sealed): Buffer {
  const decipher = decipherOf(key, aad, sealed);
  // GCM gives all bytes at once; putting them together with none would leave a copy that is not zeroed.
  const plaintext = decipher.update(sealed.ciphertext);
  decipher.final();
  return plaintext;
}

/**
 * The same for megabytes, of which it decrypts one at a time.
 * @param yieldIfDue awaited in between, to give other requests turns
 */
export async function decryptInPieces(
  key: Buffer,
  aad: Buffer,
  sealed: Sealed,
  yieldIfDue: () => Promise<void>,
): Promise<Buffer> {
  const { ciphertext } = sealed;
  if (ciphertext.length <= PIECE_BYTES) return decrypt(key, aad, sealed);
  const decipher = decipherOf(key, aad, sealed);
  const plaintext = Buffer.allocUnsafeSlow(ciphertext.length);
  for (let at = 0; at < ciphertext.length; at += PIECE_BYTES) {
    const piece = decipher.update(ciphertext.subarray(at, at + PIECE_BYTES));
    plaintext.set(piece, at);
    piece.fill(0);
    await yieldIfDue();
  }
  decipher.final();
  return plaintext;
}
