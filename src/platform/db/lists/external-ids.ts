/** Callers' own ids in rows: texts that Unicode treats as equal (NFC) are one id. */
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../database.ts';
import type { Tables } from '../tables.ts';

/**
 * The text of a column in NFC, or null. Indexes use this expression. For texts that are already in NFC, nearly all, it
 * only checks them.
 */
export function inOneForm(column: string): RawBuilder<string> {
  const text = sql.ref(column);
  return sql<string>`(CASE WHEN ${text} IS NFC NORMALIZED THEN ${text} ELSE normalize(${text}, NFC) END)`;
}

/**
 * True if a column has the id, in any stored form. For rows that keep the text as it was written; other rows, and all
 * ids in queries, are in NFC.
 */
export function hasExternalId(column: string, id: string): RawBuilder<boolean> {
  return sql<boolean>`${inOneForm(column)} = ${id}`;
}

/** True if a text is not in NFC. */
export function isOdd(column: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} IS NOT NFC NORMALIZED)`;
}

/** The number of rows per table that got another id, and of rows merged into another row. */
export type Merged = Record<string, { renamed: number; merged: number }>;

/** The organizations of a bucket with ids that are not in NFC, in tables whose rows change. */
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
