import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { htmlOf } from './markdown.ts';
import { BESIDE_DOCS, clientFile } from './built-files.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');
const paths = globSync('**/*.md', { cwd: DOCS });
const app = testApp({ role: 'api' });

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
}

test('serves every document as a page, and every link leads to a page or a heading', async () => {
  const list = await app.call('GET', '/docs');
  expect(list.headers.get('content-type')).toBe('text/html; charset=utf-8');
  // The introduction links to pages that are also in the list.
  const links = linksOf(list.text).filter((href) => href.startsWith('/docs/'));
  const listed = [...new Set(links.filter((href) => href.endsWith('.md')))];
  const beside = BESIDE_DOCS.filter((path) => path.endsWith('.md')).map((path) =>
    path.startsWith('clients/') ? 'typescript.md' : `project/${path}`,
  );
  expect(listed.toSorted()).toEqual(
    [...paths, ...beside].map((path) => `/docs/${path}`).toSorted(),
  );

  const pages = new Map<string, string>();
  for (const url of listed) {
    const { status, text } = await app.call('GET', url);
    expect([url, status]).toEqual([url, 200]);
    pages.set(url, text);
  }
  const broken: string[] = [];
  const others = new Set<string>();
  for (const [url, html] of pages)
    for (const href of linksOf(html)) {
      if (/^(https?:|mailto:)/.test(href)) continue;
      const { pathname, hash } = new URL(href, `http://x${url}`);
      const target = pages.get(pathname);
      if (target === undefined) others.add(pathname);
      else if (hash && !target.includes(`id="${decodeURIComponent(hash.slice(1))}"`))
        broken.push(`${url}: ${href}`);
    }
  expect(broken).toEqual([]);
  for (const url of others) expect([url, (await app.call('GET', url)).status]).toEqual([url, 200]);
});

test('a page has the text of its document, a title, and marks itself in the list of pages', async () => {
  const { text, headers } = await app.call('GET', '/docs/quickstart.md');
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(DOCS, 'quickstart.md'), 'utf8'))!;
  expect(text).toContain(`<title>${title} · Oriki</title>`);
  expect(text).toContain('<a href="/docs/quickstart.md" aria-current="page">');
  expect(text).toContain('<pre tabindex="0"><code');
  // The page runs only the pages' own script and loads nothing from elsewhere.
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';/,
  );
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).toContain('<script src="/docs/docs.js"></script>');
  expect(text).not.toMatch(/style=|(?:src|<link[^>]* href)="https?:/);
  expect((await app.call('GET', '/docs/style.css')).text).toContain('color-scheme: light dark');
});

test('paths that are not documents return 404, in any spelling', async () => {
  for (const path of [
    'nothing.md',
    'quickstart',
    '..%2FREADME.md',
    '%2e%2e/README.md',
    'errors/nothing.md',
    'errors',
    '__proto__',
    'errors/..%2F..%2Fpackage.json',
    'quickstart.md%00',
  ]) {
    const answer = await app.call('GET', `/docs/${path}`);
    expect([path, answer.status, answer.body?.error?.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
  expect((await app.call('POST', '/docs/quickstart.md')).status).toBe(405);
});

test('reports the file of a broken link', () => {
  const html = htmlOf(
    '# A `b`: c\n\n[one](one.md#x) [two](../src/two.ts) [`src/x.ts`](../src/x.ts) [web](https://w.test/?a=1&b=2)',
    { resolve: (href) => (href.startsWith('one.md') ? `/docs/${href}` : undefined) },
  );
  expect(html).toContain('<h1 id="a-b-c">A <code>b</code>: c</h1>');
  expect(html).toContain(
    '<a href="/docs/one.md#x">one</a> two (<code>src/two.ts</code>) <code>src/x.ts</code> ' +
      '<a href="https://w.test/?a=1&amp;b=2">web</a>',
  );
});

test('code is highlighted by language, tabs and warnings are marked, and code is not read as markup', () => {
  const html = htmlOf(
    [
      '```js\nconst a = "<b>";\n```',
      '```unknown\n<i>\n```',
      '<!-- tabs -->',
      '### Go',
      '<!-- /tabs -->',
      '> [!WARNING]\n> Careful.',
    ].join('\n\n'),
    { resolve: () => undefined },
  );
  expect(html).toContain('<span class="hljs-keyword">const</span>');
  expect(html).toContain('<code data-language="unknown">&lt;i&gt;\n</code>');
  expect(html).toMatch(/<div class="tabs">\n<h3 id="go">Go<\/h3>\n<\/div>/);
  expect(html).toContain('<aside class="alert warning"><strong>Warning</strong>');
  expect(html).not.toMatch(/<[bi]>/);
});

test('pages are grouped by reader, have an outline, and are found by words in their sections', async () => {
  const { text } = await app.call('GET', '/docs/exports.md');
  expect([...text.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title)).toEqual([
    'You integrate Oriki into a product',
    'You operate Oriki',
    'You review Oriki for security or compliance',
    'You develop Oriki',
    'The project',
  ]);
  expect(text).toMatch(/<details class="outline" open>[\s\S]*<a href="#columns">Columns<\/a>/);
  const { body, status } = await app.call('GET', '/docs/search.json');
  expect(status).toBe(200);
  const sections = body as unknown as Record<string, string>[];
  expect(sections.length).toBeGreaterThan(500);
  const found = sections.filter(({ text: words }) => words!.includes('idempotency-key-mismatch'));
  expect(found.map(({ path }) => path)).toContain('contract.md#idempotency');
  for (const { path } of sections.slice(0, 50)) {
    const [page, id] = path!.split('#');
    const answer = await app.call('GET', `/docs/${page}`);
    if (id !== undefined) expect(answer.text, path).toContain(`id="${id}"`);
  }
});

test.runIf(clientFile())('the packed client and its page are served', async () => {
  const page = await app.call('GET', '/docs/typescript.md');
  expect(page.text).toContain('<a href="/docs/receiving-webhooks.md#verify">');
  const packed = await fetch(`${app.url}/docs/oriki-client.tgz`);
  expect([packed.status, packed.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  const names = execFileSync('tar', ['tz'], { input: Buffer.from(await packed.arrayBuffer()) });
  expect(String(names)).toContain('package/dist/index.js');
});
