/** The migrations that this version of the code ships. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SHARED } from '../schemas.ts';
import { statementsOf } from './statements.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../../../migrations');

export type Migration = {
  version: number;
  name: string;
  /** Undefined for a migration whose statements are now part of the base. */
  sql?: string;
  checksum: string;
  /** True for the shared tables, false for those of each bucket. */
  isShared: boolean;
  /**
   * The oldest migration of the Oriki versions that also work on this migration's schema; undefined if no earlier
   * version does.
   */
  needs?: number;
};

/** A comment line of a migration that older versions can work with: `-- needs 0160`. */
const NEEDS = /^-- needs (\d{4})$/m;

/** The first line of a migration for the shared tables; all others apply to each bucket. */
const OF_SHARED = /^-- shared\n/;

/** Thrown when the schema does not fit the code; the message names the repair. */
export class SchemaMismatch extends Error {
  /** True if only migrations are missing. */
  readonly pending: boolean;
  constructor(message: string, pending = false) {
    super(message);
    this.name = 'SchemaMismatch';
    this.pending = pending;
  }
}

/** The commit of the last version that can apply the migrations that the base replaces. */
const LAST_WITH_REPLACED = 'adc2c16a388c5fc5632a797d5ec4582db12716ed';

/** Thrown when a database lacks migrations that this version no longer has. */
export class ReplacedSchema extends SchemaMismatch {
  constructor() {
    super(
      'the database is too old for this version of Oriki: install the version of commit ' +
        `${LAST_WITH_REPLACED}, run its "npx --no-install oriki migrate", and then install this version`,
    );
  }
}

/**
 * Returns the statements of the base. They create the tables of a schema in the state after the replaced migrations.
 * @param schema the name of a bucket, or that of the shared tables
 */
export async function loadBase(schema: string, dir: string = MIGRATIONS_DIR): Promise<string[]> {
  const folder = join(dir, 'base', schema === SHARED ? 'shared' : 'bucket');
  const files = (await readdir(folder)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) => statementsOf(text.replaceAll('{schema}', schema)));
}

/**
 * Returns all migrations of this version of the code, oldest first. Those that the base replaces have no statements. An
 * empty database records them, so that versions that have them also work on it.
 */
export async function loadMigrations(dir: string = MIGRATIONS_DIR): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).toSorted();
  const replaced = JSON.parse(
    await readFile(join(dir, 'base/replaced.json'), 'utf8'),
  ) as Migration[];
  const later = await Promise.all(
    files.map(async (file) => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
      if (!match) throw new Error(`migrations/${file} is not named NNNN_name.sql`);
      const sql = await readFile(join(dir, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const [, needs] = NEEDS.exec(sql) ?? [];
      return {
        version: Number(match[1]),
        name: match[2]!,
        sql,
        checksum,
        isShared: OF_SHARED.test(sql),
        ...(needs !== undefined && { needs: Number(needs) }),
      };
    }),
  );
  return [...replaced, ...later];
}

/** A row of schema_migrations. */
export type Applied = { version: number; name: string; checksum: string; needs: number | null };

/** Returns the newest migration of this version, for `tooNew`. */
export function newestOf(all: readonly Migration[]): number {
  return Math.max(0, ...all.map(({ version }) => version));
}

/**
 * Returns the reason why a version cannot work on a schema with this migration, which the version does not know;
 * undefined if it can.
 * @param newest the version's newest migration
 */
export function tooNew(
  { version, name, needs }: Omit<Applied, 'checksum'>,
  newest: number,
): string | undefined {
  if (needs !== null && needs <= newest) return undefined;
  return (
    `the database has migration ${version} (${name}), which this version of Oriki does not ` +
    'know: it was migrated by a newer version. Start that version, or restore a backup.'
  );
}

/**
 * Returns the migrations that a schema lacks. The schema may have newer ones that this version can work with.
 * @param known those for the schema
 * @param newest the newest migration of this version, for any schema
 * @throws SchemaMismatch when the schema has other migrations, or lacks some that the base replaces
 */
export function missingOf(applied: Applied[], known: Migration[], newest: number): Migration[] {
  for (const row of applied) {
    const match = known.find((migration) => migration.version === row.version);
    if (!match) {
      const reason = tooNew(row, newest);
      if (reason !== undefined) throw new SchemaMismatch(reason);
      continue;
    }
    if (match.checksum !== row.checksum)
      throw new SchemaMismatch(
        `migration ${row.version} (${row.name}) was changed after it had been applied to this database`,
      );
  }
  const missing = known.filter(({ version }) => !applied.some((row) => row.version === version));
  if (applied.length > 0 && missing.some(({ sql }) => sql === undefined))
    throw new ReplacedSchema();
  return missing;
}

/** The first line of a migration whose statements build or drop indexes concurrently with writes. */
export const CONCURRENT = /^-- concurrently\n/;

/** Returns the statements of a migration, each with the index that it builds. Other statements are not allowed. */
export function concurrentStatements(sql: string): { text: string; builds: string | undefined }[] {
  return statementsOf(sql)
    .map((text) => text.replaceAll(/--.*$/gm, '').trim())
    .map((text) => {
      const [, create, , name] =
        /^(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) (\w+)\b/.exec(
          text,
        ) ?? [];
      if (name === undefined)
        throw new Error(
          'only CREATE and DROP INDEX CONCURRENTLY IF [NOT] EXISTS can run without a transaction',
        );
      return { text, builds: create!.startsWith('CREATE') ? name : undefined };
    });
}
