import { decrypt, encrypt, IV_BYTES, TAG_BYTES } from './aes-gcm.ts';
import { deriveKey } from './seal.ts';
import { randomBytes } from '../random.ts';

/**
 * A stream of any length, sealed in chunks with AES-256-GCM. Each chunk is authenticated with its number and with a
 * mark of the last one. A reader therefore notices a changed, moved, repeated or missing chunk, and a cut end.
 */

/** The bytes of a chunk before sealing. A stream takes a few times as much memory. */
const CHUNK_BYTES = 2 ** 20;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const SALT_BYTES = 16;
const NO_DATA = Buffer.alloc(0);

/** The stream was changed or cut, or this is not its key. */
export class BrokenStream extends Error {
  constructor() {
    super('it was changed or cut');
    this.name = 'BrokenStream';
  }
}

/** Returns a key for one stream, so that no number of a chunk is used twice with a key. */
function keyOf(key: Buffer, salt: Buffer, purpose: string): Buffer {
  return deriveKey(key.toString('hex'), salt.toString('hex'), `oriki sealed stream v1 ${purpose}`);
}

function ivOf(chunk: number, isLast: boolean): Buffer {
  const iv = Buffer.alloc(IV_BYTES);
  iv.writeBigUInt64BE(BigInt(chunk), 3);
  iv[IV_BYTES - 1] = isLast ? 1 : 0;
  return iv;
}

/**
 * Yields pieces of exactly `size` bytes, and the remaining bytes at the end with `isLast`. The last piece may be empty.
 */
async function* pieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const part of source) {
    held.push(part);
    bytes += part.length;
    // The buffer must exceed a piece, so that the last piece is recognized.
    while (bytes > size) {
      const all = Buffer.concat(held);
      yield { piece: all.subarray(0, size), isLast: false };
      held = [all.subarray(size)];
      bytes -= size;
    }
  }
  yield { piece: Buffer.concat(held), isLast: true };
}

/**
 * Seals a stream.
 * @param purpose the purpose of the stream; it opens only for this purpose
 */
export async function* sealStream(
  key: Buffer,
  purpose: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = keyOf(key, salt, purpose);
  yield salt;
  let chunk = 0;
  for await (const { piece, isLast } of pieces(source, CHUNK_BYTES)) {
    const { ciphertext, tag } = encrypt(own, ivOf(chunk, isLast), NO_DATA, piece);
    yield Buffer.concat([ciphertext, tag]);
    chunk += 1;
  }
}

/** Reads the first `size` bytes. @returns them, and the rest of the stream */
async function split(
  source: AsyncIterable<Buffer>,
  size: number,
): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let head = NO_DATA;
  while (head.length < size) {
    const { value, done } = await iterator.next();
    if (done) throw new BrokenStream();
    head = Buffer.concat([head, value]);
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield head.subarray(size);
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head: head.subarray(0, size), rest: rest() };
}

/** Opens the output of `sealStream`, chunk by chunk. @throws BrokenStream before it yields a byte of a wrong chunk */
export async function* openStream(
  key: Buffer,
  purpose: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const { head: salt, rest } = await split(source, SALT_BYTES);
  const own = keyOf(key, salt, purpose);
  let chunk = 0;
  for await (const { piece, isLast } of pieces(rest, SEALED_BYTES)) {
    yield open(own, ivOf(chunk, isLast), piece);
    chunk += 1;
  }
}

function open(key: Buffer, iv: Buffer, sealed: Buffer): Buffer {
  const end = Math.max(0, sealed.length - TAG_BYTES);
  const [ciphertext, tag] = [sealed.subarray(0, end), sealed.subarray(end)];
  try {
    return decrypt(key, NO_DATA, { iv, ciphertext, tag });
  } catch (error) {
    throw Object.assign(new BrokenStream(), { cause: error });
  }
}
