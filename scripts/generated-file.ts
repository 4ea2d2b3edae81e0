import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a generated file; with --check on the command line only compares, and fails if it differs. */
export function writeGenerated(path: string, text: string): void {
  const file = join(import.meta.dirname, '..', path);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is stale: run "npm run generate" and look at what changed`);
    process.exitCode = 1;
  }
}
