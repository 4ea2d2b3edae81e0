import { sql, type RawBuilder } from 'kysely';
import type { ExportFilter } from '../../export-source.ts';
import { isWithin } from './keyset.ts';

/**
 * Selects rows of the organization and range.
 * @param columns `state` is the column that `service` selects by. `prefix` is the prefix of ids that contain the time,
 * by which an index finds the range
 */
export function isExported(
  { orgId, from, to, service }: ExportFilter,
  {
    org = 'org_id',
    id = 'id',
    prefix,
    at,
    state,
  }: { org?: string; id?: string; prefix?: string; at: string; state: string },
): RawBuilder<unknown> {
  const found: RawBuilder<unknown>[] = [sql`${sql.ref(org)} = ${orgId}`];
  if (prefix !== undefined)
    found.push(isWithin({ id, at, prefix }, { ...(from && { from }), ...(to && { to }) }));
  else {
    if (from) found.push(sql`${sql.ref(at)} >= ${from}`);
    if (to) found.push(sql`${sql.ref(at)} < ${to}`);
  }
  if (service !== undefined) found.push(sql`${sql.ref(state)} = ${service}`);
  return sql.join(found, sql` AND `);
}

/**
 * Returns a cell of a content that may be sealed: the id of the row and the envelope, or the plain text.
 * @param clear the plain text
 */
export function sealable(
  { isSealed = false }: Pick<ExportFilter, 'isSealed'>,
  { clear, id, envelope }: Record<'clear' | 'id' | 'envelope', RawBuilder<unknown>>,
): RawBuilder<unknown> {
  if (!isSealed) return clear;
  return sql`CASE WHEN ${envelope} IS NULL THEN ':' || (${clear}) ELSE ${id} || ':' || ${envelope} END`;
}

/** Returns the id and the envelope of such a cell, or the plain text. */
export function sealedIn(text: string): { id: string; envelope: string } | { clear: string } {
  const end = text.indexOf(':');
  const [id, rest] = [text.slice(0, end), text.slice(end + 1)];
  return id === '' ? { clear: rest } : { id, envelope: rest };
}
