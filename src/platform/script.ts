import { extname } from 'node:path';

/**
 * The module `name` beside the one at `base`, for a thread to run: TypeScript in a checkout, JavaScript where it was
 * built.
 * @param base `import.meta.url`
 */
export function scriptBeside(base: string, name: string): URL {
  return new URL(`${name}${extname(base)}`, base);
}
