/** Adds the page list, the outline and the search to the text of a document. */
import { posix } from 'node:path';
import { escaped, type Heading } from './html.ts';

/** A document: its address below `/docs`, and its path in the repository. */
export type Page = { address: string; source: string; title: string; text: string };

const DOCUMENTS = '/docs';
/** The page that lists the others, by reader. */
const INDEX = 'README.md';

function isIndex({ address }: Page): boolean {
  return posix.basename(address) === INDEX;
}

/** The headings of the index, each with the addresses of the pages listed below it. */
function groupsOf(pages: Page[]): { title: string; own: Page[] }[] {
  const index = pages.find(({ address }) => address === INDEX)!;
  return index.text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = ''] = part.split('\n', 1);
      const named = [...part.matchAll(/\]\(([^)#]+\.md)/g)].map(([, href]) =>
        posix.join('docs', href!),
      );
      const own = [...new Set(named)].flatMap(
        (source) => pages.find((page) => page.source === source) ?? [],
      );
      return { title, own };
    });
}

function pageLink({ address, title }: Page, current: Page): string {
  const mark = address === current.address ? ' aria-current="page"' : '';
  return `<a href="${DOCUMENTS}/${address}"${mark}>${escaped(title)}</a>`;
}

/** Links to all pages, grouped by reader as in the index. Below the index of a folder are the pages of that folder. */
function navigation(pages: Page[], current: Page): string {
  const groups = groupsOf(pages);
  const named = new Set(groups.flatMap(({ own }) => own));
  const item = (page: Page): string => {
    const folder = posix.dirname(page.address);
    const within = pages.filter(
      (other) =>
        isIndex(page) &&
        folder !== '.' &&
        other !== page &&
        posix.dirname(other.address) === folder,
    );
    if (within.length === 0) return `<li>${pageLink(page, current)}</li>`;
    for (const other of within) named.add(other);
    const open = posix.dirname(current.address) === folder ? ' open' : '';
    const list = within.map((other) => `<li>${pageLink(other, current)}</li>`).join('\n');
    return `<li>${pageLink(page, current)}<details${open}><summary>${within.length} pages</summary><ul>\n${list}\n</ul></details></li>`;
  };
  const lists = groups.map(
    ({ title, own }) => `<h2>${escaped(title)}</h2>\n<ul>\n${own.map(item).join('\n')}\n</ul>`,
  );
  const rest = pages.filter((page) => !named.has(page) && page.address !== INDEX);
  const others =
    rest.length === 0
      ? ''
      : `<h2>The project</h2>\n<ul>\n${rest.map((page) => `<li>${pageLink(page, current)}</li>`).join('\n')}\n</ul>`;
  const index = pages.find(({ address }) => address === INDEX)!;
  return `<nav class="pages" aria-label="Documents">
<ul><li>${pageLink(index, current)}</li></ul>
${lists.join('\n')}
${others}
</nav>`;
}

function outlineOf(headings: Heading[]): string {
  const shown = headings.filter(({ depth }) => depth <= 3);
  if (shown.length < 2) return '';
  const links = shown.map(
    ({ depth, text, id }) =>
      `<li class="level-${depth}"><a href="#${escaped(id)}">${escaped(text)}</a></li>`,
  );
  return `<details class="outline" open><summary>On this page</summary>
<nav aria-label="On this page"><ul>
${links.join('\n')}
</ul></nav></details>`;
}

/** A complete page: content with navigation, outline and search. */
export function layout(pages: Page[], current: Page, content: string, headings: Heading[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(current.title)} · Oriki</title>
<link rel="stylesheet" href="${DOCUMENTS}/style.css">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<a class="home" href="${DOCUMENTS}">Oriki</a>
<form role="search"><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the documents" autocomplete="off"><ul id="results" aria-live="polite" hidden></ul></form>
<a href="/api/docs">API explorer</a>
</header>
<input type="checkbox" id="menu"><label for="menu">Pages</label>
<div class="columns">
${navigation(pages, current)}
<main>
${outlineOf(headings)}
<article>
${content}
</article>
</main>
</div>
<script src="${DOCUMENTS}/docs.js"></script>
</body>
</html>
`;
}
