import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export type TestReference = { file: string; title: string };

/** Returns references to tests in a document: `file > test title`, in backticks. */
export function testReferences(document: string): TestReference[] {
  return [...document.matchAll(/`([^`\n]+\.test\.ts) > ([^`\n]+)`/g)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );
}

/** Returns source text without the backslashes of quoting. */
function plain(text: string): string {
  return text.replaceAll(/\\(['"`])/g, '$1');
}
const sources = new Map<string, string>();
function source(file: string): string {
  let text = sources.get(file);
  if (text === undefined) {
    const path = join(ROOT, file);
    text = existsSync(path) ? plain(readFileSync(path, 'utf8')) : '';
    sources.set(file, text);
  }
  return text;
}

/** Returns true if the file has a test or a group with this title, or one title that begins with it before `…`. */
export function hasTest({ file, title }: TestReference): boolean {
  const beginning = title.endsWith('…') ? title.slice(0, -1) : undefined;
  const escaped = (beginning ?? title).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  if (beginning === undefined) return new RegExp(`['"\`]${escaped}['"\`]\\s*,`).test(source(file));
  return [...source(file).matchAll(new RegExp(`['"\`]${escaped}`, 'g'))].length === 1;
}
