import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The status that nginx logs for a caller that has left before there was an answer; no answer ever has it. */
const CALLER_HAS_GONE = 499;

/**
 * Calls `ended` once for each request: when its answer has been sent, or when its caller has disconnected before the
 * end of it. Fastify's `onResponse` covers only sent answers, and no stream whose reader disconnects.
 * @param ended.status the status of the answer; 499 if the caller disconnected before it began
 */
export function onRequestEnd(
  app: FastifyInstance,
  ended: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  const told = new WeakSet<ServerResponse>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    raw.once('close', () => {
      if (!told.has(raw)) ended(request, reply, raw.headersSent ? raw.statusCode : CALLER_HAS_GONE);
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    told.add(reply.raw);
    ended(request, reply, reply.statusCode);
    done();
  });
}
