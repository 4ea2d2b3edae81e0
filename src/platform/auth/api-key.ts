import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ork_';
const SECRET_CHARS = 32;
const CHECKSUM_CHARS = 6;
const FORM = /^ork_[0-9A-Za-z]{38}$/;

function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    out = BASE62[rest % 62]! + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/** `ork_` + 32 random base62 characters (190 bits) + their CRC32 in 6 base62 characters. */
export function generateApiKey(): string {
  let secret = '';
  for (let i = 0; i < SECRET_CHARS; i++) secret += BASE62[randomInt(62)]!;
  return PREFIX + secret + checksum(secret);
}

/** Form and checksum: a mistyped or guessed key is refused here, without asking the database. */
export function isWellFormedApiKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const secretEnd = PREFIX.length + SECRET_CHARS;
  return text.slice(secretEnd) === checksum(text.slice(PREFIX.length, secretEnd));
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Enough of a key to tell it from others, far too little to guess it. */
export function apiKeyHint(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`;
}
