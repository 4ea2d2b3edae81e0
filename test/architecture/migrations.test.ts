import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  concurrentStatements,
  loadMigrations,
  newestOf,
  tooNew,
} from '../../src/platform/db/migration/migrations.ts';
import { git, PREVIOUS_RELEASE, withoutPreviousRelease } from '../support/previous-release.ts';
import { violations } from './migration-rules.ts';

test('no migration locks a table that may be large while it reads or writes all of it', async () => {
  for (const { version, name, sql = '' } of await loadMigrations())
    expect(violations(sql), `${version} ${name}`).toEqual([]);
});

test('a migration marked as concurrent has only statements that can be repeated without a transaction', async () => {
  for (const { name, sql } of await loadMigrations())
    if (sql?.startsWith('-- concurrently\n'))
      expect(() => concurrentStatements(sql), name).not.toThrow();
});

test.skipIf(withoutPreviousRelease('the migrations of the previous release'))(
  'no migration of the previous release has changed, and that release works on the schema of all later ones',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oriki-released-'));
    const files = git('archive', PREVIOUS_RELEASE, '--', 'migrations');
    execFileSync('tar', ['-x', '-C', folder], { input: files });
    const migrations = join(folder, 'migrations');
    // The first release is older than the base.
    if (!existsSync(join(migrations, 'base'))) {
      await mkdir(join(migrations, 'base'));
      await writeFile(join(migrations, 'base/replaced.json'), '[]');
    }
    const released = await loadMigrations(migrations);
    await rm(folder, { recursive: true });
    const all = await loadMigrations();
    const [old, later] = [all.slice(0, released.length), all.slice(released.length)];
    const bare = (list: typeof all): object[] => list.map((one) => ({ ...one, sql: undefined }));
    expect(bare(old)).toEqual(bare(released));
    for (const { version, name, needs = null } of later)
      expect(tooNew({ version, name, needs }, newestOf(old)), `needs in ${name}`).toBeUndefined();
  },
);

describe('the rules', () => {
  test.each([
    'CREATE INDEX i ON events (id)',
    'CREATE UNIQUE INDEX i ON public.events (id)',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON events (id)',
    'ALTER TABLE events ADD COLUMN a text NOT NULL',
    'ALTER TABLE events ADD a text DEFAULT gen_random_uuid()',
    'ALTER TABLE events ADD COLUMN a bigserial',
    'ALTER TABLE events ADD COLUMN a int GENERATED ALWAYS AS (1) STORED',
    'ALTER TABLE events ADD COLUMN a text REFERENCES organizations (id)',
    'ALTER TABLE events ADD COLUMN a int, ADD COLUMN b int CHECK (b > 0)',
    'ALTER TABLE events ADD CONSTRAINT c CHECK (a > 0)',
    'ALTER TABLE events ADD PRIMARY KEY (org_id, id)',
    'ALTER TABLE events ADD UNIQUE (id)',
    'ALTER TABLE ONLY events ALTER COLUMN a TYPE bigint',
    'ALTER TABLE events ALTER a SET DATA TYPE bigint',
    'ALTER TABLE events ALTER COLUMN a SET NOT NULL',
    'ALTER TABLE events SET UNLOGGED',
    'ALTER TABLE events ADD CONSTRAINT c CHECK (a > 0) NOT VALID; ALTER TABLE events VALIDATE CONSTRAINT c',
    'UPDATE events SET a = 1',
    'DELETE FROM events',
    'INSERT INTO events SELECT * FROM other',
    'INSERT INTO events TABLE messages',
    'INSERT INTO events VALUES ((TABLE messages))',
    'INSERT INTO events VALUES (f())',
    'INSERT INTO events (a) VALUES (public."f" (1))',
    'CREATE TABLE t (a int); INSERT INTO t TABLE messages',
    'CREATE TABLE t (a int); UPDATE t SET a = -é()',
    'TRUNCATE events',
    'LOCK TABLE events',
    'CLUSTER events',
    'SET lock_timeout = 0',
    'DO $$ BEGIN UPDATE events SET a = 1; END $$',
    'WITH x AS (UPDATE events SET a = 1 RETURNING a) SELECT * FROM x',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE events SET a = 1 $$; SELECT f()',
    'CALL p()',
    'MERGE INTO events USING t ON true WHEN MATCHED THEN DELETE',
    "COPY events FROM '/tmp/x'",
    'CREATE MATERIALIZED VIEW v AS SELECT * FROM events',
    'CREATE TABLE t AS SELECT * FROM events',
    'CREATE TABLE t (a int); INSERT INTO t SELECT a FROM events',
    'CREATE TABLE t (a int); UPDATE t SET a = e.a FROM events e',
    'CREATE TABLE IF NOT EXISTS events (a int); UPDATE events SET a = 1',
    'CREATE TABLE t PARTITION OF events DEFAULT',
    'CREATE TABLE t (a int) PARTITION BY LIST (a); ALTER TABLE t ATTACH PARTITION events DEFAULT',
    'ALTER TABLE events ALTER COLUMN a SET EXPRESSION AS (b + 1)',
    'CREATE DOMAIN positive AS int CHECK (VALUE > 0); ALTER TABLE events ADD COLUMN a positive',
    'ALTER TABLE events ADD COLUMN a information_schema.cardinal_number',
    'ALTER TABLE events RENAME COLUMN a TO b',
    'DROP INDEX events_by_a',
    'DROP TABLE events',
    "INSERT INTO installation (name, value) VALUES ('--', ''); UPDATE events SET a = 1",
    '/* for all */ UPDATE events SET a = 1',
  ])('refuse: %s', (sql) => {
    expect(violations(`${sql};`).length).toBeGreaterThan(0);
  });

  test.each([
    'CREATE TABLE t (a int); CREATE INDEX i ON t (a); ALTER TABLE t ADD PRIMARY KEY (a); UPDATE t SET a = 1',
    '-- concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS i ON events (id)',
    'ALTER TABLE events ADD COLUMN a text',
    "ALTER TABLE events ADD COLUMN a numeric(10, 2) NOT NULL DEFAULT 0, ADD COLUMN b text NOT NULL DEFAULT ''",
    'ALTER TABLE events ADD COLUMN a timestamptz NOT NULL DEFAULT now()',
    'ALTER TABLE events ADD CONSTRAINT c CHECK (a IN (1, 2)) NOT VALID',
    'ALTER TABLE events VALIDATE CONSTRAINT c',
    'ALTER TABLE events ADD CONSTRAINT c UNIQUE USING INDEX i',
    'ALTER TABLE events ALTER COLUMN a DROP NOT NULL, DROP CONSTRAINT c, DROP COLUMN d',
    'ALTER TABLE events ENABLE ALWAYS TRIGGER t',
    "INSERT INTO installation (name, value) VALUES ('f() from TABLE', now()), ('b', 'c') ON CONFLICT (name) DO NOTHING",
    '-- UPDATE events SET a = 1;\nCREATE TABLE t (a int); DROP TABLE t',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE events SET a = 1; DELETE FROM events $$',
  ])('allow: %s', (sql) => {
    expect(violations(`${sql};`)).toEqual([]);
  });
});
