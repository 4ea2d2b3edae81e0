import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordToReplace } from '../../scripts/lint-words.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The data model has comments of tables, which only migrations change; the glossary lists words to replace. */
const PAGES_TO_CLEAN: ReadonlySet<string> = new Set(['docs/data-model.md', 'docs/glossary.md']);

test('a page has no word that STYLE.md replaces, unless it is on the list of pages to clean', () => {
  const pages = globSync(['*.md', '{docs,clients/typescript,deploy,src}/**/*.md'], {
    cwd: ROOT,
    exclude: ['STYLE.md', '**/node_modules'],
  });
  const wrong = pages.toSorted().flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(
      /^```[\s\S]*?^```$|`[^`\n]+`|\]\([^)]*\)/gm,
      'code',
    );
    const message = wordToReplace(text);
    return message === undefined ? [] : [{ page, message }];
  });
  expect(wrong.filter(({ page }) => !PAGES_TO_CLEAN.has(page))).toEqual([]);
  const unclean = new Set(wrong.map(({ page }) => page));
  expect([...PAGES_TO_CLEAN.difference(unclean)], 'clean pages on the list').toEqual([]);
});
