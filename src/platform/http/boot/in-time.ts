/** The time limits of requests for their statements. */
import type { FastifyRequest } from 'fastify';
import { Deadline, underDeadline } from '../../concurrency/deadline.ts';
import type { AnyRoute } from '../route.ts';

/** The limit of routes that read or write many rows. The files for load balancers have the same limit. */
const LONG_MS = 15 * 60_000;

/* oxlint-disable typescript/consistent-type-definitions -- declaration merging needs interfaces */
declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the handler has begun, unless the route is a stream. */
    deadline: Deadline | null;
  }
}
/* oxlint-enable typescript/consistent-type-definitions */

/** Returns true for downloads, uploads, imports and batches. Images for a chain of providers are small. */
function isLong(route: AnyRoute): boolean {
  if ('document' in route || 'handleFile' in route || route.heavy !== undefined) return true;
  return route.bodyLimitFactor !== undefined && !('prepareTimeoutMs' in route);
}

/** Returns the time limit of a route's statements, in milliseconds; undefined for a stream. */
export function limitOf(route: AnyRoute, deadlineMs: number): number | undefined {
  if ('stream' in route) return undefined;
  return isLong(route) ? Math.max(LONG_MS, deadlineMs) : deadlineMs;
}

/** Runs a request's handler under its time limit. */
export function inTime<T>(
  request: FastifyRequest,
  limitMs: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (limitMs === undefined) return work();
  request.deadline = new Deadline(limitMs);
  return underDeadline(request.deadline, work);
}
