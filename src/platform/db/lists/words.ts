import { sql, type RawBuilder } from 'kysely';

/**
 * Returns the condition that, for each word of a text, a name has a word that begins with it. Each word in the index
 * has the organization before it (migration 71), so a search reads only this organization's entries.
 */
export function hasWords(
  orgId: string,
  columns: { name: string; orgId: string },
  text: string,
): RawBuilder<boolean> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  if (!words) return sql`false`;
  const mine = orgId.replaceAll('_', '');
  const wanted = words.map((word) => `'${mine}${word}':*`).join(' & ');
  return sql`to_tsvector('simple', regexp_replace(lower(${sql.ref(columns.name)}), '\\w+',
    replace(${sql.ref(columns.orgId)}, '_', '') || '\\&', 'g')) @@ to_tsquery('simple', ${wanted})`;
}
