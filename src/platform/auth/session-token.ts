import { createHash } from 'node:crypto';
import { randomBytes } from '../random.ts';

const TOKEN_BYTES = 32;
const FORM = /^ors_[\w-]{43}$/;

/** `ors_` + 256 random bits in base64url. Only its hash is stored. */
export function generateSessionToken(): string {
  return `ors_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** Rejects a malformed token without a database query. */
export function isWellFormedSessionToken(text: string): boolean {
  return FORM.test(text);
}

/** SHA-256 of a token or of a single-use code: 256 random bits need no salt. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
