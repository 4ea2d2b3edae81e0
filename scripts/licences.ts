/** The licences that packages may have. */

/** Accepted licences of shipped packages. They require only notices from users of the packages. */
const PERMISSIVE = new Set([
  'Apache-2.0',
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
]);
/** Licences that tools, which are not shipped, may also have. */
const TOOLS = new Set([
  ...PERMISSIVE,
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);
/** libvips is a separate library that is loaded, not linked, and can be replaced. Oriki does not change it. */
const REPLACEABLE = /^node_modules\/@img\/sharp-/;

/** Packages without the license field, whose licence files state the licence. */
const BY_FILE: Record<string, string> = {
  'node_modules/httpntlm': 'MIT',
  'node_modules/stack-trace': 'MIT',
};

/** The fields of package-lock.json that this check reads. */
export type Lock = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
};

/** Returns true if these licences satisfy an SPDX expression (of names, AND, OR and parentheses around all). */
export function satisfies(expression: string, allowed: ReadonlySet<string>): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  return bare
    .split(' OR ')
    .some((part) => part.split(' AND ').every((name) => allowed.has(name.trim())));
}

/** Returns every package whose licence is not accepted, as `path: licence`. */
export function unknownLicences({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(([path, { license = BY_FILE[path] ?? '', dev = false }]) => {
      const allowed = new Set(dev ? TOOLS : PERMISSIVE);
      if (REPLACEABLE.test(path)) allowed.add('LGPL-3.0-or-later');
      return !satisfies(license, allowed);
    })
    .map(([path, { license }]) => `${path}: ${license ?? 'no licence'}`);
}
