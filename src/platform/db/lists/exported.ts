import { sql, type RawBuilder } from 'kysely';
import type { ExportFilter } from '../../export-source.ts';
import { isWithin } from './keyset.ts';

/**
 * Selects rows of the organization and range.
 * @param columns `state`: the column that `service` selects by; `prefix`: that of ids that contain the time, by which an index
 * finds the range
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
