import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Returns the text of the code block of a page with this mark and language; empty if there is none. */
export function blockOf(page: string, mark: string, language: string): string {
  const block = `^<!-- ${mark} -->\\n\\n\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`;
  return new RegExp(block, 'm').exec(readFileSync(join(ROOT, page), 'utf8'))?.[1] ?? '';
}
