/**
 * Returns true for an address of this service that a browser may be sent to: a path that no browser would read as
 * another host.
 */
export function isReturnPath(path: string): boolean {
  const origin = 'https://this.invalid';
  return (
    /^\/(?![/\\])[\x21-\x7e]*$/.test(path) &&
    !path.includes('\\') &&
    URL.canParse(path, origin) &&
    new URL(path, origin).origin === origin
  );
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns true for the address of a tenant's application. A person may return there by a link, but is never
 * redirected.
 */
export function isReturnUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return isSafe && username + password === '';
}
