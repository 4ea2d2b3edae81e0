import { assertOutsideTransaction } from '../db/transaction-scope.ts';
import { startSpan } from '../observability/tracing.ts';
import { AddressRules } from './address.ts';
import { openSocket } from './connect.ts';
import { Connection } from './connection.ts';
import { NOT_LISTED, OutboundError } from './error.ts';
import { Exchange, type OutboundRequest, type OutboundResponse } from './exchange.ts';
import { resolveName, type Resolve } from './resolve.ts';
import { checkTarget } from './target.ts';

/** The traffic of one request that was sent, or refused because its host is not listed. */
export type Traffic = {
  /** The host with its port, unless the port is the usual one. */
  host: string;
  orgId?: string | undefined;
  isRefused: boolean;
  /** Bytes of HTTP, without those of TLS. */
  bytesSent: number;
  bytesReceived: number;
};

/** The maximum number of idle connections of one client, over all origins; further ones are closed. */
const MAX_IDLE = 1024;
const MAX_TARGETS = 1000;

/**
 * The only way out of the process: HTTP/1.1 requests to public addresses. `checkTarget` checks every request, and
 * `AddressRules` every new connection. The client follows no redirects, uses no proxy, decompresses nothing, and
 * repeats no request that may have been read. The caller limits the number of concurrent requests.
 */
export class OutboundClient {
  readonly rules: AddressRules;
  readonly #resolve: Resolve;
  readonly #onEnd: ((traffic: Traffic) => void) | undefined;
  /** Idle connections by pool, the one used last at the end. Pools without idle connections have no entry. */
  readonly #idle = new Map<string, Connection[]>();
  readonly #targets = new Map<string, URL>();
  readonly #running = new Set<Exchange>();
  #idleCount = 0;
  #closed = false;

  /**
   * @param options.allow addresses and CIDRs that are allowed although they are not public
   * @param options.hosts the only allowed hosts; undefined for all
   * @param options.onEnd called once for each request that was sent or whose host is not listed
   * @param options.resolve another source of addresses, for tests
   */
  constructor(options: {
    allow: readonly string[];
    hosts?: readonly string[] | undefined;
    onEnd?: ((traffic: Traffic) => void) | undefined;
    resolve?: Resolve;
  }) {
    this.rules = new AddressRules(options.allow, options.hosts);
    this.#onEnd = options.onEnd;
    this.#resolve = options.resolve ?? resolveName;
  }

  /**
   * Sends one request and returns the answer with any status. If it throws after the request was written, the receiver
   * may or may not have acted on the request.
   * @throws OutboundError if there is no answer; the error of `beforeSend`
   */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    assertOutsideTransaction('an outbound request');
    if (this.#closed || request.signal?.aborted) throw new OutboundError('cancelled');
    const url = this.#target(request);
    // undici would also compare this name with the certificate.
    if (Object.keys(request.headers).some((name) => name.toLowerCase() === 'host'))
      throw new TypeError('the URL determines the Host header');
    const exchange = new Exchange(request, url, this.#connections);
    this.#running.add(exchange);
    const end = startSpan(
      request.method,
      { 'http.request.method': request.method },
      { root: true, traceparent: request.cause },
    );
    try {
      this.#acquire(exchange);
      const answer = await exchange.answer;
      end?.({ attributes: { 'http.response.status_code': answer.status } });
      return answer;
    } catch (error) {
      end?.({ error: error instanceof OutboundError ? error.kind : 'error' });
      throw error;
    } finally {
      this.#running.delete(exchange);
      if (exchange.bytesSent > 0) this.#note(request, url, exchange);
    }
  }

  /**
   * Caches checked URLs: parsing and checking takes longer than all other steps, and callers repeat the same URLs.
   * @throws OutboundError
   */
  #target(request: OutboundRequest): URL {
    const text = request.url;
    const known = this.#targets.get(text);
    if (known) return known;
    const { url, unlisted } = checkTarget(text, this.rules);
    if (unlisted) this.#note(request, unlisted);
    if (!url) throw new OutboundError('refused_address', unlisted && NOT_LISTED);
    if (this.#targets.size >= MAX_TARGETS) this.#targets.clear();
    this.#targets.set(text, url);
    return url;
  }

  /** @param sent undefined for a refused request */
  #note({ orgId }: OutboundRequest, { host }: URL, sent?: Exchange): void {
    this.#onEnd?.({
      host,
      orgId,
      isRefused: sent === undefined,
      bytesSent: sent?.bytesSent ?? 0,
      bytesReceived: sent?.bytesReceived ?? 0,
    });
  }

  /** The numbers of idle connections, and of the origins (or certificates for one) that they belong to. */
  get idle(): { connections: number; origins: number } {
    return { connections: this.#idleCount, origins: this.#idle.size };
  }

  /** Ends running requests as `cancelled` and closes all connections; later requests are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const exchange of this.#running) exchange.fail(new OutboundError('cancelled'));
    const closing = [...this.#idle.values()].flat().map(({ socket }) => {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.destroy();
      return closed;
    });
    await Promise.all(closing);
  }

  readonly #connections = {
    acquire: (exchange: Exchange): void => this.#acquire(exchange),
    release: (connection: Connection): void => this.#release(connection),
  };

  #acquire(exchange: Exchange): void {
    for (;;) {
      const connection = this.#idle.get(exchange.pool)?.at(-1);
      if (!connection) break;
      this.#forget(connection);
      if (connection.usable) return exchange.use(connection, true);
    }
    void this.#open(exchange);
  }

  async #open(exchange: Exchange): Promise<void> {
    const { url, endsMs } = exchange;
    const signal = exchange.waitForOpening();
    try {
      const socket = await openSocket({
        url,
        endsMs,
        rules: this.rules,
        resolve: this.#resolve,
        signal,
        secureContext: exchange.clientCertificate?.context,
      });
      // undici handles idle connections only from the first request on.
      if (signal.aborted) return void socket.destroy();
      const connection = new Connection(url.origin, socket, exchange.pool);
      socket.once('close', () => this.#forget(connection));
      exchange.use(connection, false);
    } catch (error) {
      exchange.fail(error as Error);
    }
  }

  #release(connection: Connection): void {
    if (this.#closed || connection.aged || this.#idleCount >= MAX_IDLE) connection.socket.destroy();
    if (!connection.usable) return;
    const { pool } = connection;
    const idle = this.#idle.get(pool);
    if (idle) idle.push(connection);
    else this.#idle.set(pool, [connection]);
    this.#idleCount++;
  }

  /** Removes a connection from the idle ones, if it is among them. */
  #forget(connection: Connection): void {
    const idle = this.#idle.get(connection.pool);
    const index = idle?.lastIndexOf(connection) ?? -1;
    if (!idle || index === -1) return;
    idle.splice(index, 1);
    this.#idleCount--;
    if (idle.length === 0) this.#idle.delete(connection.pool);
  }
}
