/** Sends answers of the API, compressed for clients that accept it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordedAnswer } from '../../idempotency/idempotency.ts';
import type { AnyRoute } from '../route.ts';
import { compressed, compressionOf } from './gzip.ts';

/** A shorter answer fits into one packet uncompressed. */
const MIN_BYTES = 1024;

type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RecordedAnswer,
) => FastifyReply | Promise<FastifyReply>;

function send(reply: FastifyReply, status: number, content: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(content);
}

/** Sends the answers of a route. */
export function answerSender(route: AnyRoute): Send {
  const isCompressed = compressionOf(route);
  return (request, reply, { status, body }) => {
    if (body.length <= MIN_BYTES || !isCompressed(request)) return send(reply, status, body);
    return compressed(body).then((content) => {
      if (!content) return send(reply, status, body);
      // No cache stores the answer, so it needs no Vary.
      reply.header('content-encoding', 'gzip');
      return send(reply, status, content);
    });
  };
}
