import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';

/**
 * Answers 404 for an unknown path, and 405 with `Allow` for a path that exists for other methods only. Call it before
 * routes are added.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsOf.set(url, methods);
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request);
    const allowed = allowedMethods(methodsOf, path);
    if (allowed.length === 0) throw new ApiError('NOT_FOUND', noSuchRoute(methodsOf, path));
    reply.header('allow', allowed.join(', '));
    throw new ApiError('METHOD_NOT_ALLOWED', `allowed: ${allowed.join(', ')}`);
  };
  // This runs before the body is read. The not-found handler runs only after a body has been parsed. A path that a
  // route names literally is not an id of a parametric route that has the method.
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request);
    const methods = methodsOf.get(path);
    if (
      request.is404 ||
      methods?.has(request.method) === false ||
      (path.endsWith('/') && hasIdAtEnd(request))
    )
      refuse(request, reply);
    done();
  });
  app.setNotFoundHandler(refuse);
}

function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** True for a route that ends in an id, when that id is empty. An empty id is invalid. */
function hasIdAtEnd(request: FastifyRequest): boolean {
  return /:[^/]+$/.test(request.routeOptions.url ?? '');
}

function noSuchRoute(methodsOf: Map<string, Set<string>>, path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  const without = path.slice(0, end);
  return end < path.length && allowedMethods(methodsOf, without).length > 0
    ? `no such route; the route without the trailing slash is ${without}`
    : 'no such route';
}

function allowedMethods(methodsOf: Map<string, Set<string>>, path: string): string[] {
  const exact = methodsOf.get(path);
  if (exact) return [...exact].toSorted();
  const parts = path.split('/');
  const matches = [...methodsOf].filter(([pattern]) => {
    const wanted = pattern.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i]))
    );
  });
  return [...new Set(matches.flatMap(([, methods]) => [...methods]))].toSorted();
}
