import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum number of requests of a connection that may wait. A client that sends more is disconnected. */
const MAX_WAITING = 64;
/** An answer is cut off when its client reads nothing for this long. */
export const STALLED_MS = 30_000;
/**
 * The time in which the server continues to read and drop data of a rejected client. After an immediate reset, the
 * client might not get the refusal.
 */
const LINGER_MS = 1000;
/** The maximum number of bytes of a rejected body that are read and dropped. */
const LINGER_BYTES = 16 * 1024 * 1024;

type Exchange = { request: IncomingMessage; response: ServerResponse; handle: RequestListener };

/**
 * Handles the requests of one connection one after the other. Node.js emits all requests of a read together, up to some
 * thousands. Here each request begins when the operating system has accepted the previous answer.
 */
class Line {
  readonly #socket: Socket;
  readonly #stalledMs: number;
  readonly #waiting: Exchange[] = [];
  #current: Exchange | undefined;
  #newest: IncomingMessage | undefined;
  /** Set once the client has sent unreadable data. Returns the bytes of the refusal. */
  #refusal: (() => string) | undefined;

  constructor(socket: Socket, stalledMs: number) {
    this.#socket = socket;
    this.#stalledMs = stalledMs;
  }

  add(exchange: Exchange): void {
    if (this.#refusal) return;
    this.#newest = exchange.request;
    if (!this.#current) this.#begin(exchange);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(exchange);
    else this.#socket.destroy();
  }

  #begin(exchange: Exchange): void {
    const { request, response, handle } = exchange;
    this.#current = exchange;
    response.once('close', () => this.#goOn());
    // Node.js checks at intervals whether bytes were transferred, so a client gets between one and two of these
    // intervals.
    response.setTimeout(this.#stalledMs / 2, () => {
      if (this.#socket.writableLength > 0) this.#socket.destroy();
    });
    handle(request, response);
  }

  #goOn(): void {
    this.#current = undefined;
    const next = this.#waiting.shift();
    // The connection is destroyed, or the answer announced that it is the last.
    if (!this.#socket.writable) this.#waiting.length = 0;
    else if (next) this.#begin(next);
    else if (this.#refusal) this.#end(this.#refusal());
  }

  refuse(tell: () => string): void {
    if (this.#refusal) return;
    if (!this.#socket.writable) return void this.#socket.destroy();
    this.#refusal = tell;
    // Later data is not parsed, not even the rest of a late body.
    this.#socket.removeAllListeners('data').on('data', () => {});
    const broken = this.#newest?.complete === false ? this.#newest : undefined;
    if (broken && this.#waiting.at(-1)?.request === broken) this.#waiting.pop();
    else if (broken) {
      // The request may have been answered before its body was read. Two answers would then be mixed up.
      const isAnswered = this.#current?.request !== broken || this.#current.response.headersSent;
      if (!isAnswered) return this.#end(tell());
      this.#refusal = () => '';
    }
    if (!this.#current) this.#end(this.#refusal());
  }

  #end(text: string): void {
    this.#socket.end(text);
    const lingering = setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
    this.#socket.once('close', () => clearTimeout(lingering));
  }

  /** Ends the connection after its last answer. Drops the rest of a body that is still arriving. */
  close(destroySoon: () => void): void {
    const request = this.#current?.request;
    if (!request || request.complete) return destroySoon();
    let left = LINGER_BYTES;
    request.resume();
    this.#socket.removeAllListeners('data').on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) this.#socket.destroy();
    });
    this.#end('');
  }
}

const lines = new WeakMap<Socket, Line>();

/** Call it for each new connection. */
export function startLine(socket: Socket, stalledMs: number): void {
  const line = new Line(socket, stalledMs);
  lines.set(socket, line);
  // Node.js calls it after an answer with `connection: close`.
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => line.close(destroySoon);
}

/** Handles each connection's requests one after the other, in the order of arrival. */
export function inTurn(handle: RequestListener): RequestListener {
  return (request, response) => lines.get(request.socket)!.add({ request, response, handle });
}

/**
 * Ends a connection whose client has sent unreadable data, without executing the rest of it. The refusal follows the
 * answers to earlier requests.
 * @param tell returns the bytes of the refusal; not called when the broken request has already been answered
 */
export function refuseRest(socket: Socket, tell: () => string): void {
  lines.get(socket)!.refuse(tell);
}
