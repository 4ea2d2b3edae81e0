import type { IncomingHttpHeaders } from 'node:http';
import type { SecureContext } from 'node:tls';
import { errors, type Dispatcher } from 'undici';
import { clock } from '../clock.ts';
import { STALE, type Connection } from './connection.ts';
import { codeOf, OutboundError } from './error.ts';

/** A certificate and its key, ready for use. */
export type ClientCertificate = {
  /** Unique for each certificate. */
  id: string;
  context: SecureContext;
};

export type OutboundRequest = {
  url: string;
  method: 'GET' | 'POST';
  /** Without `host`, which comes from the URL. */
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Sent if the server requests one. Only requests with the same certificate share connections. */
  clientCertificate?: ClientCertificate | undefined;
  /** The longest time from DNS to the last byte of the answer. */
  timeoutMs: number;
  /** The maximum number of body bytes that are read; a longer body is cut off with its connection. */
  maxResponseBytes: number;
  /** The maximum number of body bytes that are returned; by default all that are read. */
  keepResponseBytes?: number;
  /**
   * Gets the body piece by piece, one at a time; then no body is returned. The connection is read only as fast as this
   * function handles the pieces. An error ends the request. It never runs after the request has ended.
   */
  onBody?: (part: Buffer, status: number) => Promise<void>;
  /**
   * Called at the last moment, when the connection is open and nothing of the request is written. `false` cancels the
   * request. It must return immediately.
   */
  beforeSend?: () => boolean;
  /** The organization for which it is counted. */
  orgId?: string | undefined;
  /** The traceparent of its cause: see `captureTraceparent`. */
  cause?: string | null;
  /** Aborts the request. */
  signal?: AbortSignal;
};

export type OutboundResponse = {
  status: number;
  /** Names in lower case; values of repeated headers joined with a comma. */
  headers: Record<string, string>;
  /** The body, or its beginning, as sent and not decompressed. */
  body: Buffer;
  /** True if a limit has cut off a part of the body in `body` or `onBody`. */
  truncated: boolean;
  durationMs: number;
};

/** An error for undici, which then drops an unwritten request and keeps the connection. */
const DROPPED = new Error('dropped');

/** The client's methods for an exchange. */
export type Connections = {
  /** Calls `use` or `fail`, immediately or later. */
  acquire(exchange: Exchange): void;
  /** Takes back a connection without a running request. */
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
  /** The socket's counters when the request got its connection. */
  #before = { sent: 0, received: 0 };
  /** The bytes of the request and its answer, once it has ended. */
  bytesSent = 0;
  bytesReceived = 0;
  #reused = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;
  /** Settles when `onBody` has handled all pieces. */
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

  /**
   * Call this when a connection is being opened for the exchange. Returns a signal that aborts if the exchange ends
   * before.
   */
  waitForOpening(): AbortSignal {
    this.#connection = undefined;
    this.#opening = new AbortController();
    return this.#opening.signal;
  }

  /** Sends the request on this connection. */
  use(connection: Connection, reused: boolean): void {
    this.#connection = connection;
    this.#reused = reused;
    const { bytesWritten: sent, bytesRead: received } = connection.socket;
    this.#before = { sent, received };
    const { method, headers, body } = this.#request;
    const path = this.url.pathname + this.url.search;
    connection.send({ method, path, headers, body: body ?? null }, this);
  }

  /** Ends the exchange with an error. Destroys a connection on which the request was written. */
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
    // Informational answers come first; the last answer counts.
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
    // After a pause at the end of the data, undici passes empty pieces; pausing again would never end.
    if (chunk.length === 0) return;
    const status = this.#status;
    controller.pause();
    // If the peer has closed the connection, it is read to its end in spite of the pause, so pieces can queue up.
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
    // No byte was written, so another connection is not a repetition. A request on a new connection gets no second
    // attempt.
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
      // The body is copied, because the pieces are views of much larger buffers.
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

  /** @returns true for the first call, false for later ones */
  #end(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    if (this.#connection) {
      this.bytesSent = this.#connection.socket.bytesWritten - this.#before.sent;
      this.bytesReceived = this.#connection.socket.bytesRead - this.#before.received;
    }
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    return true;
  }
}

/** Returns kind and code of an error of undici or of the open socket. */
function reasonOf(error: Error): ConstructorParameters<typeof OutboundError> {
  const code = codeOf(error);
  // The answer ended early, before its full length or the end of its chunks or headers.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || error.message.includes('Invalid EOF'))
    return ['reset'];
  if (error instanceof errors.HTTPParserError) return ['protocol'];
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['protocol', code];
  // undici's messages for an unexpected answer or upgrade begin with "bad"; otherwise the message is "other side
  // closed".
  if (code === 'UND_ERR_SOCKET') return [error.message.startsWith('bad ') ? 'protocol' : 'reset'];
  if (code?.startsWith('ERR_SSL_') || code?.startsWith('ERR_TLS_')) return ['tls', code];
  return ['reset', code];
}
