import fc from 'fast-check';
import { Client, type QueryResult } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { loadBase } from './migrations.ts';
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

test('splits the base as PostgreSQL does, and loses no part of it', async () => {
  const client = new Client({ connectionString: await emptyDatabase() });
  await client.connect();
  for (const schema of ['bucket_000', 'shared']) {
    await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
    await client.query('CREATE TABLE schema_migrations (version integer, name text)');
    const statements = await loadBase(schema);
    expect(statements.length).toBeGreaterThan(100);
    // The statements are sent as one text: the server splits it, and answers once for each statement.
    const results = (await client.query(statements.join(';\n'))) as unknown as QueryResult[];
    expect(results.length).toBe(statements.length);
  }
  await client.end();
});
