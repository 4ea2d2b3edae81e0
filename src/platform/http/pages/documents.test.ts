import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { htmlOf } from './markdown.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');
const paths = globSync('**/*.md', { cwd: DOCS });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
});
afterAll(() => app.stop());

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
}

test('every document is a page, and every link of a page leads to a page or a heading of one', async () => {
  const list = await app.call('GET', '/docs');
  expect(list.headers.get('content-type')).toBe('text/html; charset=utf-8');
  // The way in links to pages that the list has as well.
  const links = linksOf(list.text).filter((href) => href.startsWith('/docs/'));
  const listed = [...new Set(links.filter((href) => href.endsWith('.md')))];
  expect(listed.toSorted()).toEqual(paths.map((path) => `/docs/${path}`).toSorted());

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
  expect(text).toContain('<pre><code');
  // Nothing runs in it, and nothing is loaded from elsewhere.
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
  expect(text).not.toMatch(/<script|style=|(?:src|<link[^>]* href)="https?:/);
  expect((await app.call('GET', '/docs/style.css')).text).toContain('color-scheme: light dark');
});

test('what is no document is not there, whatever the path looks like', async () => {
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

test('a link that leads to nothing that is served stays as text', () => {
  const html = htmlOf(
    '# A `b`: c\n\n[one](one.md#x) [two](../two.md) [web](https://w.test/?a=1&b=2)',
    (href) => (href.startsWith('one.md') ? `/docs/${href}` : undefined),
  );
  expect(html).toContain('<h1 id="a-b-c">A <code>b</code>: c</h1>');
  expect(html).toContain(
    '<a href="/docs/one.md#x">one</a> two <a href="https://w.test/?a=1&amp;b=2">web</a>',
  );
});
