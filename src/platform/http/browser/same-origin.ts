/** Requests that a browser sends with a session come from pages of this service alone. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';

/** A header that no form can send, and no other origin without asking first, which nobody allows. */
const CONSOLE_HEADER = 'x-oriki-console';

/** The origin that the caller's own request names, which only the caller gets back. */
export function originOf({ protocol, host }: FastifyRequest): string {
  return /^[\w.:[\]-]{1,255}$/.test(host) ? `${protocol}://${host}` : '';
}

/** Scheme and host under which browsers reach the service: what the operator says, or else the request. */
function publicOriginOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl === undefined ? originOf(request) : new URL(publicUrl).origin;
}

/**
 * Refuses what another site has made a browser send: by `Sec-Fetch-Site` and `Origin`, and by a header of our own on
 * everything but reads.
 * @throws ApiError FORBIDDEN
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const refuse = (why: string): never => {
    throw new ApiError('FORBIDDEN', `a request with a session ${why}`);
  };
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && !(isRead && site === 'none'))
    refuse('must come from a page of this service');
  const { origin } = headers;
  if (origin !== undefined && origin !== publicOriginOf(request, publicUrl))
    refuse('must come from a page of this service');
  if (isRead) return;
  if (site === undefined && origin === undefined) refuse('needs the header Origin');
  if (headers[CONSOLE_HEADER] !== '1') refuse(`needs the header ${CONSOLE_HEADER}: 1`);
}
