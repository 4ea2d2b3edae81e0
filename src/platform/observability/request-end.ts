import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The status that nginx writes for a caller that has gone before there was an answer; nobody is ever answered so. */
const CALLER_HAS_GONE = 499;

/**
 * Calls `ended` once for each request: when its answer has been sent, or when its caller has gone before the end of it.
 * Fastify's `onResponse` is for the former only, and so not for a stream that its reader leaves.
 * @param ended.status of the answer; 499 if the caller has gone before it began
 */
export function onRequestEnd(
  app: FastifyInstance,
  ended: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    // Node.js closes an answer that has been sent, too.
    raw.once('close', () =>
      ended(request, reply, raw.headersSent ? raw.statusCode : CALLER_HAS_GONE),
    );
    done();
  });
  // Without such a hook Fastify times only requests that it logs.
  app.addHook('onResponse', (_request, _reply, done) => done());
}
