/** The sections of the documents, in the form that the search script reads. */
import type { Page } from './docs-layout.ts';
import { headingsOf } from './markdown.ts';

type Section = { title: string; heading: string; path: string; text: string };

/** The text without Markdown markup. */
function words(markdown: string): string {
  return markdown
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|#>]|^-{3,}$/gm, ' ')
    .replaceAll(/\s-{3,}(?=\s)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The sections of a page, one per heading. Text before the first heading has the page's address. */
export function sectionsOf({ address, title, text }: Page): Section[] {
  const headings = headingsOf(text);
  const lines = text.split('\n');
  const sections: Section[] = [{ title, heading: '', path: address, text: '' }];
  let isCode = false;
  let next = 0;
  for (const line of lines) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const heading = headings[next];
    if (!isCode && heading && /^#{2,6} /.test(line)) {
      next += 1;
      const path = `${address}#${heading.id}`;
      sections.push({ title, heading: heading.text, path, text: '' });
    } else if (isCode || !line.startsWith('# ')) sections.at(-1)!.text += `${line}\n`;
  }
  return sections.map((section) => ({ ...section, text: words(section.text) }));
}
