/** A receiver of webhooks for tests: records requests, and answers as set. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { certificateFor, type Certificate, type CertificateOptions } from './certificates.ts';
import { within } from './within.ts';

export type ReceivedRequest = {
  /** The `webhook-id` header, or an empty text. */
  id: string;
  /** Without the query. */
  path: string;
  /** With its question mark, or empty. */
  query: string;
  method: string;
  headers: Record<string, string>;
  body: Buffer;
  /** `performance.now()` at the arrival of the headers. */
  at: number;
  /** The serial number of the connection, from 1. */
  connection: number;
  /** `performance.now()` when the whole answer was written, or when the connection closed. */
  endedAt?: number;
  /** The status of the answer once all of it was written. */
  answered: number | 'none';
};

type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The delay before the answer. */
  afterMs?: number;
  /** The answer waits for this. */
  until?: Promise<unknown>;
};

export type Behaviour =
  | Answer
  /** An answer with this `Location`; status 302 by default. */
  | { redirect: string; status?: number }
  /** Reads the request and never answers. */
  | 'hang'
  /** Sends the headers of an answer 200, and then nothing. */
  | 'headers-only-then-hang'
  /** Reads the request and resets the connection. */
  | 'reset'
  /** Reads the request and closes the connection without an answer. */
  | 'close'
  /** Answers 200 with an endless body, as fast as it is read. */
  | 'endless'
  /** Answers 200 with an endless body, one byte every 50 ms. */
  | 'drip'
  /** Answers with data that is not HTTP, and closes. */
  | 'garbage';

/** `n` is the number of requests with this webhook id on this path, including this one. */
export type Choice = (request: ReceivedRequest, n: number) => Behaviour;

export type ReceiverOptions = {
  /** https; `true` for a certificate of the test CA for localhost and 127.0.0.1. */
  tls?: true | CertificateOptions | Certificate;
  /** With `tls`: requires a client certificate of this authority. */
  clientCa?: string;
  /** The port to listen on again; a free one by default. */
  port?: number;
};

type WaitOptions = { path?: string; withinMs?: number };

export type Receiver = {
  port: number;
  url: (path?: string, host?: string) => string;
  /** The requests that were received whole, in the order of arrival. */
  requests: ReceivedRequest[];
  /** Requests whose connection closed before their body was complete. */
  partial: ReceivedRequest[];
  /** The number of accepted connections, including those with a failed TLS handshake. */
  readonly connections: number;
  /** Sets the behaviour of requests on `path`; '*' is for every path without its own. */
  behave: (path: string, behaviour: Behaviour | Choice) => void;
  /**
   * Resolves with the requests (of `path`, if given) once there are `wanted` or the predicate returns true. Checks
   * after each arrival and each end of a request. Rejects after `withinMs`.
   */
  waitFor: (
    wanted: number | ((requests: readonly ReceivedRequest[]) => boolean),
    options?: WaitOptions,
  ) => Promise<ReceivedRequest[]>;
  /** Returns the highest number of concurrent requests, on `path` or on all. */
  concurrent: (path?: string) => number;
  /** Returns pairs of concurrent requests with the same path and webhook id. */
  overlaps: () => [ReceivedRequest, ReceivedRequest][];
  /** Returns the parsed body if both verifiers accept the request; throws otherwise. */
  verify: typeof verify;
  /** Destroys every connection and frees the port. */
  stop: () => Promise<void>;
};

/** Returns the body of a request that the verifiers of Standard Webhooks and of Svix both accept. */
// eslint-disable-next-line typescript/no-explicit-any
function verify(request: ReceivedRequest, secret: string): any {
  new SvixWebhook(secret).verify(request.body, request.headers);
  return new StandardWebhook(secret).verify(request.body, request.headers);
}

/** The counts of one path, or of all paths. */
type Tally = {
  requests: ReceivedRequest[];
  timesById: Map<string, number>;
  open: number;
  concurrent: number;
};

type Waiter = { look: () => void; reject: (error: Error) => void };

function newTally(): Tally {
  return {
    requests: [],
    timesById: new Map(),
    open: 0,
    concurrent: 0,
  };
}

const NO_CONTENT: Behaviour = { status: 204 };
const FILLER = Buffer.alloc(65_536, 'x');
/** The time for which waiting callers let arrivals accumulate. */
const LOOK_MS = 5;
const DRIP_MS = 50;

const NO_LIMITS: ServerOptions = {
  keepAlive: true,
  // The client decides how long a connection stays open.
  keepAliveTimeout: 0,
  headersTimeout: 0,
  requestTimeout: 0,
};

/** Writes an endless answer; ends with the connection. */
function answerEndlessly(response: ServerResponse): void {
  const pump = (): void => {
    // A turn between two chunks lets other work run, however fast the client reads.
    if (response.write(FILLER)) setImmediate(pump);
    else response.once('drain', () => setImmediate(pump));
  };
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  pump();
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.write('x');
  const timer = setInterval(() => response.write('x'), DRIP_MS);
  response.once('close', () => clearInterval(timer));
}

function plainHeaders(incoming: IncomingMessage): Record<string, string> {
  const { headers } = incoming;
  const cookies = headers['set-cookie'];
  if (cookies === undefined) return headers as Record<string, string>;
  return { ...headers, 'set-cookie': cookies.join(', ') } as Record<string, string>;
}

async function credentials(tls: NonNullable<ReceiverOptions['tls']>): Promise<Certificate> {
  if (tls === true) return certificateFor();
  return 'cert' in tls ? tls : certificateFor(tls);
}

/** Starts a receiver on 127.0.0.1 that answers 204 by default. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const all = newTally();
  const byPath = new Map<string, Tally>();
  const partial: ReceivedRequest[] = [];
  const behaviours = new Map<string, Behaviour | Choice>();
  const sockets = new Set<Socket>();
  /** Keyed by the client's port, which an encrypted socket and the one below it share. */
  const serials = new Map<number, { serial: number; socket: Socket }>();
  const waiters = new Set<Waiter>();
  let connections = 0;
  let lookTimer: NodeJS.Timeout | undefined;

  const tallyOf = (path: string): Tally => {
    let tally = byPath.get(path);
    if (tally === undefined) byPath.set(path, (tally = newTally()));
    return tally;
  };

  const look = (): void => {
    lookTimer = undefined;
    for (const waiter of waiters) waiter.look();
  };
  const changed = (): void => {
    if (waiters.size > 0) lookTimer ??= setTimeout(look, LOOK_MS);
  };

  const opened = (tally: Tally): void => {
    tally.open += 1;
    if (tally.open > tally.concurrent) tally.concurrent = tally.open;
  };

  const ended = (request: ReceivedRequest, tally: Tally): void => {
    if (request.endedAt !== undefined) return;
    request.endedAt = performance.now();
    tally.open -= 1;
    all.open -= 1;
    changed();
  };

  const act = (
    behaviour: Behaviour,
    request: ReceivedRequest,
    tally: Tally,
    response: ServerResponse,
  ): void => {
    if (typeof behaviour === 'object') {
      const redirect = 'redirect' in behaviour;
      const answer: Answer = redirect
        ? { status: behaviour.status ?? 302, headers: { location: behaviour.redirect } }
        : behaviour;
      const send = (): void => {
        if (request.endedAt !== undefined) return;
        response.writeHead(answer.status, answer.headers);
        // The record comes before the bytes are sent, so that anything the sender does next comes later.
        request.answered = answer.status;
        ended(request, tally);
        response.end(answer.body);
      };
      if (answer.until) return void answer.until.then(send);
      if (answer.afterMs === undefined) return send();
      const timer = setTimeout(send, answer.afterMs);
      response.once('close', () => clearTimeout(timer));
      return;
    }
    const { socket } = response;
    if (socket === null) return;
    if (behaviour === 'reset')
      // Only the socket below the encryption can be reset.
      (serials.get(socket.remotePort ?? 0)?.socket ?? socket).resetAndDestroy();
    else if (behaviour === 'close') socket.destroySoon();
    else if (behaviour === 'garbage') {
      socket.write('\u0000 220 this is not HTTP\r\n\r\n');
      socket.destroySoon();
    } else if (behaviour === 'endless') answerEndlessly(response);
    else if (behaviour === 'drip') drip(response);
    else if (behaviour === 'headers-only-then-hang') {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.flushHeaders();
    }
  };

  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    const at = performance.now();
    const target = incoming.url ?? '/';
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    const headers = plainHeaders(incoming);
    const request: ReceivedRequest = {
      id: headers['webhook-id'] ?? '',
      path,
      query: mark === -1 ? '' : target.slice(mark),
      method: incoming.method ?? '',
      headers,
      body: FILLER.subarray(0, 0),
      at,
      connection: serials.get(incoming.socket.remotePort ?? 0)?.serial ?? 0,
      answered: 'none',
    };
    const tally = tallyOf(path);
    opened(tally);
    opened(all);
    const chunks: Buffer[] = [];
    const readBody = (): void => {
      request.body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    };
    let whole = false;
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
    incoming.on('error', () => {});
    incoming.on('end', () => {
      whole = true;
      readBody();
      const n = (tally.timesById.get(request.id) ?? 0) + 1;
      tally.timesById.set(request.id, n);
      tally.requests.push(request);
      all.requests.push(request);
      const chosen = behaviours.get(path) ?? behaviours.get('*') ?? NO_CONTENT;
      act(typeof chosen === 'function' ? chosen(request, n) : chosen, request, tally, response);
      changed();
    });
    response.on('close', () => {
      if (!whole) {
        readBody();
        partial.push(request);
      }
      ended(request, tally);
    });
  };

  const server =
    options.tls === undefined
      ? createServer(NO_LIMITS, listener)
      : createTlsServer(
          {
            ...NO_LIMITS,
            ...(await credentials(options.tls)),
            ...(options.clientCa !== undefined && { requestCert: true, ca: options.clientCa }),
          },
          listener,
        );
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    const port = socket.remotePort ?? 0;
    const entry = { serial: connections, socket };
    serials.set(port, entry);
    socket.on('close', () => {
      sockets.delete(socket);
      if (serials.get(port) === entry) serials.delete(port);
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = (host: string): string =>
    `${options.tls === undefined ? 'http' : 'https'}://${host}:${port}`;

  return {
    port,
    url: (path = '/', host = '127.0.0.1') => origin(host) + path,
    requests: all.requests,
    partial,
    get connections() {
      return connections;
    },
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    waitFor(wanted, { path, withinMs = within(30_000) } = {}) {
      const { requests } = path === undefined ? all : tallyOf(path);
      const met = (): boolean =>
        typeof wanted === 'number' ? requests.length >= wanted : wanted(requests);
      return new Promise((resolve, reject) => {
        const settle = (how: () => void): void => {
          clearTimeout(timer);
          waiters.delete(waiter);
          how();
        };
        const waiter: Waiter = {
          look() {
            try {
              if (met()) settle(() => resolve([...requests]));
            } catch (error) {
              settle(() => reject(error));
            }
          },
          reject: (error) => settle(() => reject(error)),
        };
        const timer = setTimeout(() => {
          waiter.look();
          const what = typeof wanted === 'number' ? `${wanted} requests` : wanted.toString();
          const where = path === undefined ? '' : ` on ${path}`;
          waiter.reject(
            new Error(`not within ${withinMs} ms${where}: ${what}; ${requests.length} came`),
          );
        }, withinMs);
        waiters.add(waiter);
        waiter.look();
      });
    },
    concurrent: (path) => (path === undefined ? all : tallyOf(path)).concurrent,
    overlaps() {
      const pairs: [ReceivedRequest, ReceivedRequest][] = [];
      const identified = [...all.requests, ...partial].filter(({ id }) => id !== '');
      const groups = Map.groupBy(identified, ({ id, path }) => `${id} ${path}`);
      for (const group of groups.values()) {
        group.sort((a, b) => a.at - b.at);
        for (const [index, first] of group.entries())
          for (const second of group.slice(index + 1))
            if (first.endedAt === undefined || second.at < first.endedAt)
              pairs.push([first, second]);
      }
      return pairs;
    },
    verify,
    async stop() {
      clearTimeout(lookTimer);
      for (const waiter of waiters) waiter.reject(new Error('the receiver was stopped'));
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

let unreachable: Promise<number> | undefined;

/**
 * Returns a URL whose port refuses connections. The port is the local end of an open connection of this process, so
 * that no other program can listen on it.
 */
export async function unreachableUrl(path = '/'): Promise<string> {
  unreachable ??= (async () => {
    const server = createTcpServer((socket) => void socket.unref());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(client, 'connect');
    server.unref();
    client.unref();
    return client.localPort ?? 0;
  })();
  return `http://127.0.0.1:${await unreachable}${path}`;
}
