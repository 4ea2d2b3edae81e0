/**
 * The one place that changes how undici reads: it takes what a server sends out of the socket with `socket.read()`,
 * which is replaced here. `skip-continue.test.ts` says so when a version of undici reads in another way, or needs this
 * no more.
 */
import type { Socket } from 'node:net';

const CONTINUE = Buffer.from('HTTP/1.1 100');

/**
 * Drops `100 Continue` from the front of an answer. RFC 9110, 15.2: a client must expect 1xx answers even if it
 * has not asked for them; undici skips all of them but 100, which it takes for an error.
 * @returns to be called before each request is written.
 */
export function skipContinue(socket: Socket, maxHeaderBytes: number): () => void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let atStart = false;
  let held: Buffer | undefined;
  socket.read = (size?: number): Buffer | null => {
    // With size 0 the stream calls it itself, to have more read; it takes nothing out.
    const chunk = read(size);
    if (chunk === null || !atStart) return chunk;
    let bytes = held ? Buffer.concat([held, chunk]) : chunk;
    held = undefined;
    while (startsAlike(bytes)) {
      const end = bytes.length < CONTINUE.length ? -1 : bytes.indexOf('\r\n\r\n');
      if (end === -1 && bytes.length < maxHeaderBytes) {
        if (bytes.length > 0) held = bytes;
        return null;
      }
      if (end === -1) break;
      bytes = bytes.subarray(end + 4);
    }
    atStart = false;
    return bytes;
  };
  return () => {
    atStart = true;
  };
}

/** Tells whether the bytes begin as `100 Continue` does, as far as they go. */
function startsAlike(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, CONTINUE.length);
  return bytes.compare(CONTINUE, 0, length, 0, length) === 0;
}
