/**
 * The path of `ORIKI_PUBLIC_URL`. A proxy that serves Oriki below this path removes it; URLs that browsers load include
 * it.
 */

/** The path without a slash at its end; empty for none. */
export function prefixOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** Adds the prefix to all of the page's own addresses that begin with a slash. */
export function underPrefix(html: string, prefix: string): string {
  return prefix === ''
    ? html
    : html.replaceAll(/\b(href|src)="\/(?!\/)/g, (_, name: string) => `${name}="${prefix}/`);
}
