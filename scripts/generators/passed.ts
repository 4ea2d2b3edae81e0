import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(import.meta.dirname, 'passed.json');

/** Hash of everything that decides the result: the document, the generators with their versions, and the programs. */
function currentHash(): string {
  const files = ['docs/openapi.json', 'scripts/generators/*.ts', 'test/generators/**/*.*'];
  const hash = createHash('sha256');
  for (const path of globSync(files, { cwd: ROOT }).toSorted())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Taken before the run, because a change during the run has not passed. */
const HASH = currentHash();

/** Returns true if linters and compilers have passed with exactly these files. */
export async function hasPassed(): Promise<boolean> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { sha256?: string }).sha256 === HASH;
}

export async function writePassed(): Promise<void> {
  await writeFile(FILE, `{ "sha256": "${HASH}" }\n`);
}
