/**
 * The rule of oxlint for words that STYLE.md replaces. It checks comments, titles of tests, and texts of the console.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Node } from './lint-rules.ts';
import { calleeName, titleOf } from './lint-titles.ts';

/** Rows of the table "Instead of" in STYLE.md: the words to replace, and the replacement. */
const rows = readFileSync(join(import.meta.dirname, '../STYLE.md'), 'utf8')
  .split('| Instead of')[1]!
  .split('\n')
  .slice(2)
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, words, instead]) =>
    words!.split(', ').map((word) => [word.toLowerCase(), instead!] as const),
  );
const REPLACEMENTS: ReadonlyMap<string, string> = new Map(rows);
const REPLACED = new RegExp(String.raw`\b(?:${rows.map(([word]) => word).join('|')})\b`, 'i');

/** Returns the complaint about the first word of the text that STYLE.md replaces, if it has one. */
export function wordToReplace(text: string): string | undefined {
  const found = REPLACED.exec(text.replaceAll(/\s+(?:\* )?/g, ' '))?.[0];
  if (found === undefined) return undefined;
  return `Write "${REPLACEMENTS.get(found.toLowerCase())}" instead of "${found}" (STYLE.md).`;
}

export const plainWords = {
  create(context: Context) {
    const check = (node: Node, text: string): void => {
      const message = wordToReplace(text);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      Program() {
        // A `contract:` comment names a promise by its id.
        for (const comment of context.sourceCode.getAllComments())
          if (!/^\s*contract:/.test(comment.value)) check(comment, comment.value);
      },
      CallExpression(node: Node) {
        const [first] = node['arguments'] as Node[];
        const title = titleOf(first);
        if (
          title !== undefined &&
          /^(?:test|describe)$/.test(calleeName(node['callee'] as Node) ?? '')
        )
          check(first!, title);
      },
    };
  },
};

/** Checks the values of objects in the same way; these are the texts in the console's catalogue. */
export const plainTexts = {
  create(context: Context) {
    return {
      Property(node: Node) {
        const message = wordToReplace(titleOf(node['value'] as Node) ?? '');
        if (message !== undefined) context.report({ node, message });
      },
    };
  },
};
