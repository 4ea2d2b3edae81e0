import { extname } from 'node:path';

/**
 * Returns the module `name` next to the one at `base`, for a thread to run: TypeScript in a checkout, JavaScript
 * after a build.
 * @param base `import.meta.url`
 */
export function scriptBeside(base: string, name: string): URL {
  return new URL(`${name}${extname(base)}`, base);
}
