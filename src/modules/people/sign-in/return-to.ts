/** An address of this service that a browser is sent to: a path, and nothing that a browser takes for another host. */
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

/** An address of somebody's application, to which a person may go back by a link; nobody is sent there. */
export function isReturnUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return isSafe && username + password === '';
}
