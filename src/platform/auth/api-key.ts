import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

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
