import { clock } from './clock.ts';
import { randomBytes } from './random.ts';

/** Crockford's base32, lower case, as TypeID uses it (no i, l, o, u). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_PATTERN = /^([a-z]{1,16})_([0-7][0-9a-hjkmnp-tv-z]{25})$/;

/**
 * The maximum by which ids may be ahead of the clock. Lists find the rows of a time range by their ids, whose time is
 * correct to a minute. So ids follow a clock that is set back by more than this.
 */
const MOST_AHEAD_MS = 30_000;

let lastMs = 0;
let counter = 0;

/**
 * A UUIDv7 whose 12 bits after the version are a counter (RFC 9562 section 6.2, method 1): ids of one process sort in
 * the order of creation, so the rows of one bulk insert keep their order.
 */
function uuidv7(): Uint8Array {
  const random = randomBytes(8);
  const ms = clock.nowMs();
  if (ms > lastMs || ms < lastMs - MOST_AHEAD_MS) {
    lastMs = ms;
    // Leaves at least half of the counter's range before it overflows into the next millisecond.
    counter = random.readUInt16BE(0) & 0x7ff;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint16(6, counter);
  bytes.set(random, 8);
  return markUuidv7(bytes, lastMs);
}

/** Writes the time, the version and the variant into bytes whose other bits are set. */
function markUuidv7(bytes: Uint8Array, ms: number): Uint8Array {
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(ms / 2 ** 32));
  view.setUint32(2, ms >>> 0);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes;
}

/** Returns 128 bits as 26 characters, most significant first; the first character has 3 bits. */
function base32(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let buffer = 0;
  let pending = 2;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits + pending >= 5) {
      const shift = bits + pending - 5;
      out += ALPHABET[(buffer >>> shift) & 31]!;
      bits = shift;
      pending = 0;
      buffer &= (1 << shift) - 1;
    }
  }
  return out;
}

/**
 * Returns a new TypeID (https://github.com/jetify-com/typeid): `<prefix>_<26 characters>`, sortable by creation time,
 * strictly increasing within a process unless the clock is set back by more than 30 s.
 */
export function newId(prefix: string): string {
  return `${prefix}_${base32(uuidv7())}`;
}

/** Returns a new id, and the time in it. */
export function newTimedId(prefix: string): { id: string; at: Date } {
  const id = newId(prefix);
  return { id, at: new Date(lastMs) };
}

/** Returns the lowest id of this type for a time. Earlier objects have lower ids. */
export function firstIdAt(prefix: string, ms: number): string {
  return derivedId(prefix, ms, new Uint8Array(10));
}

/**
 * Returns an id of this type derived from a time and a seed. It is for rows that must be stored once even if an earlier
 * attempt may have stored them: each attempt gives them the same ids.
 * @param seed at least 10 bytes of a hash
 */
export function derivedId(prefix: string, ms: number, seed: Uint8Array): string {
  const bytes = new Uint8Array(16);
  bytes.set(seed.subarray(0, 10), 6);
  return `${prefix}_${base32(markUuidv7(bytes, ms))}`;
}

/** Returns true if `value` has the form of an id of this type. The id need not exist. */
export function isId(prefix: string, value: string): boolean {
  const match = ID_PATTERN.exec(value);
  return match !== null && match[1] === prefix;
}

/** `newId` is not used: the machine's clock, the only one before a database is open, may be ahead. */
const processTag = derivedId('req', clock.nowMs(), randomBytes(10));
let requests = 0;

/** Returns an id for a request: unique, and much cheaper than `newId`, because nothing is stored under it. */
export function newRequestId(): string {
  requests += 1;
  return `${processTag}-${requests.toString(36)}`;
}
