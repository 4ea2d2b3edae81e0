import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { notFound } from '../../errors/index.ts';
import type { ServedPage } from '../browser/route.ts';
import { underPrefix } from './html.ts';
import { BESIDE_DOCS, besideDocs, CLIENT_FILE, clientFile } from './built-files.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { layout, type Page } from './docs-layout.ts';
import { StaticFile } from './static-file.ts';
import { STYLE } from './style.ts';

const DOCUMENTS = '/docs';
const REVALIDATE = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Files that pages link to, by file extension. */
const TYPES: Record<string, string> = {
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.py': 'text/plain; charset=utf-8',
  '.sql': 'text/plain; charset=utf-8',
  '.yaml': 'text/plain; charset=utf-8',
};

/**
 * Returns the address of a file outside `docs`. The client's page is next to the others; other files are below one
 * folder.
 */
function addressBeside(source: string): string {
  return source === 'clients/typescript/README.md'
    ? 'typescript.md'
    : `project/${posix.basename(source)}`;
}

type Served = { address: string; source: string; file: string };

/** All served files, by path in the repository. */
function servedFiles(folder: string): Served[] {
  const isServed = (path: string): boolean => extname(path) === '.md' || extname(path) in TYPES;
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isServed);
  return [
    ...own.map((path) => ({ address: path, source: `docs/${path}`, file: join(folder, path) })),
    ...BESIDE_DOCS.flatMap((source) => {
      const file = besideDocs(source);
      return file === undefined ? [] : [{ address: addressBeside(source), source, file }];
    }),
  ];
}

function readPages(served: Served[]): Page[] {
  return served
    .filter(({ address }) => address.endsWith('.md'))
    .map(({ address, source, file }) => {
      const text = readFileSync(file, 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? address;
      return { address, source, title: title.replaceAll('`', ''), text };
    })
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** The pages of a folder, each rendered on first request, and the files that they link to. */
class Library {
  readonly #prefix: string;
  readonly #served: Map<string, Served>;
  readonly #addresses: Map<string, string>;
  readonly #pages: Page[];
  readonly #files = new Map<string, Promise<StaticFile>>();

  constructor(folder: string, prefix: string) {
    this.#prefix = prefix;
    const served = servedFiles(folder);
    this.#served = new Map(served.map((one) => [one.address, one]));
    this.#addresses = new Map(served.map(({ source, address }) => [source, address]));
    this.#pages = readPages(served);
  }

  async #render(address: string): Promise<StaticFile> {
    // These modules are loaded on demand, because many processes never serve a page.
    const { headingsOf, htmlOf } = await import('./markdown.ts');
    if (address === 'search.json') {
      const { sectionsOf } = await import('./docs-search.ts');
      const json = { ...REVALIDATE, 'content-type': TYPES['.json']! };
      return new StaticFile(JSON.stringify(this.#pages.flatMap(sectionsOf)), json);
    }
    const page = this.#pages.find((found) => found.address === address);
    if (!page)
      return new StaticFile(readFileSync(this.#served.get(address)!.file), {
        ...REVALIDATE,
        'content-type': TYPES[extname(address)]!,
      });
    const resolve = (href: string): string | undefined => {
      const [file = '', ...anchor] = href.split('#');
      const path = posix.join(posix.dirname(page.source), file);
      const target =
        this.#addresses.get(path) ?? this.#addresses.get(posix.join(path, 'README.md'));
      return target && [`${DOCUMENTS}/${target}`, ...anchor].join('#');
    };
    const content = htmlOf(page.text, { resolve });
    const html = layout(this.#pages, page, content, headingsOf(page.text));
    return new StaticFile(underPrefix(html, this.#prefix), HTML);
  }

  /** @throws ApiError NOT_FOUND */
  file(address: string): Promise<StaticFile> {
    if (!this.#served.has(address) && address !== 'search.json') throw notFound('page');
    let file = this.#files.get(address);
    if (!file) this.#files.set(address, (file = this.#render(address)));
    return file;
  }
}

/** The packed client, if it has been built. */
function clientPage(): ServedPage {
  let packed: StaticFile | undefined;
  const serve: ServedPage['serve'] = (request, reply) => {
    const path = clientFile();
    if (path === undefined) throw notFound('page');
    const headers = { ...REVALIDATE, 'content-type': 'application/gzip' };
    packed ??= new StaticFile(readFileSync(path), headers);
    return packed.send(request, reply);
  };
  return { path: `${DOCUMENTS}/${CLIENT_FILE}`, serve };
}

/**
 * The Markdown files of a folder and its subfolders as pages, without a key. `GET /docs` returns its README.
 * @param prefix path below which browsers reach the service
 */
export function documentPages(folder: string, prefix: string): ServedPage[] {
  let library: Library | undefined;
  const page =
    (pathOf: (params: Record<string, string>) => string): ServedPage['serve'] =>
    async (request, reply) => {
      library ??= new Library(folder, prefix);
      const file = await library.file(pathOf(request.params as Record<string, string>));
      return file.send(request, reply);
    };
  const fixed = (path: string, content: string, type: string): ServedPage => {
    const headers = { ...REVALIDATE, 'content-type': `${type}; charset=utf-8` };
    const file = new StaticFile(content, headers);
    return { path: `${DOCUMENTS}/${path}`, serve: (request, reply) => file.send(request, reply) };
  };
  return [
    { path: DOCUMENTS, serve: page(() => 'README.md') },
    fixed('style.css', STYLE, 'text/css'),
    fixed('docs.js', DOCS_SCRIPT, 'text/javascript'),
    clientPage(),
    { path: `${DOCUMENTS}/:name`, serve: page(({ name }) => name!) },
    { path: `${DOCUMENTS}/:name/:page`, serve: page(({ name, page: at }) => `${name}/${at}`) },
  ];
}
