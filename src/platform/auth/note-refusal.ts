import type { FastifyRequest } from 'fastify';
import type { Refusals } from './refusals.ts';
import { clock } from '../clock.ts';
import type { ApiError } from '../errors/index.ts';

/* oxlint-disable typescript/consistent-type-definitions -- declaration merging needs interfaces */
declare module 'fastify' {
  interface FastifyInstance {
    refusals: Refusals;
  }
}
/* oxlint-enable typescript/consistent-type-definitions */

type Refused = Pick<ApiError, 'status' | 'code'>;

/** Returns the refusal in a recorded answer. */
export function refusedWith({ status, body }: { status: number; body: string }): Refused {
  const { error } = JSON.parse(body) as { error: Pick<Refused, 'code'> };
  return { status, code: error.code };
}

/** Stores the refusal of a known key. A failure of the service is not a refusal. */
export function noteRefusal(request: FastifyRequest, { status, code }: Refused): void {
  const { principal } = request;
  if (principal?.kind !== 'key' || status >= 500) return;
  request.server.refusals.note(principal.id, {
    at: clock.now().toISOString(),
    method: request.method,
    path: request.routeOptions.url ?? '',
    status,
    code,
    requestId: request.id,
  });
}
