import fc from 'fast-check';
import { Client, type QueryResult } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { loadMigrations, OF_SHARED } from './migrations.ts';
import { statementsOf } from './statements.ts';

test.each([
  ['SELECT 1', ['SELECT 1']],
  ['SELECT 1;', ['SELECT 1']],
  [' SELECT 1 ; ;\n\nSELECT 2;\n', ['SELECT 1', 'SELECT 2']],
  ['', []],
  ['-- only a comment; nothing else', []],
  ['/* a; b */ ; -- c;', []],
  ["SELECT 'a;b', 'it''s; '; SELECT 2", ["SELECT 'a;b', 'it''s; '", 'SELECT 2']],
  ["SELECT E'a\\'; b'; SELECT 2", ["SELECT E'a\\'; b'", 'SELECT 2']],
  // A backslash has no meaning in an ordinary text, and an E at the end of a name does not start an escape string.
  ["SELECT 'a\\'; SELECT 2", ["SELECT 'a\\'", 'SELECT 2']],
  ["SELECT date'a\\'; SELECT 2", ["SELECT date'a\\'", 'SELECT 2']],
  ['SELECT 1 AS "a;""b"; SELECT 2', ['SELECT 1 AS "a;""b"', 'SELECT 2']],
  ["SELECT 1 -- it's; one\n; SELECT 2", ["SELECT 1 -- it's; one", 'SELECT 2']],
  ['SELECT 1 /* a /* b; */ c; */ + 1; SELECT 2', ['SELECT 1 /* a /* b; */ c; */ + 1', 'SELECT 2']],
  ['DO $$ BEGIN a; END $$; SELECT 2', ['DO $$ BEGIN a; END $$', 'SELECT 2']],
  ['DO $a$ x; $b$ y; $$ $a$; SELECT 2', ['DO $a$ x; $b$ y; $$ $a$', 'SELECT 2']],
  // Parameters and names with a dollar sign are not quotes.
  ['SELECT $1; SELECT a$b$ ; SELECT $2', ['SELECT $1', 'SELECT a$b$', 'SELECT $2']],
  ["SELECT '-- x', '/*'; SELECT 2", ["SELECT '-- x', '/*'", 'SELECT 2']],
])('splits %j at the semicolons that end statements', (sql, statements) => {
  expect(statementsOf(sql)).toEqual(statements);
});

test.each([
  ["SELECT 'a; SELECT 2", 'does not end'],
  ['SELECT "a; SELECT 2', 'does not end'],
  ['SELECT 1 /* a /* b */; SELECT 2', 'does not end'],
  ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END', 'BEGIN ATOMIC'],
])('rejects %j', (sql, reason) => {
  expect(() => statementsOf(sql)).toThrow(reason);
});

test('splits joined statements again, whatever their quotes and comments contain', () => {
  const inside = fc
    .stringMatching(/^[ -#%-&(-)+-.0-~]{0,8}$/)
    .filter((text) => !text.includes('"'));
  const piece = fc.oneof(
    inside.map((text) => `'${text};'''`),
    inside.map((text) => `"${text};"`),
    inside.map((text) => `$q$${text};'$q$`),
    inside.map((text) => `/*${text};'*/`),
    inside.map((text) => `--${text};'\n`),
    fc.constantFrom('a', ' 1 ', '+', '\n'),
  );
  const statement = fc.array(piece, { maxLength: 6 }).map((pieces) => `x ${pieces.join(' ')} y`);
  fc.assert(
    fc.property(fc.array(statement), (statements) => {
      expect(statementsOf(statements.join(';'))).toEqual(statements);
    }),
  );
});

test('splits every migration as PostgreSQL does, and loses no part of it', async () => {
  const migrations = await loadMigrations();
  const client = new Client({ connectionString: await emptyDatabase() });
  await client.connect();
  await client.query(
    `CREATE SCHEMA shared; CREATE SCHEMA bucket_000; SET oriki.bucket = 'bucket_000'`,
  );
  for (const schema of ['shared', 'bucket_000'])
    await client.query(`CREATE TABLE ${schema}.schema_migrations (version integer, name text)`);
  for (const { name, sql } of migrations) {
    await client.query(`SET search_path = ${OF_SHARED.test(sql) ? 'shared' : 'bucket_000'}`);
    const statements = statementsOf(sql);
    const bare = (text: string): string => text.replaceAll(/[;\s]/g, '');
    expect(bare(sql).startsWith(bare(statements.join(''))), name).toBe(true);
    if (sql.startsWith('-- concurrently\n'))
      for (const text of statements) await client.query(text);
    else {
      // All as one text: the server splits it, and answers once for each statement.
      const results = (await client.query(sql)) as QueryResult | QueryResult[];
      expect([name, [results].flat().length]).toEqual([name, statements.length]);
    }
  }
  await client.end();
});
