/** Ensures that requests with a browser session come only from pages of this service. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';

/** A header that no form can send. Another origin needs a CORS preflight for it, which this service rejects. */
const CONSOLE_HEADER = 'x-oriki-console';

/** The origin in the caller's own request. It is returned to this caller only. */
export function originOf({ protocol, host }: FastifyRequest): string {
  return /^[\w.:[\]-]{1,255}$/.test(host) ? `${protocol}://${host}` : '';
}

/** Scheme and host under which browsers reach the service: the operator's setting, otherwise from the request. */
function publicOriginOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl === undefined ? originOf(request) : new URL(publicUrl).origin;
}

/**
 * Rejects requests that another site made a browser send. Checks `Sec-Fetch-Site`, `Origin`, and for all writes our own
 * header.
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
