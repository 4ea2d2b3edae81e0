import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a generated file; with --check on the command line only compares, and fails if it differs. */
export function writeGenerated(path: string, text: string): void {
  const file = join(import.meta.dirname, '../..', path);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is stale: run "npm run generate" and look at what changed`);
    process.exitCode = 1;
  }
}

function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}

/**
 * Returns a value as code in the formatter's style: in one line, or in one line for each of its parts.
 * @param room the number of characters left in the line
 */
export function literal(value: unknown, indent = '', room = 100): string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? quoted(value) : String(value);
  const parts = Array.isArray(value)
    ? value.map((part) => ['', part] as const)
    : Object.entries(value).map(
        ([key, part]) => [`${/^\w+$/.test(key) ? key : quoted(key)}: `, part] as const,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts.map(([key, part]) => key + literal(part, '', Infinity)).join(', ')}${close}`;
  if (line.length <= room) return line;
  const inner = `${indent}  `;
  const lines = parts.map(([key, part]) => {
    const text = literal(part, inner, 99 - inner.length - key.length);
    // The formatter moves a text that is too long for the line of its key.
    const isLong = typeof part === 'string' && inner.length + key.length + text.length > 99;
    return isLong ? `${inner}${key.trim()}\n${inner}  ${text},\n` : `${inner}${key}${text},\n`;
  });
  return `${open.trim()}\n${lines.join('')}${indent}${close.trim()}`;
}
