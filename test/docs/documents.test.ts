import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { hasTest, testReferences } from '../support/test-names.ts';
import {
  LIST_FORMATS,
  LIST_KINDS,
  RATE_LIMITS,
  TENANT_SCOPES,
} from '../../src/modules/declared.ts';
import { MODULES } from '../../src/modules/index.ts';
import { eventTypesOf } from '../../src/modules/module.ts';
import { ERROR_CATALOGUE } from '../../src/platform/errors/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...globSync('{docs,clients/typescript,deploy,src}/**/*.md', { cwd: ROOT }),
];
function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
function withoutFences(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/**
 * Returns the targets of links. Markdown readers do not recognize a target with a space as a link, but it is checked
 * too.
 */
function linkTargets(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\n]+)\)/g)].map(([, target]) => target!);
}

/** The anchors that GitHub makes of headings. */
function anchors(text: string): string[] {
  const headings = [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('the scan sees the documents', () => {
  expect(documents.length).toBeGreaterThan(20);
  for (const document of documents) expect(existsSync(join(ROOT, document)), document).toBe(true);
  expect(anchors('# One, two: *three*')).toEqual(['one-two-three']);
  expect(linkTargets('[a](b c.md) and [d](e.md#f)')).toEqual(['b c.md', 'e.md#f']);
});

test('every relative link leads to a file, and to a heading of it', () => {
  const broken: string[] = [];
  for (const document of documents) {
    for (const target of linkTargets(withoutFences(read(document)))) {
      if (/^(https?|mailto):/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : normalize(join(dirname(document), path));
      if (!existsSync(join(ROOT, file))) broken.push(`${document}: ${target}`);
      else if (anchor !== undefined && !anchors(read(file)).includes(anchor))
        broken.push(`${document}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every page is named by docs/README.md, or by the README of its folder', () => {
  const linked = new Set<string>();
  for (const index of globSync('docs/**/README.md', { cwd: ROOT }))
    for (const [, target] of read(index).matchAll(/\]\(([^)#\s]+\.md)\)/g))
      linked.add(normalize(join(dirname(index), target!)));
  const pages = documents.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});

/** Folders of the project: a path in backticks below one of them must exist. */
const PATH = /^(\.ci|bench|clients|data|deploy|docs|migrations|scripts|src|test)\/[\w./*-]*$/;

test('every path in backticks exists', () => {
  const missing: string[] = [];
  for (const document of documents) {
    for (const [, code] of withoutFences(read(document)).matchAll(/`([^`\n]+)`/g)) {
      const path = code!.replace(/:\d+$/, '');
      if (!PATH.test(path)) continue;
      const found = path.includes('*')
        ? globSync(path, { cwd: ROOT }).length > 0
        : existsSync(join(ROOT, path));
      if (!found) missing.push(`${document}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

test('every file and folder that a README of the code names exists', () => {
  const missing: string[] = [];
  for (const document of documents.filter((path) => path.startsWith('src/')))
    for (const [, code] of withoutFences(read(document)).matchAll(/`([\w./-]+(?:\/|\.ts))`/g)) {
      const places = [ROOT, join(ROOT, dirname(document))];
      if (!places.some((place) => existsSync(join(place, code!))))
        missing.push(`${document}: ${code}`);
    }
  expect(missing).toEqual([]);
});

test('ARCHITECTURE.md is short enough to read', () => {
  expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(200);
});

test('every control of the security model names tests that exist', () => {
  const model = read('docs/security-model.md');
  const references = testReferences(model);
  expect(references.length).toBeGreaterThan(40);
  expect(references.filter((reference) => !hasTest(reference))).toEqual([]);
  const [, tables = ''] = model.split('## Controls and their tests');
  for (let risk = 1; risk <= 10; risk += 1)
    expect(tables).toMatch(new RegExp(`^- API${risk} `, 'm'));
  const rows = tables.match(/^- (?:API\d|\d).*$/gm) ?? [];
  expect(rows.filter((row) => testReferences(row).length === 0)).toEqual([]);
});

test('every rule of the security model names a test, and every test of a way belongs to a rule', () => {
  const [, text = ''] = read('docs/security-model.md').split('## Rules and their tests\n');
  const [part = ''] = text.split('\n## ');
  const rules = part.match(/^- .*$/gm) ?? [];
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter((row) => testReferences(row).length === 0)).toEqual([]);
  const named = new Set(testReferences(part).map(({ file }) => file));
  const ways = globSync('test/contract/ways/*.test.ts', { cwd: ROOT });
  expect(ways.filter((file) => !named.has(file))).toEqual([]);
});

test('a page that a person wrote names every scope, rate-limit group, list kind, list format and event of Oriki', () => {
  const text = documents
    .filter((path) => path.startsWith('docs/'))
    .map(read)
    .filter((page) => !page.startsWith('<!-- Generated'))
    .join('\n');
  // Other event types are published by the operator's services.
  const own = eventTypesOf(MODULES).filter((event) => typeof event === 'function');
  const names = [
    ...TENANT_SCOPES,
    ...Object.keys(RATE_LIMITS),
    ...LIST_KINDS,
    ...LIST_FORMATS,
    ...own.map(({ type }) => type),
  ];
  expect(own.length).toBeGreaterThan(15);
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const unknown: string[] = [];
  for (const document of documents)
    for (const [, name] of read(document).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g))
      if (!scripts[name!]) unknown.push(`${document}: npm run ${name}`);
  expect(unknown).toEqual([]);
});

test('every error code has its page, and every page its code', () => {
  const pages = readdirSync(join(ROOT, 'docs/errors')).filter((file) => file !== 'README.md');
  expect(pages.toSorted()).toEqual(
    Object.keys(ERROR_CATALOGUE)
      .map((code) => `${code}.md`)
      .toSorted(),
  );
  const index = read('docs/errors/README.md');
  for (const [code, { status }] of Object.entries(ERROR_CATALOGUE)) {
    const page = read(`docs/errors/${code}.md`);
    expect(page, code).toMatch(new RegExp(`^# ${code}\n\nHTTP ${status}\\b`));
    expect(index, code).toMatch(new RegExp(`^- \\[${code}\\]\\(${code}\\.md\\), ${status}: `, 'm'));
    const [, example = ''] = /^```json\n([\s\S]*?)^```$/m.exec(page) ?? [];
    expect(JSON.parse(example), code).toMatchObject({ success: false, error: { code } });
  }
});

test('the table of settings is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/config-docs.ts', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
});

test('the licence is the complete Apache-2.0', () => {
  const licence = read('LICENSE');
  expect(licence).toContain('Version 2.0, January 2004');
  expect(licence).toContain('9. Accepting Warranty or Additional Liability.');
  expect(licence).toContain('END OF TERMS AND CONDITIONS');
  expect(licence).toContain('limitations under the License.');
});

test('the page of commands is up to date', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/command-line-docs.ts', '--check'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
});
