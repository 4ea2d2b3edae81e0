import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that wait behind the one under way, at most. A client that sends more is disconnected. */
const MAX_WAITING = 64;
/** An answer of which the client takes nothing for so long is cut off. */
export const STALLED_MS = 30_000;
/** Time in which what a refused client still sends is read and dropped: a reset could overtake the refusal. */
const LINGER_MS = 1000;

type Exchange = { request: IncomingMessage; response: ServerResponse; handle: RequestListener };

/**
 * The requests of one connection, carried out one after the other. Node.js hands over all requests of what it has read
 * at once, some thousands of them; here each begins when the answer before it has been taken by the operating system.
 */
class Line {
  readonly #socket: Socket;
  readonly #stalledMs: number;
  readonly #waiting: Exchange[] = [];
  #current: Exchange | undefined;
  #newest: IncomingMessage | undefined;
  /** Set once the client has sent what cannot be read. Makes the bytes that tell so. */
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
    // Node.js looks whether bytes have moved since it last looked, so a client has between one and two of these.
    response.setTimeout(this.#stalledMs / 2, () => {
      if (this.#socket.writableLength > 0) this.#socket.destroy();
    });
    handle(request, response);
  }

  #goOn(): void {
    this.#current = undefined;
    const next = this.#waiting.shift();
    // Destroyed, or the answer has said that it was the last.
    if (!this.#socket.writable) this.#waiting.length = 0;
    else if (next) this.#begin(next);
    else if (this.#refusal) this.#end(this.#refusal());
  }

  refuse(tell: () => string): void {
    if (this.#refusal) return;
    if (!this.#socket.writable) return void this.#socket.destroy();
    this.#refusal = tell;
    // Nothing that follows is parsed, not even the rest of a body that came too late.
    this.#socket.removeAllListeners('data').on('data', () => {});
    const broken = this.#newest?.complete === false ? this.#newest : undefined;
    if (broken && this.#waiting.at(-1)?.request === broken) this.#waiting.pop();
    else if (broken) {
      // It may have been answered before its body was read. Two answers would be mixed up.
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
}

const lines = new WeakMap<Socket, Line>();

/** To be called for each new connection. */
export function startLine(socket: Socket, stalledMs: number): void {
  lines.set(socket, new Line(socket, stalledMs));
}

/** Has each connection's requests handled one after the other, in the order in which they came. */
export function inTurn(handle: RequestListener): RequestListener {
  return (request, response) => lines.get(request.socket)!.add({ request, response, handle });
}

/**
 * Ends a connection whose client has sent what cannot be read: nothing more of it is carried out, and it is told so
 * after the answers to the requests before, in their order.
 * @param tell makes the bytes of the answer; not called when the request in question has been answered
 */
export function refuseRest(socket: Socket, tell: () => string): void {
  lines.get(socket)!.refuse(tell);
}
