import { createCipheriv, createDecipheriv, type DecipherGCM } from 'node:crypto';

/** AES-256-GCM: the only place that calls the cipher. The caller defines the layout of IV, tag and ciphertext. */

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

const ALGORITHM = 'aes-256-gcm';
const PIECE_BYTES = 2 ** 20;

/** `iv` must be new for the key: two uses of the same iv disclose both plaintexts. */
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

/** @throws if key, AAD, IV or tag are not the ones used for encryption, or the tag is truncated */
export function decrypt(key: Buffer, aad: Buffer, sealed: Sealed): Buffer {
  const decipher = decipherOf(key, aad, sealed);
  // GCM returns all bytes together. Concatenating them with the empty rest would leave a copy that is not zeroed.
  const plaintext = decipher.update(sealed.ciphertext);
  decipher.final();
  return plaintext;
}

/**
 * Decrypts megabytes in pieces.
 * @param yieldIfDue awaited between pieces, so that other requests can run
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
