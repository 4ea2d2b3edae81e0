/** Cookies of browsers: the token of a session, and what a sign-in under way needs. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';

/** Hosts that are this machine, with and without a port. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

type CookieName = 'session' | 'sign-in';

/** The protection that the connection of the browser allows: TLS, or none where nobody else listens. */
function protectionOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
): 'tls' | 'loopback' | 'none' {
  const isSecure =
    publicUrl === undefined ? request.protocol === 'https' : publicUrl.startsWith('https:');
  if (isSecure) return 'tls';
  const host = publicUrl === undefined ? request.host : new URL(publicUrl).host;
  return LOOPBACK.test(host) ? 'loopback' : 'none';
}

function nameOf(name: CookieName, protection: 'tls' | 'loopback' | 'none'): string {
  return protection === 'tls' ? `__Host-oriki-${name}` : `oriki-${name}`;
}

/** A cookie's value, if the browser sent it by the name that its connection demands. */
export function cookieOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
  cookie: CookieName,
): string | undefined {
  const { cookie: header } = request.headers;
  if (header === undefined) return undefined;
  const protection = protectionOf(request, publicUrl);
  if (protection === 'none') return undefined;
  const start = `${nameOf(cookie, protection)}=`;
  let found: string | undefined;
  for (const part of header.split(';')) {
    const pair = part.trimStart();
    if (!pair.startsWith(start)) continue;
    // Two of one name mean that somebody else has set one.
    if (found !== undefined) return undefined;
    found = pair.slice(start.length);
  }
  return found?.trimEnd();
}

/** The token of a session that the request carries. */
export function sessionTokenOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined {
  return cookieOf(request, publicUrl, 'session');
}

/** @throws ApiError BAD_REQUEST where a cookie could be read on the way */
export function assertProtected(request: FastifyRequest, publicUrl: string | undefined): void {
  if (protectionOf(request, publicUrl) === 'none')
    throw new ApiError('BAD_REQUEST', 'people sign in over https only, or on this machine');
}

/**
 * Sets a cookie that scripts cannot read and other sites' requests do not carry, or with null takes it away.
 * @throws ApiError BAD_REQUEST where it could be read on the way
 */
export function setCookie(
  {
    request,
    reply,
    publicUrl,
  }: { request: FastifyRequest; reply: FastifyReply; publicUrl: string | undefined },
  cookie: CookieName,
  value: string | null,
  maxAgeSeconds = 0,
): void {
  assertProtected(request, publicUrl);
  const protection = protectionOf(request, publicUrl);
  const attributes = [
    `${nameOf(cookie, protection)}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${value === null ? 0 : maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(protection === 'tls' ? ['Secure'] : []),
  ];
  const earlier = reply.getHeader('set-cookie') ?? [];
  reply.header('set-cookie', [...[earlier].flat(), attributes.join('; ')]);
}
