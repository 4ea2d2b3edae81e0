import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breaks } from './compatibility/breaks.ts';

/**
 * Compares docs/openapi.json with the document that generated clients rely on, and fails where a change would break them.
 * Only a release replaces the fixture; docs/compatibility.md lists what stays.
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
