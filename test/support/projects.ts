import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
/** Marks values that the run provides: the URL of the test server, its service role, its folders. */
const USES_RUN = /\binject\(/;

/** Follows imports among test files and their support code, which the product never imports. */
function usesDatabase(file: string, known: Map<string, boolean>): boolean {
  const found = known.get(file);
  if (found !== undefined) return found;
  // Ends cycles: the other imports decide for the files of a cycle.
  known.set(file, false);
  const text = readFileSync(file, 'utf8');
  const uses =
    USES_RUN.test(text) ||
    [...text.matchAll(IMPORT)]
      .map(([, path]) => resolve(dirname(file), path!))
      .filter((path) => path.includes('/test/') || path.endsWith('test.ts'))
      .some((path) => existsSync(path) && usesDatabase(path, known));
  known.set(file, uses);
  return uses;
}

/**
 * Returns the test files that need no database: no import leads to the code that clones one.
 * @returns paths from the project's root
 */
export function unitTests(): string[] {
  const known = new Map<string, boolean>();
  return ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
        .filter((path) => path.endsWith('.test.ts'))
        .map((path) => `${folder}/${path}`),
    )
    .filter((path) => !usesDatabase(join(ROOT, path), known));
}
