import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTables } from '../../scripts/data-model.ts';
import { OWN_USAGE, TABLES } from '../../src/modules/declared.ts';
import { KINDS } from '../../src/modules/identity/index.ts';
import { MODULES } from '../../src/modules/index.ts';
import { rewrapsOf, tablesOf, type Module } from '../../src/modules/module.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';

const ROOT = join(import.meta.dirname, '../..');
const PLATFORM = join(ROOT, 'src/platform');
const DECLARED = tablesOf(MODULES);

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: asOwner(await cloneDatabase()) });
  await owner.connect();
});
afterAll(() => owner.end());

/** The name of the folder whose index exports the manifest, or the function that makes it from other manifests. */
async function folderOf(module: Module<never>): Promise<string> {
  for (const file of globSync('*/index.ts', { cwd: join(PLATFORM, '../modules') })) {
    const exported = (await import(join(PLATFORM, '../modules', file))) as object;
    const isMade = module === MODULES.at(-1) && Object.hasOwn(exported, 'privacyModule');
    if (isMade || Object.values(exported).includes(module)) return file.split('/')[0]!;
  }
  throw new Error('a module without a folder');
}

test('every table outside the platform is in the manifest of the module that its comment names, with its schema', async () => {
  const stored = (await readTables(owner)).filter(
    ({ owner: name }) => !name.startsWith('platform'),
  );
  const expected = stored.map(({ name, owner: part, isShared }) => {
    return `${part.split('/')[0]} ${name}${isShared ? ' shared' : ''}`;
  });
  const { rows: views } = await owner.query<{ name: string }>(
    `SELECT viewname::text AS name FROM pg_views WHERE schemaname = 'bucket_000'`,
  );
  const declared: string[] = [];
  for (const module of MODULES as readonly Module<never>[])
    for (const [name, { isShared }] of Object.entries(module.tables ?? {}))
      if (!views.some((view) => view.name === name))
        declared.push(`${await folderOf(module)} ${name}${isShared ? ' shared' : ''}`);
  expect(declared.length).toBeGreaterThan(80);
  expect(declared.toSorted()).toEqual(expected.toSorted());
});

test('every column with envelopes is declared as sealed, and a rewrap moves it', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT relname || '.' || attname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace::regnamespace::text IN ('bucket_000', 'shared') AND relkind IN ('r', 'p') AND attnum > 0
       AND NOT attisdropped AND (attname LIKE '%envelope%' OR EXISTS (
         SELECT FROM pg_index WHERE indrelid = attrelid
           AND pg_get_indexdef(indexrelid) ~ ('split_part\\(' || attname || ', ''\\|''')))`,
  );
  const sealed = Object.entries(TABLES).flatMap(([table, { sealed: columns = [] }]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(rows.length).toBeGreaterThan(12);
  expect(sealed).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  const { rows: columns } = await owner.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns`,
  );
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(sealed));
  expect(rewrapsOf(MODULES).length).toBeGreaterThan(10);
});

test('the columns that a manifest declares exist', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns`,
  );
  const known = new Set(rows.map(({ name }) => name));
  const named = Object.entries(TABLES).flatMap(([table, facts]) => [
    ...(facts.lease === undefined ? [] : [`${table}.${facts.lease}`]),
    ...(facts.waiting?.status === undefined ? [] : [`${table}.status`]),
    ...[...(facts.service ?? []), ...(facts.tenant ?? [])].flatMap((privilege) => {
      const column = /\((\w+)\)$/.exec(privilege)?.[1];
      return column === undefined ? [] : [`${table}.${column}`];
    }),
  ]);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

/** Uses that the platform needs, each with its reason. */
const NAMED: Record<string, string> = {
  'db/buckets/placement.ts: organizations': 'the bucket of each organization',
  'db/move/move-organization.ts: organizations': 'the bucket of each organization',
  'db/move/steps.ts: organizations': 'the server on which each organization must stay',
  'db/count.ts: usage_pending': 'statements of several modules count usage',
  'http/admin/health.ts: api_keys': 'every request reads them',
  'audit/store.ts: audit_unlinked': 'one statement writes the log and its queue',
};

test('the platform names no table of a module, except the place of an organization, the queue of the log and the count of usage', () => {
  const files = globSync('**/*.ts', { cwd: PLATFORM }).filter(
    (file) => !file.endsWith('.test.ts') && file !== 'db/types.ts',
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(PLATFORM, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^\s*\/\/.*$/gm, '');
    return Object.keys(DECLARED)
      .filter((name) =>
        // A word of one part that is also a common English word.
        name.includes('_')
          ? new RegExp(`\\b${name}\\b`).test(text)
          : new RegExp(
              `(FROM|JOIN|INTO|UPDATE|TABLE|EXISTS) ${name}\\b|\\.${name}\\s+(SET|WHERE|AS)\\b|['"]${name}['"]`,
            ).test(text),
      )
      .map((name) => `${file}: ${name}`);
  });
  expect(found.toSorted()).toEqual(Object.keys(NAMED).toSorted());
});

test('every metric that a trigger or a statement counts is in the manifest of a module', async () => {
  const { rows } = await owner.query<{ text: string }>(
    `SELECT DISTINCT prosrc AS text FROM pg_proc WHERE prosrc ~ 'INTO \\S*usage_pending'`,
  );
  const stores = globSync('src/modules/**/store.ts', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );
  const counted = [
    ...rows.flatMap(({ text }) => [...text.matchAll(/\), '(\w+)', (?:'(\w+)'|NEW\.kind), 1/g)]),
    ...stores.flatMap((text) => [
      ...text.matchAll(/service: sql\.lit\('(\w+)'\),\s+metric: sql\.lit\('(\w+)'\)/g),
    ]),
  ].map(([, service, metric = KINDS]) => ({ service: service!, metrics: [metric].flat() }));
  // One trigger counts callers' reports, by the service and metric of the report.
  expect(counted).toHaveLength(rows.length - 1 + 3);
  const found: Record<string, string[]> = {};
  for (const { service, metrics } of counted)
    found[service] = [...new Set([...(found[service] ?? []), ...metrics])];
  expect(OWN_USAGE).toEqual(found);
});

test('a live kind has one module, and one of its scopes', () => {
  const kinds = (MODULES as readonly Module<never>[]).flatMap(({ liveKinds = {}, scopes }) =>
    Object.entries(liveKinds).map(([kind, scope]) => ({
      kind,
      isOwn: Object.hasOwn(scopes, scope),
    })),
  );
  expect(kinds.length).toBeGreaterThan(5);
  expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(kinds.length);
  expect(kinds.filter(({ isOwn }) => !isOwn)).toEqual([]);
});
