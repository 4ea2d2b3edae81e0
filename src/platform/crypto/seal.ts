import { createHmac, hkdfSync } from 'node:crypto';
import { decrypt, encrypt, IV_BYTES, TAG_BYTES } from './aes-gcm.ts';
import { randomBytes } from '../random.ts';

/**
 * Encrypts with AES-256-GCM and a random 96-bit IV: `iv | tag | ciphertext`. `context` is authenticated, not stored:
 * opening under another context fails. One key must seal fewer than 2^32 values (NIST SP 800-38D 8.3).
 */
export function seal(key: Buffer, context: string, plaintext: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const { ciphertext, tag } = encrypt(key, iv, Buffer.from(context), Buffer.from(plaintext));
  return Buffer.concat([iv, tag, ciphertext]);
}

/** @throws if key or context differ from those of the sealing, or a byte was changed */
export function unseal(key: Buffer, context: string, sealed: Buffer): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const ciphertext = sealed.subarray(IV_BYTES + TAG_BYTES);
  return decrypt(key, Buffer.from(context), { iv, tag, ciphertext }).toString('utf8');
}

/** Returns a 32-byte key for one purpose (HKDF-SHA256, RFC 5869). */
export function deriveKey(secret: string, salt: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
}

export function hmac(key: Buffer, ...parts: string[]): Buffer {
  const mac = createHmac('sha256', key);
  // Lengths distinguish ("ab", "c") from ("a", "bc").
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest();
}
