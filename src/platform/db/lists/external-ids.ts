/** Ids of organizations' own in rows: the spellings that Unicode takes for the same text (NFC) are one id. */
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../database.ts';
import type { Tables } from '../tables.ts';

/** The text of a column in NFC, or null. Indexes have this very expression: texts in NFC, nearly all, are only looked at. */
export function inOneForm(column: string): RawBuilder<string> {
  const text = sql.ref(column);
  return sql<string>`(CASE WHEN ${text} IS NFC NORMALIZED THEN ${text} ELSE normalize(${text}, NFC) END)`;
}

/**
 * Tells whether a column has an id, in whatever spelling it was stored. For rows that keep the text that they were written
 * with; others are in NFC, as is every id that is asked for.
 */
export function hasExternalId(column: string, id: string): RawBuilder<boolean> {
  return sql<boolean>`${inOneForm(column)} = ${id}`;
}

/** Tells whether a text is not in NFC. */
export function isOdd(column: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} IS NOT NFC NORMALIZED)`;
}

/** The number of rows of each table that got another id, and of those that went into another row. */
export type Merged = Record<string, { renamed: number; merged: number }>;

/** The organizations of a bucket that have rows with ids which are not in NFC, in rows that change. */
export async function selectOrgsWithOddIds(db: Queryable, tables: Tables): Promise<string[]> {
  const queries = Object.entries(tables).flatMap(([table, { externalIds = [] }]) =>
    externalIds.length === 0
      ? []
      : sql`SELECT org_id FROM ${sql.table(table)} WHERE ${sql.join(externalIds.map(isOdd), sql` OR `)}`,
  );
  const { rows } = await sql<{ org_id: string }>`
    SELECT org_id FROM (${sql.join(queries, sql` UNION `)}) AS odd ORDER BY 1`.execute(db);
  return rows.map((row) => row.org_id);
}
