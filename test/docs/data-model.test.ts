import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTables, renderDataModel } from '../../scripts/data-model.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';

const ROOT = join(import.meta.dirname, '../..');

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: asOwner(await cloneDatabase()) });
  await client.connect();
});
afterAll(() => client.end());

test('every table has a comment that names its owner, its rows, its writers and its lock', async () => {
  const tables = await readTables(client);
  expect(tables.length).toBeGreaterThan(60);
  const nowhere = tables.filter(
    ({ owner }) =>
      !existsSync(join(ROOT, 'src/modules', owner)) && !existsSync(join(ROOT, 'src', owner)),
  );
  expect(nowhere).toEqual([]);
});

test('a table without a comment in that form is named', async () => {
  await client.query('BEGIN; CREATE TABLE nobodys (id text); CREATE TABLE somebodys (id text)');
  await client.query(`COMMENT ON TABLE somebodys IS 'A row is something.'`);
  await expect(readTables(client)).rejects.toThrow(
    /\nnobodys: no comment\nsomebodys: A row is something\.$/,
  );
  await client.query('ROLLBACK');
});

test('docs/data-model.md repeats the comments', async () => {
  const page = readFileSync(join(ROOT, 'docs/data-model.md'), 'utf8');
  expect(page).toBe(await renderDataModel(client));
});

test('docs/locks.md names every source file that takes an advisory lock', () => {
  const page = readFileSync(join(ROOT, 'docs/locks.md'), 'utf8');
  const files = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
  const locking = files.filter((file) =>
    /pg_(try_)?advisory_(xact_)?lock/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(locking.length).toBeGreaterThan(5);
  expect(locking.filter((file) => !page.includes(`\`${file}\``))).toEqual([]);
});
