import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { clock } from '../clock.ts';

/** How long an idle connection is kept; a server's `Keep-Alive: timeout` may make it shorter or longer. */
const KEEP_ALIVE_MS = 4000;
const MAX_KEEP_ALIVE_MS = 10_000;
/** A busy connection is given up at this age, so that a host's change of address is noticed. */
const MAX_AGE_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** What undici reports when a request finds its connection gone before a byte of it was written. */
export const STALE = new Error('the connection was closed while it was idle');

/**
 * One established connection with undici's HTTP/1.1 on it, for one request at a time. undici cannot connect
 * again by itself, so nothing is ever sent twice or to an address that nobody has judged.
 */
export class Connection {
  readonly origin: string;
  readonly socket: Socket;
  readonly #client: Client;
  readonly #openedMs = clock.monotonicMs();
  readonly #expectAnswer: () => void;
  #given = false;

  constructor(origin: string, socket: Socket) {
    this.origin = origin;
    this.socket = socket;
    this.#expectAnswer = skipContinue(socket);
    this.#client = new Client(origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The caller's one deadline governs everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
      connect: (_options, callback) => {
        const given = this.#given;
        this.#given = true;
        // undici does not go on if it is answered before it has returned.
        queueMicrotask(() => (given ? callback(STALE, null) : callback(null, socket)));
      },
    });
  }

  get usable(): boolean {
    return !this.socket.destroyed;
  }

  get aged(): boolean {
    return clock.monotonicMs() - this.#openedMs > MAX_AGE_MS;
  }

  send(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(request, handler);
  }

  /** To be called when a request is about to be written. */
  expectAnswer(): void {
    this.#expectAnswer();
  }
}

const CONTINUE = Buffer.from('HTTP/1.1 100');

/**
 * Drops `100 Continue` from the front of an answer. RFC 9110, 15.2: a client must expect 1xx answers even if it
 * has not asked for them; undici skips all of them but 100, which it takes for an error.
 * @returns to be called before each request is written.
 */
function skipContinue(socket: Socket): () => void {
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
      if (end === -1 && bytes.length < MAX_HEADER_BYTES) {
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

/** Whether the bytes begin as `100 Continue` does, as far as they go. */
function startsAlike(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, CONTINUE.length);
  return bytes.compare(CONTINUE, 0, length, 0, length) === 0;
}
