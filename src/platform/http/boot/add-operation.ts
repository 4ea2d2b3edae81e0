import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { announcement } from './announcement.ts';
import { admission } from '../admission.ts';
import { reservation } from '../body/read-body.ts';
import type { PolicyServices } from '../register.ts';
import type { AnyRoute } from '../route.ts';

type Operation = Pick<AnyRoute, 'operationId' | 'policy' | 'deprecated' | 'exactNumbers'> & {
  method: AnyRoute['method'] | 'PUT';
};

/**
 * Puts an operation on a server. The policy admits its caller before a byte of the body is read.
 * @param how.reads true if the body takes room of the budget
 */
export function addOperation(
  scope: FastifyInstance,
  services: PolicyServices,
  route: Operation,
  how: { url: string; bodyLimit: number; reads: boolean; exposeHeadRoute: boolean },
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { url, bodyLimit, reads, exposeHeadRoute } = how;
  scope.route({
    method: route.method,
    url,
    config: {
      operationId: route.operationId,
      ...(route.exactNumbers && { exactNumbers: true }),
    },
    exposeHeadRoute,
    bodyLimit,
    onRequest: [...announcement(route), admission(route, services)],
    ...(reads && { preParsing: reservation(services.bodyBudget) }),
    handler: (request, reply) =>
      request.passage ? request.passage(() => handle(request, reply)) : handle(request, reply),
  });
}
