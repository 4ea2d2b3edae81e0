import hljs from 'highlight.js/lib/common';
import { Marked, type Tokens } from 'marked';
import { escaped, type Heading } from './html.ts';

type Links = {
  /** The address of a relative link; undefined when no page or file is served there. */
  resolve: (href: string) => string | undefined;
};

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A heading without Markdown markup. */
function plainText(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
}

/** The headings of a text below its title, in order. */
export function headingsOf(markdown: string): Heading[] {
  return new Marked().lexer(markdown).flatMap((token) => {
    if (token.type !== 'heading' || (token as Tokens.Heading).depth === 1) return [];
    const { depth, text } = token as Tokens.Heading;
    return [{ depth, text: plainText(text), id: anchorOf(unlinked(text)) }];
  });
}

function unlinked(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

const ALERT = /^<p>\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*(?:<br>)?/;

/** Comments that enclose headings with one program each, which are shown as tabs. */
const TABS: Record<string, string> = {
  '<!-- tabs -->': '<div class="tabs">\n',
  '<!-- /tabs -->': '</div>\n',
};

/** Converts Markdown to HTML. If the target of a link is not served, the text shows the target. */
export function htmlOf(markdown: string, { resolve }: Links): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(unlinked(text));
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = /^(https?:|mailto:|#)/.test(href) ? href : resolve(href);
        if (target !== undefined) return `<a href="${escaped(target)}">${text}</a>`;
        const path = href.replace(/^(\.\.?\/)+/, '').replace(/#.*/, '');
        return `<code>${escaped(path)}</code>` === text
          ? text
          : `${text} (<code>${escaped(path)}</code>)`;
      },
      image({ href, text }) {
        return `<img src="${escaped(resolve(href) ?? href)}" alt="${escaped(text)}" loading="lazy">`;
      },
      code({ text, lang = '' }) {
        const language = lang.split(/\s/)[0]!;
        const known = hljs.getLanguage(language) !== undefined;
        const code = known ? hljs.highlight(text, { language }).value : escaped(text);
        const name = language === '' ? '' : ` data-language="${escaped(language)}"`;
        return `<div class="code"><pre tabindex="0"><code${name}>${code}\n</code></pre></div>\n`;
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string): string =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
        return `<div class="table" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
      blockquote({ tokens }) {
        const text = this.parser.parse(tokens);
        const [, kind] = ALERT.exec(text) ?? [];
        if (kind === undefined) return `<blockquote>${text}</blockquote>\n`;
        const title = `${kind[0]}${kind.slice(1).toLowerCase()}`;
        return `<aside class="alert ${kind.toLowerCase()}"><strong>${title}</strong>${text.replace(ALERT, '<p>')}</aside>\n`;
      },
      html({ text }) {
        const comment = text.trim();
        return TABS[comment] ?? (comment.startsWith('<!--') ? '' : text);
      },
    },
  });
  return marked.parse(markdown, { async: false });
}
