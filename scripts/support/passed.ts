import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * A record that a check has passed with exactly these files. The hash is calculated at the start: a file that changes
 * during the check has not passed.
 * @param file the record, which is committed
 */
export function passedRecord(patterns: readonly string[], file: string) {
  const hash = createHash('sha256');
  for (const path of globSync(patterns, { cwd: ROOT }).toSorted())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  const sha256 = hash.digest('hex');
  return {
    async hasPassed(): Promise<boolean> {
      const text = await readFile(file, 'utf8').catch(() => '{}');
      return (JSON.parse(text) as { sha256?: string }).sha256 === sha256;
    },
    write: (): Promise<void> => writeFile(file, `{ "sha256": "${sha256}" }\n`),
  };
}
