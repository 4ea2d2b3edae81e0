import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rm, rename, type FileHandle } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname, join } from 'node:path';
import { randomBytes } from '../../../../platform/random.ts';
import { syncPath } from '../../../../platform/files.ts';
import { segmentFromBuffer } from '../../../../matching/index.ts';
import type { Part } from '../parts.ts';

/**
 * A part of a list in a file: a line of JSON that describes it, the arrays, and a SHA-256 of all preceding bytes. A
 * file that was cut off, changed in any bit, or made by other code is invalid.
 */

export const PART_SUFFIX = '.index';
/** Suffix of files that are being written. */
export const DRAFT_SUFFIX = '.part';
const CHUNK = 2 ** 22;
const LONGEST_HEADER = 4096;
const SHA256_BYTES = 32;

/** The part of a list that a file contains. */
export type PartId = {
  readonly listId: string;
  readonly revision: number;
  /** Together with the next field, it identifies the history of the database in which the revision exists. */
  readonly stamp: string;
  readonly importedAt: string;
};

type Header = PartId & {
  readonly madeBy: string;
  readonly removedCount: number;
  /** Bytes of the segment, of the hashes of ids and of the bits of removed entries, which follow in this order. */
  readonly sizes: readonly [number, number, number];
};

/** package.json, which has the versions of the libraries that compute keys. */
const PACKAGE = join(import.meta.dirname, '../../../../../package.json');
const FOLDERS = ['../../../../names', '../../../../matching', '../../../lists', '../..'].map(
  (path) => join(import.meta.dirname, path),
);

async function hashFiles(folder: string, hash: Hash): Promise<void> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  for (const path of paths.toSorted()) {
    if (path.includes('.test.')) continue;
    hash.update(path.slice(folder.length));
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  }
}

let made: Promise<string> | undefined;
/**
 * Hash of everything that determines an index: this code, its libraries and tables, the rules of Unicode, and the
 * processor.
 */
export function madeByThis(): Promise<string> {
  return (made ??= (async () => {
    const { icu, unicode } = process.versions;
    const hash = createHash('sha256').update([icu, unicode, endianness()].join());
    hash.update(await readFile(PACKAGE));
    for (const folder of FOLDERS) await hashFiles(folder, hash);
    return hash.digest('hex');
  })());
}

function bytesOf(view: ArrayBufferLike | Uint8Array | Uint32Array): Uint8Array {
  return ArrayBuffer.isView(view)
    ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    : new Uint8Array(view);
}

/** Writes a part so that a reader sees either all of it or the previous file, even after a crash. */
export async function writePart(path: string, id: PartId, part: Part): Promise<void> {
  const { segment, idHashes, removed, removedCount } = part;
  const arrays = [segment.buffer, idHashes, removed].map(bytesOf);
  const sizes = arrays.map(({ length }) => length);
  const header = JSON.stringify({ ...id, madeBy: await madeByThis(), removedCount, sizes });
  const draft = `${path}.${randomBytes(4).toString('hex')}${DRAFT_SUFFIX}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const write = async (bytes: Uint8Array): Promise<void> => {
      hash.update(bytes);
      await handle.writeFile(bytes);
    };
    await write(Buffer.from(`${header}\n`));
    for (const bytes of arrays)
      for (let at = 0; at < bytes.length; at += CHUNK)
        // Uses a copy: neither hashes nor files accept memory that threads share.
        await write(Buffer.from(bytes.subarray(at, at + CHUNK)));
    await handle.writeFile(hash.digest());
    await handle.sync();
    await handle.close();
    await rename(draft, path);
    await syncPath(dirname(path));
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

async function readHeader(
  handle: FileHandle,
): Promise<{ header: Header; bytes: Buffer } | undefined> {
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(LONGEST_HEADER),
    0,
    LONGEST_HEADER,
    0,
  );
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  if (end < 0) return undefined;
  try {
    const header = JSON.parse(buffer.toString('utf8', 0, end)) as Header;
    if (header.madeBy !== (await madeByThis())) return undefined;
    return { header, bytes: buffer.subarray(0, end + 1) };
  } catch {
    return undefined;
  }
}

/** Returns the revision of a file's part; undefined if other code made it, or if it is not such a file. */
export async function partIn(path: string): Promise<PartId | undefined> {
  const handle = await open(path, 'r');
  try {
    return (await readHeader(handle))?.header;
  } finally {
    await handle.close();
  }
}

/** Fills memory from a file; returns false if the file ends before. */
async function fill(
  handle: FileHandle,
  into: Uint8Array,
  from: number,
  hash: Hash,
): Promise<boolean> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, into.length));
  for (let at = 0; at < into.length;) {
    const most = Math.min(chunk.length, into.length - at);
    const { bytesRead } = await handle.read(chunk, 0, most, from + at);
    if (bytesRead === 0) return false;
    const read = chunk.subarray(0, bytesRead);
    hash.update(read);
    into.set(read, at);
    at += bytesRead;
  }
  return true;
}

/** Reads a part; undefined if the file is damaged. */
export async function readPart(path: string): Promise<Part | undefined> {
  const handle = await open(path, 'r');
  try {
    const found = await readHeader(handle);
    if (found === undefined) return undefined;
    const { revision, stamp, removedCount, sizes } = found.header;
    const { size } = await handle.stat();
    const whole = sizes.reduce((sum, bytes) => sum + bytes, found.bytes.length + SHA256_BYTES);
    if (size !== whole) return undefined;
    const hash = createHash('sha256').update(found.bytes);
    const buffer = new SharedArrayBuffer(sizes[0]);
    const idHashes = new Uint32Array(sizes[1] / Uint32Array.BYTES_PER_ELEMENT);
    const removed = new Uint8Array(sizes[2]);
    let from = found.bytes.length;
    for (const into of [buffer, idHashes, removed].map(bytesOf)) {
      if (!(await fill(handle, into, from, hash))) return undefined;
      from += into.length;
    }
    const expected = Buffer.alloc(SHA256_BYTES);
    await handle.read(expected, 0, SHA256_BYTES, from);
    if (!hash.digest().equals(expected)) return undefined;
    return { segment: segmentFromBuffer(buffer), revision, stamp, idHashes, removed, removedCount };
  } finally {
    await handle.close();
  }
}
