/** Cookies of browsers: the session token, the state of a sign-in in progress, and the secret of a verification. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';

/** Host names of this machine, with and without a port. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

type CookieName = 'session' | 'sign-in' | 'verification';

/** Returns the protection that the browser's connection allows: TLS, or none on the loopback interface. */
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

/** A cookie's value, if the browser sent it under the name that its connection requires. */
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
    // Two cookies with the same name mean that another site has set one of them.
    if (found !== undefined) return undefined;
    found = pair.slice(start.length);
  }
  return found?.trimEnd();
}

/** The session token in the request. */
export function sessionTokenOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined {
  return cookieOf(request, publicUrl, 'session');
}

/** @throws ApiError BAD_REQUEST where a cookie could be read in transit */
export function assertProtected(request: FastifyRequest, publicUrl: string | undefined): void {
  if (protectionOf(request, publicUrl) === 'none')
    throw new ApiError('BAD_REQUEST', 'people sign in over https only, or on this machine');
}

/**
 * Sets a cookie that scripts cannot read and that browsers do not send with cross-site requests. Null deletes the
 * cookie.
 * @throws ApiError BAD_REQUEST where the cookie could be read in transit
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
