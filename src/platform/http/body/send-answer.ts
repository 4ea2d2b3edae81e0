/** The way that answers of the API leave: compressed for clients that ask for it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Semaphore, TooManyWaiting } from '../../concurrency/semaphore.ts';
import type { RecordedAnswer } from '../../idempotency/idempotency.ts';
import { hasSecret } from '../boot/assert-route.ts';
import type { AnyRoute } from '../route.ts';

/** A shorter answer takes one packet as it is. */
const MIN_BYTES = 1024;
/** Faster than the usual 6, and hardly larger. */
const LEVEL = 4;
/** More than that do not wait: their answers leave as they are. */
const MAX_WAITING = 32;

const compress = promisify(gzip);
/** zlib works on threads of its own: one answer at a time takes one core at most. */
const oneAtATime = new Semaphore(1, MAX_WAITING);

/** True if the client takes gzip (RFC 9110 section 12.5.3). */
export function takesGzip(accepted: string): boolean {
  for (const part of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (coding !== 'gzip' && coding !== 'x-gzip') continue;
    return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  }
  return false;
}

/** @returns undefined while too many wait */
async function compressed(body: string): Promise<Buffer | undefined> {
  try {
    return await oneAtATime.use(() => compress(body, { level: LEVEL }));
  } catch (error) {
    if (error instanceof TooManyWaiting) return undefined;
    throw error;
  }
}

type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RecordedAnswer,
) => FastifyReply | Promise<FastifyReply>;

function send(reply: FastifyReply, status: number, content: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(content);
}

/**
 * Sends the answers of a route. Those with secrets and signed links are never compressed: the length of a compressed text says
 * something about it to whoever chooses a part of it.
 */
export function answerSender(route: AnyRoute): Send {
  const isCompressible = route.replay === undefined && !hasSecret(route.data);
  return (request, reply, { status, body }) => {
    const accepted = request.headers['accept-encoding'];
    const isAsked = isCompressible && body.length > MIN_BYTES && accepted !== undefined;
    if (!isAsked || !takesGzip(String(accepted))) return send(reply, status, body);
    return compressed(body).then((content) => {
      if (!content) return send(reply, status, body);
      // Nobody stores it, so it needs no Vary.
      reply.header('content-encoding', 'gzip');
      return send(reply, status, content);
    });
  };
}
