import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Refusals } from '../auth/refusals.ts';
import { tookTooLong } from '../concurrency/deadline.ts';
import { KmsError } from '../crypto/kms/remote-kms.ts';
import { isUnavailable } from '../db/failures.ts';
import { ApiError } from '../errors/index.ts';
import { newRequestId } from '../ids.ts';
import type { Logger } from '../observability/logger.ts';
import { clientReader, type ClientAddress, type SilentProxies } from './address/client-address.ts';
import { inTurn, refuseRest, STALLED_MS, startLine } from './in-turn.ts';
import { readJsonBodies } from './body/read-body.ts';
import { noteRefusal } from '../auth/note-refusal.ts';
import { refuseUnknownRoutes } from './boot/unknown-routes.ts';

export type ServerOptions = {
  log: Logger;
  trustedProxies: string[];
  clientAddressHeader: string;
  silentProxies?: SilentProxies;
  bodyLimitBytes: number;
};

/* oxlint-disable typescript/consistent-type-definitions -- declaration merging needs interfaces */
declare module 'fastify' {
  interface FastifyRequest {
    /** The client address. It is stored, because a closed connection has no address. */
    client: ClientAddress;
  }
}
/* oxlint-enable typescript/consistent-type-definitions */

/** A request id from the caller is kept if it has this form (decisions, section 1). */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** The period at which Node looks for connections that exceed the header and request time-outs. */
const TIMEOUT_CHECK_MS = 500;
/** The maximum number of bytes of request line and headers together; Node's default. */
const MAX_HEADER_BYTES = 16 * 1024;
/** The maximum length of a path parameter. Every id is shorter, so a wrong id is never an unknown route. */
const MAX_PARAM_LENGTH = 16_384;
const RETRY_AFTER_SECONDS = 1;
/** RFC 9110 section 11.6.1 requires a challenge with 401; no scheme is registered for `x-api-key`. */
const CHALLENGE = 'Bearer realm="oriki"';
/** Answers contain personal data, secrets or momentary state. Cacheable answers set their own header. */
const NO_STORE = 'no-store';

/** Translates errors that Fastify raises before a handler runs. */
function fromFastify(error: FastifyError): ApiError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'the body must be application/json');
    case 'FST_ERR_BAD_URL':
      return new ApiError('BAD_REQUEST', 'path: has an invalid percent-encoding', {
        details: [{ path: 'path', message: 'has an invalid percent-encoding' }],
      });
    default:
      return (error.statusCode ?? 500) < 500
        ? new ApiError('BAD_REQUEST', 'the request is malformed')
        : undefined;
  }
}

/** Returns true if a failed duplicate check would reject the request with IDEMPOTENCY_UNAVAILABLE. */
function carriesIdempotencyKey(request: FastifyRequest): boolean {
  const { headers } = request;
  return (
    request.method !== 'GET' &&
    request.method !== 'HEAD' &&
    (headers['idempotency-key'] !== undefined || headers['x-idempotency-key'] !== undefined)
  );
}

/** Translates every thrown value into an error that a caller may see. No other code does this. */
function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error) && request.deadline?.hasPassed) return tookTooLong(error);
  if (isUnavailable(error))
    return carriesIdempotencyKey(request)
      ? new ApiError(
          'IDEMPOTENCY_UNAVAILABLE',
          'the duplicate check is unavailable; retry with the same key',
          { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
        )
      : new ApiError('SERVICE_UNAVAILABLE', 'the database is unavailable; retry', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
          cause: error,
        });
  if (error instanceof KmsError)
    return new ApiError('SERVICE_UNAVAILABLE', 'encryption is unavailable; retry', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  const known =
    error instanceof Error && 'statusCode' in error
      ? fromFastify(error as FastifyError)
      : undefined;
  return known ?? new ApiError('INTERNAL_ERROR', 'an unexpected error occurred', { cause: error });
}

/** The error as the caller may see it. Logs it and sets its headers. */
export function faultOf(error: unknown, request: FastifyRequest, reply: FastifyReply): ApiError {
  const apiError = toApiError(error, request);
  // A refusal that requests a later attempt (key in progress, draining) is not a failure; the request's own log line
  // reports it.
  if (apiError.status === 500 || apiError.cause !== undefined)
    request.log[apiError.status === 500 ? 'error' : 'warn'](
      { requestId: request.id, code: apiError.code, err: apiError.cause ?? apiError },
      'request failed',
    );
  if (apiError.status === 401) reply.header('www-authenticate', CHALLENGE);
  if (apiError.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(apiError.retryAfterSeconds));
  return apiError;
}

/** Writes all API error bodies of requests that Fastify has parsed. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = faultOf(error, request, reply);
  noteRefusal(request, apiError);
  reply
    .code(apiError.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(apiError.toBody()));
}

/** Answers requests that Node rejects (bytes other than HTTP, time-outs, oversize headers), in the envelope. */
function onClientError(log: Logger, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  const apiError =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new ApiError('REQUEST_TIMEOUT', 'the request was not received in time')
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? new ApiError('HEADERS_TOO_LARGE', 'the request line and headers together exceed 16 KiB')
        : new ApiError('BAD_REQUEST', 'the request is not valid HTTP');
  refuseRest(socket, () => {
    const body = JSON.stringify(apiError.toBody());
    const requestId = newRequestId();
    // A request that Node.js cannot parse has no request object, so this writes its log line.
    log.info({ requestId, operation: 'none', status: apiError.status, durationMs: 0 }, 'request');
    return (
      `HTTP/1.1 ${apiError.status} ${apiError.code}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nx-request-id: ${requestId}\r\nconnection: close\r\n\r\n${body}`
    );
  });
}

export type HttpServer = {
  app: FastifyInstance;
  /** Makes the listener answer with the app's routes instead of "starting". Call it after `app.ready()`. */
  serve: () => void;
};

/** Creates Fastify with this service's limits, body parser and error envelope on a listener, without routes. */
export function createHttpServer(options: ServerOptions, listener: Server): HttpServer {
  let serve = (): void => {};
  // No child logger per request: the single log line of a request contains its id. Fastify checks the methods of each
  // logger from another factory.
  const log = Object.assign(Object.create(options.log) as Logger, { child: () => log });
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    requestIdHeader: false,
    genReqId: (request) => {
      const own = request.headers['x-request-id'];
      return typeof own === 'string' && REQUEST_ID.test(own) ? own : newRequestId();
    },
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'cache-control': NO_STORE });
      sendError(error, request, reply);
      // No hook runs for these requests, so this writes the request's log line.
      const status = reply.statusCode;
      request.log.info(
        { requestId: request.id, operation: 'none', status, durationMs: 0 },
        'request',
      );
    },
    clientErrorHandler: ((error: NodeJS.ErrnoException, socket: Socket) =>
      onClientError(options.log, error, socket)) as never,
    serverFactory: (handler) => {
      serve = () => {
        listener.removeAllListeners('request');
        listener.on('request', inTurn(handler as never));
      };
      return listener;
    },
  }) as unknown as FastifyInstance;
  readJsonBodies(app);
  const readClient = clientReader({
    trustedProxies: options.trustedProxies,
    header: options.clientAddressHeader,
    log: options.log,
    silent: options.silentProxies,
  });
  app.decorate('refusals', new Refusals());
  app.decorateRequest('client', null as never);
  app.addHook('onRequest', (request, reply, done) => {
    request.client = readClient(request);
    reply.headers({ 'x-request-id': request.id, 'cache-control': NO_STORE });
    const hostless = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
    // The request is malformed, so later data on the connection is not executed.
    if (hostless) reply.header('connection', 'close');
    done(hostless ? new ApiError('BAD_REQUEST', 'the Host header is missing') : undefined);
  });
  // After a stop begins, Fastify asks new callers to disconnect. Requests in progress get the same header, because the
  // connection closes after their answer.
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.setErrorHandler(sendError);
  refuseUnknownRoutes(app);
  return { app, serve: () => serve() };
}

function answerStarting(response: ServerResponse, live: boolean): void {
  const error = new ApiError('SERVICE_UNAVAILABLE', 'the service is starting');
  response.writeHead(live ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': newRequestId(),
    'cache-control': NO_STORE,
    ...(live ? {} : { 'retry-after': '1' }),
  });
  response.end(
    JSON.stringify(live ? { success: true, data: { status: 'starting' } } : error.toBody()),
  );
}

export type ListenerOptions = {
  host: string;
  port: number;
  requestTimeoutMs: number;
  headersTimeoutMs: number;
  stalledMs?: number;
};

/**
 * Binds the port before any slow work. A port in use is then reported immediately, and probes get an answer (alive, not
 * ready) while the database starts and migrates.
 * @throws the listen error (EADDRINUSE, EACCES, EADDRNOTAVAIL)
 */
export async function openListener(options: ListenerOptions): Promise<Server> {
  const server = createListener(options);
  await listen(server, options);
  return server;
}

/** Creates a server that does not listen yet and answers that it is starting. */
export function createListener(options: ListenerOptions): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: options.requestTimeoutMs,
    headersTimeout: Math.min(options.headersTimeoutMs, options.requestTimeoutMs),
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // The service itself rejects such requests, in the envelope.
    requireHostHeader: false,
    // Longer than the usual 60 s of load balancers, so that the balancer closes idle connections, not this server.
    keepAliveTimeout: 72_000,
  });
  server.on('connection', (socket) => startLine(socket, options.stalledMs ?? STALLED_MS));
  server.on(
    'request',
    inTurn((request, response) => answerStarting(response, request.url === '/livez')),
  );
  // RFC 9110 section 10.1.1 lets a server ignore expectations; Node's own 417 has no envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** @throws the listen error */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
