import { randomFillSync } from 'node:crypto';

/** A pool of random bytes, because one call of the generator costs the same for 12 bytes and for 4,096. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** Returns cryptographically strong random bytes, at most 4,096, in a new buffer; no copy of them remains. */
export function randomBytes(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + size));
  pool.fill(0, used, used + size);
  used += size;
  return bytes;
}
