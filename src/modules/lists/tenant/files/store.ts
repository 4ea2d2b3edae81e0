import { sql, type RawBuilder } from 'kysely';
import { rowsOf } from '../../../../platform/db/bulk/rows.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import type { NewEntry } from '../store.ts';

/** The content of an entry in one text: many may share a name ("unknown") and differ in their numbers. */
function contentOf(entry: 'e' | 'n'): RawBuilder<unknown> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${entry}.${name}`);
  return sql`concat_ws(E'\n', ${column('canonical_name')}, coalesce(${column('dob')}::text, ''),
    coalesce(${column('country')}, ''), coalesce(${column('identifiers')}::jsonb::text, ''))`;
}

/**
 * Returns the positions, from 0, of the entries whose content is already on the list. Reads the whole list, so pass
 * many entries at once.
 */
export async function selectListed(
  db: Queryable,
  orgId: string,
  listId: string,
  entries: readonly NewEntry[],
): Promise<Set<number>> {
  const given = rowsOf(
    entries,
    { canonicalName: 'text', dob: 'date', country: 'text', identifiers: 'json' },
    'n',
  );
  const { rows } = await sql<{ at: number }>`
    SELECT n.n::int - 1 AS at
    FROM ${given.numbered}
    WHERE ${contentOf('n')} IN (
      SELECT ${contentOf('e')} FROM screening_entries e
      WHERE e.org_id = ${orgId} AND e.list_id = ${listId}
    )`.execute(db);
  return new Set(rows.map(({ at }) => at));
}
