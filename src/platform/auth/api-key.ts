import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBytes } from '../random.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ork_';
const TEST_PREFIX = 'ork_test_';
const SECRET_CHARS = 32;
const CHECKSUM_CHARS = 6;
const FORM = /^ork_(?:test_)?([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A key acts in its organization, or in the organization's test twin. */
export type KeyMode = 'live' | 'test';

function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    out = BASE62[rest % 62]! + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/** `ork_`, or `ork_test_`, + 32 random base62 characters (190 bits) + their CRC32 in 6 base62 characters. */
export function generateApiKey(mode: KeyMode = 'live'): string {
  let secret = '';
  for (let i = 0; i < SECRET_CHARS; i++) secret += BASE62[randomInt(62)]!;
  return (mode === 'test' ? TEST_PREFIX : PREFIX) + secret + checksum(secret);
}

/** Checks form and checksum, so that a mistyped or guessed key is rejected without a database query. */
export function isWellFormedApiKey(text: string): boolean {
  const [, secret, sum] = FORM.exec(text) ?? [];
  return secret !== undefined && sum === checksum(secret);
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A part of a key that is enough to recognize it and far too little to guess it. */
export function apiKeyHint(key: string): string {
  const prefix = key.startsWith(TEST_PREFIX) ? TEST_PREFIX : PREFIX;
  return `${key.slice(0, prefix.length + 4)}…${key.slice(-4)}`;
}

const TOKEN_BYTES = 32;
const SESSION_FORM = /^ors_[\w-]{43}$/;

/** `ors_` + 256 random bits in base64url. Only its hash is stored. */
export function generateSessionToken(): string {
  return `ors_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** Rejects a malformed token without a database query. */
export function isWellFormedSessionToken(text: string): boolean {
  return SESSION_FORM.test(text);
}

/** SHA-256 of a token or of a single-use code: 256 random bits need no salt. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
