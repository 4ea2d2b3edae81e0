import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors/index.ts';
import { underPrefix } from './prefix.ts';
import { StaticFile } from './static-file.ts';
import { STYLE } from './style.ts';

const DOCUMENTS = '/docs';

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Files beside pages, which they link to, by the ends of their names. */
const TYPES: Record<string, string> = {
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'text/plain; charset=utf-8',
};

type Page = { path: string; folder: string; title: string; text: string };

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function readPages(folder: string, paths: string[]): Page[] {
  return paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
      return { path, folder: posix.dirname(path), title: title.replaceAll('`', ''), text };
    })
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** Links to all pages: those of the folder itself, and of each folder within below its README's title; a README first. */
function navigation(pages: Page[], current: Page): string {
  const link = ({ path, title }: Page): string =>
    `<li><a href="${DOCUMENTS}/${path}"${path === current.path ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
  const isIndex = ({ path }: Page): boolean => posix.basename(path) === 'README.md';
  const sections = [...Map.groupBy(pages, (page) => page.folder)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const lists = sections.map(([folder, own]) => {
    const index = own.find(isIndex);
    const pagesOf = [...(index ? [index] : []), ...own.filter((page) => page !== index)];
    const list = `<ul>\n${pagesOf.map(link).join('\n')}\n</ul>`;
    if (folder === '.') return list;
    const open = current.folder === folder ? ' open' : '';
    return `<details${open}><summary>${escaped(index?.title ?? folder)}</summary>${list}</details>`;
  });
  return `<nav aria-label="Documents">
<p><a href="${DOCUMENTS}">Oriki</a> · <a href="/api/docs">API explorer</a></p>
${lists.join('\n')}
</nav>`;
}

function layout(title: string, nav: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Oriki</title>
<link rel="stylesheet" href="${DOCUMENTS}/style.css">
<link rel="icon" href="data:,">
</head>
<body>
${nav}
<main>
${content}
</main>
</body>
</html>
`;
}

/** The pages of a folder, each rendered when it is first asked for, and the files that they link to. */
class Library {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #paths: Set<string>;
  readonly #pages: Page[];
  readonly #files = new Map<string, Promise<StaticFile>>();

  constructor(folder: string, prefix: string) {
    this.#prefix = prefix;
    this.#folder = folder;
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    this.#paths = new Set(paths.filter((path) => path.endsWith('.md') || TYPES[extname(path)]));
    this.#pages = readPages(folder, [...this.#paths]);
  }

  async #render(path: string): Promise<StaticFile> {
    const page = this.#pages.find((found) => found.path === path);
    if (!page)
      return new StaticFile(readFileSync(join(this.#folder, path)), {
        'content-type': TYPES[extname(path)]!,
        'cache-control': 'no-cache',
      });
    // Nobody may ever ask.
    const { htmlOf } = await import('./markdown.ts');
    const resolve = (href: string): string | undefined => {
      const [file = '', ...anchor] = href.split('#');
      const target = posix.join(page.folder, file, file.endsWith('/') ? 'README.md' : '');
      return this.#paths.has(target) ? [`${DOCUMENTS}/${target}`, ...anchor].join('#') : undefined;
    };
    const content = htmlOf(page.text, resolve);
    const html = layout(page.title, navigation(this.#pages, page), content);
    return new StaticFile(underPrefix(html, this.#prefix), HTML);
  }

  /** @throws ApiError NOT_FOUND */
  file(path: string): Promise<StaticFile> {
    if (!this.#paths.has(path)) throw notFound('page');
    let file = this.#files.get(path);
    if (!file) this.#files.set(path, (file = this.#render(path)));
    return file;
  }
}

/** The Markdown files of a folder and the folders within, as pages, without a key; `GET /docs` is its README. @param prefix path below which browsers reach the service */
export function registerDocuments(app: FastifyInstance, folder: string, prefix: string): void {
  let library: Library | undefined;
  const find = (path: string): Promise<StaticFile> =>
    (library ??= new Library(folder, prefix)).file(path);
  const style = new StaticFile(STYLE, {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'no-cache',
  });
  app.get(DOCUMENTS, async (request, reply) => (await find('README.md')).send(request, reply));
  app.get(`${DOCUMENTS}/style.css`, (request, reply) => style.send(request, reply));
  app.get<{ Params: { name: string } }>(`${DOCUMENTS}/:name`, async (request, reply) =>
    (await find(request.params.name)).send(request, reply),
  );
  app.get<{ Params: { name: string; page: string } }>(
    `${DOCUMENTS}/:name/:page`,
    async (request, reply) =>
      (await find(`${request.params.name}/${request.params.page}`)).send(request, reply),
  );
}
