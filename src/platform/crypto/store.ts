import { sql, type RawBuilder } from 'kysely';
import type { Database, Queryable } from '../db/database.ts';
import { isUnavailable } from '../db/failures.ts';
import { everyBucketOf, sharedOf } from '../db/places.ts';
import type { Tables } from '../db/tables.ts';

/** Returns a value that a first start has stored. */
export async function storedValue(db: Queryable, name: string): Promise<string | undefined> {
  const stored = sharedOf(db).selectFrom('installation').select('value').where('name', '=', name);
  return (await stored.executeTakeFirst())?.value;
}

/** Stores the value unless one exists, and returns the stored one. */
export async function installationValue(
  db: Queryable,
  name: string,
  value: string,
): Promise<string> {
  // Writes nothing if a value exists, because the database may be read-only.
  const known = await storedValue(db, name);
  if (known !== undefined) return known;
  await sql`INSERT INTO installation (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO NOTHING`.execute(sharedOf(db));
  return (await storedValue(db, name))!;
}

/** The prefix of values that name a bucket in which subjects' keys cover all envelopes. */
const COVERED = 'subject_keys_covered ';

export async function isCovered(db: Database): Promise<boolean> {
  return (await storedValue(db.read, `${COVERED}${db.schema}`)) !== undefined;
}

export async function setCovered(db: Database): Promise<void> {
  await installationValue(db.read, `${COVERED}${db.schema}`, 'yes');
}

/** Makes the background work check all envelopes again. */
export async function forgetCovered(db: Queryable): Promise<void> {
  const own = sql`FROM installation WHERE starts_with(name, ${COVERED})`;
  // Writes nothing if there is no such value, because the database may be read-only.
  const { rows } = await sql`SELECT name ${own}`.execute(sharedOf(db));
  if (rows.length > 0) await sql`DELETE ${own}`.execute(sharedOf(db));
}

/**
 * Returns the ids of the keys of stored envelopes, of all organizations, by one index step for each. Skips buckets on
 * an unavailable server, so that it does not block others.
 */
export async function storedKeyIds(db: Queryable, tables: Tables): Promise<string[]> {
  const found = new Set<string>();
  const columns = Object.entries(tables).flatMap(([table, { sealed = [], isShared }]) =>
    sealed.map((column) => ({ table, column, isShared })),
  );
  for (const { table, column, isShared } of columns) {
    const places = isShared ? [sharedOf(db)] : everyBucketOf(db);
    const keyId = sql`split_part(${sql.ref(column)}, '|', 1)`;
    const first = sql`SELECT ${keyId} AS id FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL`;
    for (const place of places) {
      const { rows } = await sql<{ id: string }>`
        WITH RECURSIVE used AS (
          (${first} ORDER BY ${keyId} LIMIT 1)
          UNION ALL
          SELECT next.id FROM used CROSS JOIN LATERAL
            (${first} AND ${keyId} > used.id ORDER BY ${keyId} LIMIT 1) AS next)
        SELECT id FROM used`
        .execute(place)
        .catch((error: unknown) => {
          if (places.length === 1 || !isUnavailable(error)) throw error;
          return { rows: [] };
        });
      for (const { id } of rows) found.add(id);
    }
  }
  return [...found];
}

/** A column with the organization's id of the subject, or the path to it through a row of another table. */
type SubjectColumn =
  | string
  | { column: string; table: string; key: string; subject: SubjectColumn };

/** Returns the subject of a row as an expression; NULL if it has none. */
function subjectOf(table: string, path: SubjectColumn | undefined): RawBuilder<string | null> {
  if (path === undefined) return sql`NULL::text`;
  if (typeof path === 'string') return sql`${sql.ref(`${table}.${path}`)}`;
  const [other, key] = [sql.table(path.table), sql.ref(`${path.table}.${path.key}`)];
  return sql`(SELECT ${subjectOf(path.table, path.subject)} FROM ${other}
    WHERE ${sql.ref(`${path.table}.org_id`)} = ${sql.ref(`${table}.org_id`)}
      AND ${key} = ${sql.ref(`${table}.${path.column}`)})`;
}

/** A column with envelopes in a table. */
export type SealedColumn<Key extends string> = {
  table: string;
  /** The path from a row to its subject, whose key covers the envelope. */
  subject?: SubjectColumn;
  /** The columns of the primary key, which are texts. */
  key: readonly Key[];
  /** Other columns that the context of an envelope needs. */
  also?: readonly Key[];
  /** The column with the envelope; `envelope` by default. */
  column?: string;
  isShared?: true;
  /** The number of rows that are read at once, if not the usual one: envelopes may be large. */
  atOnce?: number;
};

/** The envelopes in a column, in the order of the primary key. */
export function envelopesIn<Key extends string>({
  table,
  key,
  also = [],
  column = 'envelope',
  subject,
  isShared,
}: SealedColumn<Key>) {
  type Row = Record<Key, string> & { envelope: string; subject: string | null };
  const [name, sealed] = [sql.table(table), sql.ref(column)];
  const columns = sql.join(key.map((one) => sql.ref(one)));
  const shown = sql.join([...key, ...also].map((one) => sql.ref(one)));
  const valuesOf = (row: Row | undefined) => sql.join(key.map((one) => row?.[one] ?? ''));
  return {
    /** Selects envelopes of all organizations that are not under `keyId`, after a row. */
    async select(
      db: Queryable,
      keyId: string,
      after: Row | undefined,
      limit: number,
    ): Promise<Row[]> {
      const { rows } = await sql<Row>`
        SELECT ${shown}, ${sealed} AS envelope, ${subjectOf(table, subject)} AS subject FROM ${name}
        WHERE ${sealed} IS NOT NULL AND (${columns}) > (${valuesOf(after)})
          AND NOT starts_with(${sealed}, ${`${keyId}|`})
        ORDER BY ${columns} LIMIT ${limit}`.execute(isShared ? sharedOf(db) : db);
      return rows;
    },
    /** Selects one envelope of each subject. */
    async ofSubjects(db: Queryable): Promise<Row[]> {
      const { rows } = await sql<Row>`
        SELECT DISTINCT ON (org_id, subject) * FROM (
          SELECT ${shown}, ${sealed} AS envelope, ${subjectOf(table, subject)} AS subject FROM ${name}
          WHERE ${sealed} IS NOT NULL) AS sealed
        WHERE subject IS NOT NULL ORDER BY org_id, subject`.execute(db);
      return rows;
    },
    /** @returns false, with nothing changed, if the row is gone or its envelope has changed since it was read */
    async replace(db: Queryable, row: Row, replacement: string): Promise<boolean> {
      const { rows } = await sql`UPDATE ${name} SET ${sealed} = ${replacement}
        WHERE ${sql.join(
          key.map((one) => sql`${sql.ref(one)} = ${row[one]}`),
          sql` AND `,
        )} AND ${sealed} = ${row.envelope}
        RETURNING 1`.execute(isShared ? sharedOf(db) : db);
      return rows.length > 0;
    },
  };
}
