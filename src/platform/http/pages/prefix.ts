/** The path of `ORIKI_PUBLIC_URL`: a proxy that serves Oriki below it takes it away, and what browsers load has it. */

/** The path, without a slash at its end; empty for none. */
export function prefixOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** The page with the path before all its own addresses that begin with a slash. */
export function underPrefix(html: string, prefix: string): string {
  return prefix === ''
    ? html
    : html.replaceAll(/\b(href|src)="\/(?!\/)/g, (_, name: string) => `${name}="${prefix}/`);
}
