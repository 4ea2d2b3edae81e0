import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../src/start/api-document.ts';
import { MODULES } from '../src/modules/index.ts';

/**
 * Writes docs/openapi.json, the committed description of the API, so that reviews show each change of a route. With
 * --check only compares.
 */
const OUT_FILE = join(import.meta.dirname, '../docs/openapi.json');

const current = `${JSON.stringify(openApiDocument(MODULES, ''), null, 2)}\n`;

function committed(): string {
  try {
    return readFileSync(OUT_FILE, 'utf8');
  } catch {
    return '';
  }
}

if (!process.argv.includes('--check')) writeFileSync(OUT_FILE, current);
else if (committed() !== current) {
  console.error('docs/openapi.json is stale: run "npm run generate" and look at what changed');
  process.exitCode = 1;
}
