/**
 * Returns the path of `ORIKI_PUBLIC_URL` without a slash at its end; empty for none. A proxy that serves Oriki below
 * this path removes it, and URLs for browsers include it.
 */
export function prefixOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** Adds the prefix to all of the page's own addresses that begin with a slash. */
export function underPrefix(html: string, prefix: string): string {
  return prefix === ''
    ? html
    : html.replaceAll(/\b(href|src)="\/(?!\/)/g, (_, name: string) => `${name}="${prefix}/`);
}

/** A heading in the outline of a page. */
export type Heading = { depth: number; text: string; id: string };

/** Escapes a text for HTML, also for quoted attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Headers of pages for signed-in people: they load nothing from other servers, cannot be framed, run no injected
 * script, and are not cached.
 */
export const PRIVATE_PAGE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** The page that opens links. A link's secret is in the fragment, so it reaches no server and no log. */
export const LINK_PAGE = '/console/session/link';

/** The URL that signs a browser in with a code. */
export function codeUrl(origin: string, code: string): string {
  return `${origin}${LINK_PAGE}#code=${code}`;
}

/** The URL that accepts an invitation. */
export function invitationUrl(origin: string, token: string): string {
  return `${origin}${LINK_PAGE}#invitation=${token}`;
}
