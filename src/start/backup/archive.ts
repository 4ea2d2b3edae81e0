/**
 * A stream of folders and files. The length of each part precedes it. A sealed stream around the archive shows that it
 * is complete.
 */
import type { ClusterEntry } from '../../platform/db/embedded/copy-cluster.ts';

const LENGTH_BYTES = 4;
/** A longer part was not written by this module. */
const MAX_PART_BYTES = 2 ** 24;
const PATH = /^(?!\.\.?(\/|$))[^/\0]+(\/(?!\.\.?(\/|$))[^/\0]+)*$/;

function framed(part: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(part.length);
  return Buffer.concat([length, part]);
}

export async function* packed(entries: AsyncIterable<ClusterEntry>): AsyncGenerator<Buffer> {
  for await (const { path, content } of entries) {
    yield framed(Buffer.from(JSON.stringify({ path, isFile: content !== undefined })));
    if (content === undefined) continue;
    for await (const part of content) if (part.length > 0) yield framed(part);
    yield framed(Buffer.alloc(0));
  }
}

/** Yields parts by their lengths. Calls `cut`, which throws, if the stream ends in the middle of one. */
async function* partsOf(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of archive) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    while (held.length >= LENGTH_BYTES) {
      const length = held.readUInt32BE();
      if (length > MAX_PART_BYTES) throw new Error('an archive has a part that is too long');
      const end = LENGTH_BYTES + length;
      if (held.length < end) break;
      yield held.subarray(LENGTH_BYTES, end);
      held = held.subarray(end);
    }
  }
  if (held.length > 0) throw new Error('an archive ends in the middle of a part');
}

/** Reverses `packed`. The caller must read the content of an entry before it requests the next entry. */
export async function* unpacked(archive: AsyncIterable<Buffer>): AsyncGenerator<ClusterEntry> {
  const parts = partsOf(archive);
  async function* content(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await parts.next();
      if (done) throw new Error('an archive ends in the middle of a file');
      if (value.length === 0) return;
      yield value;
    }
  }
  for (;;) {
    const { value, done } = await parts.next();
    if (done) return;
    const { path, isFile } = JSON.parse(value.toString()) as { path: string; isFile: boolean };
    if (!PATH.test(path)) throw new Error('an archive has a path that leaves its folder');
    yield isFile ? { path, content: content() } : { path };
  }
}
