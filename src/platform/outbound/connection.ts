import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { clock } from '../clock.ts';
import { skipContinue } from './skip-continue.ts';

/** The time for which an idle connection is kept; a server's `Keep-Alive: timeout` may shorten or extend it. */
const KEEP_ALIVE_MS = 4000;
const MAX_KEEP_ALIVE_MS = 10_000;
/** The age at which a busy connection is closed, so that a change of the host's address takes effect. */
const MAX_AGE_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The error that undici reports when a request finds its connection closed before a byte of it was written. */
export const STALE = new Error('the connection was closed while it was idle');

/**
 * One established connection with undici's HTTP/1.1 on it, for one request at a time. undici cannot reconnect by
 * itself, so nothing is sent twice or to an unchecked address.
 */
export class Connection {
  readonly pool: string;
  readonly socket: Socket;
  readonly #client: Client;
  readonly #openedMs = clock.monotonicMs();
  readonly #expectAnswer: () => void;
  #given = false;

  /** @param pool the name of the group of connections that are interchangeable */
  constructor(origin: string, socket: Socket, pool: string) {
    this.pool = pool;
    this.socket = socket;
    this.#expectAnswer = skipContinue(socket, MAX_HEADER_BYTES);
    this.#client = new Client(origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The caller's deadline replaces these.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
      connect: (_options, callback) => {
        const given = this.#given;
        this.#given = true;
        // undici does not continue if it is called back before it has returned.
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

  /** Call this before a request is written. */
  expectAnswer(): void {
    this.#expectAnswer();
  }
}
