/** Callers' own ids in rows. Texts that Unicode treats as equal (NFC) are one id. */
import { sql, type RawBuilder } from 'kysely';

/** Returns the text of a column in NFC, or null. Nearly all texts are already in NFC, and it only checks these. */
export function inOneForm(column: string): RawBuilder<string> {
  const text = sql.ref(column);
  return sql<string>`(CASE WHEN ${text} IS NFC NORMALIZED THEN ${text} ELSE normalize(${text}, NFC) END)`;
}

/** A caller's own id in NFC, the form of all ids in queries, and the column that must have it. */
export type ExternalId = { column: string; orgId: string; id: string | RawBuilder<string> };

/** Returns the condition that a column has an id; no condition without an id. */
export function sameAs(
  column: string,
  orgId: string,
  id: string | undefined,
): ExternalId | undefined {
  return id === undefined ? undefined : { column, orgId, id };
}

/** Selects the other spellings of an id that rows of the organization have. */
function spellingsOf({ orgId, id }: ExternalId): RawBuilder<unknown> {
  return sql`SELECT spelling FROM external_id_spellings WHERE org_id = ${orgId} AND nfc = ${id}`;
}

/** Returns the condition that a column has the id in any stored spelling, for rows that keep the text as written. */
export function hasExternalId(same: ExternalId): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(same.column)} = ANY (ARRAY(${spellingsOf(same)}) || ${same.id}::text)`;
}

/**
 * Returns the same condition as two conditions, for lists. An index has the rows of the first one, nearly all, in the
 * order of the list. The second one reads no row if the id has no other spelling.
 */
export function spelledInNfcOrNot(same: ExternalId): RawBuilder<boolean>[] {
  const column = sql.ref(same.column);
  const others = spellingsOf(same);
  return [
    sql<boolean>`${column} = ${same.id}`,
    sql<boolean>`(EXISTS (${others}) AND ${column} = ANY (ARRAY(${others})))`,
  ];
}
