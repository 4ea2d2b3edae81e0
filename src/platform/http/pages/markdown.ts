import { Marked } from 'marked';

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * A Markdown text as HTML.
 * @param resolve where a relative link leads, or undefined: its text stays, without a link
 */
export function htmlOf(markdown: string, resolve: (href: string) => string | undefined): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = /^(https?:|mailto:|#)/.test(href) ? href : resolve(href);
        if (target === undefined) return text;
        return `<a href="${target.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">${text}</a>`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}
