import { sql, type RawBuilder } from 'kysely';
import type { ExportFilter } from '../../export-source.ts';
import { isWithin } from './keyset.ts';

/** Selects rows of the organization and range. `state`: the column that `service` selects by. */
export function isExported(
  { orgId, from, to, service }: ExportFilter,
  {
    org = 'org_id',
    id = 'id',
    prefix,
    at,
    state,
  }: { org?: string; id?: string; prefix: string; at: string; state: string },
): RawBuilder<unknown> {
  const range = { ...(from && { from }), ...(to && { to }) };
  const found = [sql`${sql.ref(org)} = ${orgId}`, isWithin({ id, at, prefix }, range)];
  if (service !== undefined) found.push(sql`${sql.ref(state)} = ${service}`);
  return sql.join(found, sql` AND `);
}
