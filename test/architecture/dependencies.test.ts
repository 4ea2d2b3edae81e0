import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));

/** Returns the project's files that a file imports. */
function imports(file: string): string[] {
  const found = sources.get(file)!.matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g);
  return [...found].map(([, path]) => normalize(join(dirname(file), path!)));
}

/** Returns the project's files from which a file imports only types. */
function typeImports(file: string): string[] {
  const found = sources.get(file)!.matchAll(/import type [^;]*? from\s*'(\.[^']+)'/g);
  return [...found].map(([, path]) => normalize(join(dirname(file), path!)));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

function filesMatching(pattern: RegExp, except: (file: string) => boolean): string[] {
  return files.filter((file) => !except(file) && pattern.test(withoutComments(sources.get(file)!)));
}

function moduleOf(file: string): string | undefined {
  return /^src\/modules\/([^/]+)\//.exec(file)?.[1];
}
function isDoor(file: string): boolean {
  return /^src\/(modules\/[^/]+|matching)\/index\.ts$/.test(file);
}
function isStore(file: string): boolean {
  return /(^|\/)store\.ts$/.test(file);
}

test('the scan sees the source tree', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(imports('src/start/app.ts')).toContain('src/platform/http/register.ts');
});

test('the platform never imports a module, the configuration or a composition root', () => {
  for (const file of files.filter((name) => name.startsWith('src/platform/')))
    for (const target of imports(file)) expect(target, file).toMatch(/^src\/platform\//);
});

test('the library of names imports nothing else of Oriki', () => {
  for (const file of files.filter((name) => name.startsWith('src/names/')))
    for (const target of imports(file)) expect(target, file).toMatch(/^src\/names\//);
});

test('the library of matching imports the library of names and the platform, and is imported through its index', () => {
  const isInside = (file: string): boolean => file.startsWith('src/matching/');
  for (const file of files)
    for (const target of imports(file))
      if (isInside(file)) expect(target, file).toMatch(/^src\/(matching|names|platform)\//);
      else if (isInside(target)) expect(target, file).toBe('src/matching/index.ts');
});

test('a module imports another only through its index, and modules have no cycles', () => {
  const edges = new Map<string, Set<string>>();
  for (const file of files) {
    const from = moduleOf(file);
    for (const target of imports(file)) {
      const to = moduleOf(target);
      if (to === undefined || to === from) continue;
      expect(target, file).toBe(`src/modules/${to}/index.ts`);
      if (from !== undefined) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  const visit = (name: string, path: string[]): void => {
    expect(path, 'cycle of modules').not.toContain(name);
    for (const next of edges.get(name) ?? []) visit(next, [...path, name]);
  };
  for (const name of edges.keys()) visit(name, []);
});

test('src has one file, which starts the command line, and the folders that the documents name', () => {
  expect(readdirSync(join(ROOT, 'src')).toSorted()).toEqual([
    'cli',
    'config',
    'main.ts',
    'matching',
    'modules',
    'names',
    'platform',
    'start',
  ]);
});

test('only the list of modules, the composition and the command line import modules from outside', () => {
  const importers = files.filter(
    (file) => moduleOf(file) === undefined && imports(file).some((target) => moduleOf(target)),
  );
  const isRoot = (file: string): boolean => /^src\/(start\/|cli\/|modules\/index\.ts$)/.test(file);
  expect(importers.filter((file) => !isRoot(file))).toEqual([]);
});

test('routes call verbs, never a store', () => {
  for (const file of files.filter((name) => name.endsWith('/routes.ts')))
    expect(imports(file).filter(isStore), file).toEqual([]);
});

test('a store imports the platform, schemas, other stores of its module and types of others, but no verb and no route', () => {
  for (const file of files.filter(isStore)) {
    const types = new Set(typeImports(file).filter((target) => isDoor(target)));
    for (const target of imports(file).filter((name) => !isStore(name) && !types.has(name)))
      expect(target, file).toMatch(/^src\/platform\/|\/schemas\.ts$/);
  }
});

test('SQL is only in stores, in platform/db and in migrations', () => {
  const sql = /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\b(pool|client)\.query\(/;
  const allowed = (file: string): boolean =>
    isStore(file) ||
    file.startsWith('src/platform/db/') ||
    file === 'src/platform/http/admin/health.ts';
  expect(filesMatching(sql, allowed)).toEqual([]);
});

test('an event is defined only in events.ts of the module that emits it, or with its schemas if there is only one', () => {
  const allowed = (file: string): boolean =>
    /^src\/modules\/[^/]+\/events(\/definition)?\.ts$/.test(file) ||
    (/^src\/modules\/[^/]+\/schemas\.ts$/.test(file) &&
      sources.get(file)!.split('defineEvent(').length === 2);
  expect(filesMatching(/\bdefineEvent\b\(/, allowed)).toEqual([]);
});

test('a route takes its example from examples.ts', () => {
  const allowed = (file: string): boolean => !file.endsWith('routes.ts');
  expect(filesMatching(/^ {4}example: (?!EXAMPLES\.)/m, allowed)).toEqual([]);
});

test('process.env is read only by config.ts', () => {
  const allowed = (file: string): boolean => file === 'src/config/config.ts';
  expect(filesMatching(/process\.env\b/, allowed)).toEqual([]);
});

test('the clock is read only by platform/clock.ts', () => {
  const allowed = (file: string): boolean => file === 'src/platform/clock.ts';
  expect(filesMatching(/\bDate\.now\(|new Date\(\)|performance\.now\(/, allowed)).toEqual([]);
});

test('the process sends requests only through platform/outbound', () => {
  // The scripts of pages run in browsers.
  const pages = new Set([
    'src/modules/people/sign-in/page.ts',
    'src/modules/verification-sessions/hosted/page-script.ts',
    'src/platform/http/pages/docs-script.ts',
  ]);
  const allowed = (file: string): boolean =>
    file.startsWith('src/platform/outbound/') || pages.has(file);
  expect(filesMatching(/\bfetch\(|from 'undici'|https?\.request\(/, allowed)).toEqual([]);
});

/** Longer files that have one subject. A file of more than 300 lines usually has two subjects. */
const LONG_FILES: Record<string, string> = {
  'src/modules/people/members/members.ts': 'who is a member, with which roles',
  'src/modules/people/sign-in/sign-in.ts': 'one sign-in, from the question to the session',
  'src/modules/tenants/store.ts': 'statements of organizations and keys',
  'src/platform/db/types.ts': 'generated',
  'src/modules/monitoring/rescreening/rescreening-run.ts': 'one run of rescreening',
  'src/start/service.ts': 'one process, from its start to its stop',
  'src/modules/webhooks/dispatch/dispatcher.ts': 'the dispatcher',
};

test('a file of more than 300 lines is listed with its subject, and no folder has more than 30 entries', () => {
  const long = [...sources].filter(([, text]) => text.trimEnd().split('\n').length > 300);
  const named = Object.keys(LONG_FILES);
  expect(long.map(([file]) => file).filter((file) => !named.includes(file))).toEqual([]);
  const paths = globSync('src/**', { cwd: ROOT }).filter((path) => basename(path) !== 'README.md');
  const folders = Map.groupBy(paths, (path) => dirname(path));
  for (const [folder, entries] of folders) expect(entries.length, folder).toBeLessThanOrEqual(30);
});
