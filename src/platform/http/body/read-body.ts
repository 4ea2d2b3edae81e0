/** Reads request bodies as they arrive, up to the route's limit. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { ApiError, callerHasGone } from '../../errors/index.ts';
import type { BodyBudget } from './body-budget.ts';
import { JsonBody } from './json-body.ts';

const LONG_BYTES = 64 * 1024;

type Payload = NodeJS.ReadableStream;

function assertWithin(limit: number, bytes: number): void {
  if (bytes > limit)
    throw new ApiError('PAYLOAD_TOO_LARGE', 'the request body is larger than the limit');
}

/**
 * Passes each piece of the body to `take`.
 * @throws ApiError PAYLOAD_TOO_LARGE, or BAD_REQUEST if the body is cut off
 */
async function receive(
  { headers, routeOptions }: FastifyRequest,
  payload: Payload,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const limit = routeOptions.bodyLimit!;
  assertWithin(limit, Number(headers['content-length'] ?? 0));
  let received = 0;
  await new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      try {
        assertWithin(limit, received);
      } catch (error) {
        payload.off('data', onData);
        return reject(error as Error);
      }
      take(chunk);
    };
    payload.on('data', onData);
    payload.once('end', resolve);
    payload.once('error', () =>
      reject(new ApiError('BAD_REQUEST', 'the request body is not complete')),
    );
  });
}

/** The Content-Length of the request, if the route accepts that length. */
function declaredBytes({ headers, routeOptions }: FastifyRequest): number {
  const bytes = Number(headers['content-length'] ?? 0);
  return bytes <= routeOptions.bodyLimit! ? bytes : 0;
}

/** The parser would misread a body in another encoding instead of rejecting it. */
function assertPlainUtf8({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  const charset =
    /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (encoding.toLowerCase() !== 'identity' || !/^utf-?8$/i.test(charset))
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'the body must be application/json in plain UTF-8',
    );
}

/**
 * Makes the server, or a scope of it, accept only JSON bodies. Parses long bodies one after the other, because parsing
 * many together would keep the garbage collector busy.
 */
export function readJsonBodies(app: FastifyInstance, mediaTypes = ['application/json']): void {
  const oneAtATime = new Semaphore(1);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(mediaTypes, async (request: FastifyRequest, payload: Payload) => {
    const body = new JsonBody(declaredBytes(request), {
      exact: request.routeOptions.config.exactNumbers === true,
    });
    await receive(request, payload, (chunk) => body.add(chunk));
    assertPlainUtf8(request);
    return body.length > LONG_BYTES ? oneAtATime.use(() => body.parse()) : body.parse();
  });
}

/** Makes the routes of a scope accept and drop any bytes of any media type. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request: FastifyRequest, payload: Payload) =>
    receive(request, payload, () => {}),
  );
  scope.addHook('onRequest', async ({ raw }) => {
    // Fastify rejects an invalid media type before it looks for a parser.
    if (raw.headers['content-type']) raw.headers['content-type'] = 'application/octet-stream';
  });
}

/** Reserves room for a body before it is read, and releases the room when the request is answered. */
export function reservation(budget: BodyBudget) {
  return async (
    { headers, principal, routeOptions }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    const declared = headers['content-length'];
    if (declared === undefined && headers['transfer-encoding'] === undefined) return;
    const limit = routeOptions.bodyLimit!;
    // A body without a declared length may become as long as the route allows.
    const bytes = Number(declared ?? limit);
    if (bytes > limit) return;
    // The close event has already fired, so no later event would release the room.
    if (reply.raw.destroyed) throw callerHasGone();
    reply.raw.once('close', budget.take(principal?.organization?.id ?? '', bytes));
  };
}
