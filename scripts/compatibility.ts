import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breaks } from './compatibility/breaks.ts';

/**
 * Compares docs/openapi.json with the baseline document, and fails if a change would break generated clients. Only a
 * release replaces the baseline; docs/compatibility.md lists the promises.
 */
const BASELINE = 'test/contract/fixtures/openapi-baseline.json';

function read(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8'));
}

const problems = breaks(read(BASELINE), read('docs/openapi.json'));
for (const problem of problems)
  console.error(`docs/openapi.json breaks generated clients: ${problem}`);
if (problems.length > 0) {
  console.error(`It is compared with ${BASELINE}; docs/compatibility.md says what may change.`);
  process.exitCode = 1;
}
