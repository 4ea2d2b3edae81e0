import type { IncomingHttpHeaders } from 'node:http';
import type { SecureContext } from 'node:tls';
import { errors, type Dispatcher } from 'undici';
import { clock } from '../clock.ts';
import { STALE, type Connection } from './connection.ts';
import { codeOf, OutboundError } from './error.ts';

/** A certificate and its key, ready for use. */
export type ClientCertificate = {
  /** No two certificates have the same. */
  id: string;
  context: SecureContext;
};

export type OutboundRequest = {
  url: string;
  method: 'GET' | 'POST';
  /** Without `host`, which is the URL's. */
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Shown to the server where it asks for one; connections are shared by requests with the same one alone. */
  clientCertificate?: ClientCertificate | undefined;
  /** The longest time from DNS to the last byte of the answer. */
  timeoutMs: number;
  /** Most bytes of the answer's body that are read; a longer body is cut off with its connection. */
  maxResponseBytes: number;
  /** Most bytes of it that are handed back; all that is read without it. */
  keepResponseBytes?: number;
  /**
   * Takes the body piece by piece, one at a time, and then none of it is handed back. The peer is read no faster
   * than it does. What it throws ends the request, and it is not running any more when the request has ended.
   */
  onBody?: (part: Buffer, status: number) => Promise<void>;
  /**
   * Asked at the last moment, when the connection stands and nothing of the request is written: `false` means
   * that nothing will be. It must return at once.
   */
  beforeSend?: () => boolean;
  /** The traceparent of its cause: see `captureTraceparent`. */
  cause?: string | null;
  /** Aborted when the answer is wanted no more. */
  signal?: AbortSignal;
};

export type OutboundResponse = {
  status: number;
  /** Names in lower case; values of repeated headers joined with a comma. */
  headers: Record<string, string>;
  /** The body as it was sent, not decompressed, or its beginning. */
  body: Buffer;
  /** Tells whether `body`, or what `onBody` got, lacks a part of what was sent, because of a limit. */
  truncated: boolean;
  durationMs: number;
};

/** Thrown at undici, which then drops a request that it has not yet written and keeps the connection. */
const DROPPED = new Error('dropped');

/** The client's part in an exchange. */
export type Connections = {
  /** Answers with `use` or `fail`, at once or later. */
  acquire(exchange: Exchange): void;
  /** Takes back a connection on which nothing is under way. */
  release(connection: Connection): void;
};

/** One request and its answer: undici's handler, and the owner of the deadline. It settles exactly once. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly url: URL;
  readonly endsMs: number;
  readonly answer: Promise<OutboundResponse>;
  readonly #request: OutboundRequest;
  readonly #connections: Connections;
  readonly #settle = Promise.withResolvers<OutboundResponse>();
  readonly #startedMs = clock.monotonicMs();
  readonly #timer: NodeJS.Timeout;
  #settled = false;
  #opening: AbortController | undefined;
  #connection: Connection | undefined;
  #reused = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;
  /** Settles when `onBody` has taken all that it was given. */
  #taken: Promise<void> | undefined;

  constructor(request: OutboundRequest, url: URL, connections: Connections) {
    this.url = url;
    this.answer = this.#settle.promise;
    this.#request = request;
    this.#connections = connections;
    this.endsMs = this.#startedMs + request.timeoutMs;
    this.#timer = setTimeout(() => this.fail(new OutboundError('timeout')), request.timeoutMs);
    request.signal?.addEventListener('abort', this.#cancel);
  }

  get clientCertificate(): ClientCertificate | undefined {
    return this.#request.clientCertificate;
  }

  /** Names the connections that the request may use. */
  get pool(): string {
    const { origin } = this.url;
    return this.clientCertificate ? `${origin} ${this.clientCertificate.id}` : origin;
  }

  /** To be called when a connection is being opened for it: aborted if the exchange ends before that. */
  waitForOpening(): AbortSignal {
    this.#connection = undefined;
    this.#opening = new AbortController();
    return this.#opening.signal;
  }

  /** Sends the request on this connection. */
  use(connection: Connection, reused: boolean): void {
    this.#connection = connection;
    this.#reused = reused;
    const { method, headers, body } = this.#request;
    const path = this.url.pathname + this.url.search;
    connection.send({ method, path, headers, body: body ?? null }, this);
  }

  /** Ends the exchange with an error; a connection on which the request was written is destroyed. */
  fail(error: Error): void {
    if (!this.#end()) return;
    this.#onceTaken(() => this.#settle.reject(error));
    this.#controller?.abort(error);
    if (!this.#connection) this.#opening?.abort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.#settled && this.#request.beforeSend) {
      try {
        if (!this.#request.beforeSend()) this.fail(new OutboundError('cancelled'));
      } catch (error) {
        this.fail(error as Error);
      }
    }
    if (this.#settled) throw DROPPED;
    this.#controller = controller;
    this.#connection?.expectAnswer();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // Informational answers come first; the last one counts.
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxResponseBytes, keepResponseBytes = maxResponseBytes, onBody } = this.#request;
    this.#readBytes += chunk.length;
    if (onBody) {
      if (this.#readBytes <= maxResponseBytes) this.#take(controller, chunk, onBody);
    } else this.#keep(chunk, Math.min(keepResponseBytes, maxResponseBytes));
    if (this.#readBytes > maxResponseBytes) {
      this.#complete();
      controller.abort(DROPPED);
    }
  }

  #keep(chunk: Buffer, limit: number): void {
    const room = limit - this.#keptBytes;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#kept.push(part);
    this.#keptBytes += part.length;
  }

  #take(
    controller: Dispatcher.DispatchController,
    chunk: Buffer,
    onBody: NonNullable<OutboundRequest['onBody']>,
  ): void {
    // After a pause at the end of what was there, undici passes on empty parts; another pause would go on for ever.
    if (chunk.length === 0) return;
    const status = this.#status;
    controller.pause();
    // A peer that has closed the connection is read to its end in spite of the pause, so parts can queue up.
    this.#taken = (this.#taken ?? Promise.resolve()).then(() => onBody(chunk, status));
    this.#taken.then(
      () => controller.resume(),
      (error: unknown) => this.fail(error as Error),
    );
  }

  onResponseEnd(): void {
    this.#complete();
    this.#connections.release(this.#connection!);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (error === DROPPED && !this.#controller) this.#connections.release(this.#connection!);
    if (this.#settled) return;
    // Nothing was written, so another connection is no repetition. A new one gets no second chance.
    if (error === STALE && !this.#controller && this.#reused) this.#connections.acquire(this);
    else if (error instanceof errors.InvalidArgumentError) {
      this.#connection!.socket.destroy();
      this.fail(new TypeError('the outbound request has an invalid header'));
    } else this.fail(new OutboundError(...reasonOf(error)));
  }

  #cancel = (): void => this.fail(new OutboundError('cancelled'));

  #complete(): void {
    if (!this.#end()) return;
    const headers: Record<string, string> = {};
    for (const [name, value = ''] of Object.entries(this.#headers))
      headers[name] = typeof value === 'string' ? value : value.join(', ');
    const { onBody, maxResponseBytes } = this.#request;
    const response: OutboundResponse = {
      status: this.#status,
      headers,
      // A copy: the parts are windows on much larger buffers.
      body: Buffer.concat(this.#kept, this.#keptBytes),
      truncated: this.#readBytes > (onBody ? maxResponseBytes : this.#keptBytes),
      durationMs: clock.monotonicMs() - this.#startedMs,
    };
    if (this.#taken) this.#taken.then(() => this.#settle.resolve(response), this.#settle.reject);
    else this.#settle.resolve(response);
  }

  #onceTaken(settle: () => void): void {
    if (this.#taken) this.#taken.then(settle, settle);
    else settle();
  }

  /** @returns whether this is the end, and not a later event. */
  #end(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    return true;
  }
}

/** Kind and code of an error of undici's or of the socket's, once a connection stood. */
function reasonOf(error: Error): ConstructorParameters<typeof OutboundError> {
  const code = codeOf(error);
  // The answer ended early: its length did not come, or the end of its chunks or headers did not.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || error.message.includes('Invalid EOF'))
    return ['reset'];
  if (error instanceof errors.HTTPParserError) return ['protocol'];
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['protocol', code];
  // undici's words for an answer or an upgrade that nobody asked for, as against "other side closed".
  if (code === 'UND_ERR_SOCKET') return [error.message.startsWith('bad ') ? 'protocol' : 'reset'];
  if (code?.startsWith('ERR_SSL_') || code?.startsWith('ERR_TLS_')) return ['tls', code];
  return ['reset', code];
}
