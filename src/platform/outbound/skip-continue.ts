/**
 * The only place that changes how undici reads. undici reads data from the socket with `socket.read()`, which is
 * replaced here. `skip-continue.test.ts` fails when a version of undici reads in another way, or no longer needs the
 * replacement.
 */
import type { Socket } from 'node:net';

const CONTINUE = Buffer.from('HTTP/1.1 100');

/**
 * Removes `100 Continue` from the start of an answer. By RFC 9110, 15.2, a client must accept 1xx answers that it has
 * not requested; undici skips all of them except 100, which it reports as an error.
 * @returns a function to call before each request is written
 */
export function skipContinue(socket: Socket, maxHeaderBytes: number): () => void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let atStart = false;
  let held: Buffer | undefined;
  socket.read = (size?: number): Buffer | null => {
    // With size 0, the stream itself calls it to read more, and it returns no data.
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

/** Returns true if the available bytes are the beginning of `100 Continue`, or begin with it. */
function startsAlike(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, CONTINUE.length);
  return bytes.compare(CONTINUE, 0, length, 0, length) === 0;
}
