import { sql, type RawBuilder } from 'kysely';
import type { ExportFilter } from '../../export-source.ts';

/**
 * Returns a cell of a content that may be sealed: the id of the row and the envelope, or the text in the clear.
 * @param clear the content in the clear
 */
export function sealable(
  { isSealed = false }: Pick<ExportFilter, 'isSealed'>,
  { clear, id, envelope }: Record<'clear' | 'id' | 'envelope', RawBuilder<unknown>>,
): RawBuilder<unknown> {
  if (!isSealed) return clear;
  return sql`CASE WHEN ${envelope} IS NULL THEN ':' || (${clear}) ELSE ${id} || ':' || ${envelope} END`;
}

/** Returns the id and the envelope of such a cell, or the text in the clear. */
export function sealedIn(text: string): { id: string; envelope: string } | { clear: string } {
  const end = text.indexOf(':');
  const [id, rest] = [text.slice(0, end), text.slice(end + 1)];
  return id === '' ? { clear: rest } : { id, envelope: rest };
}
