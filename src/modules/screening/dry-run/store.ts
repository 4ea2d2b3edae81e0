import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { isWithin } from '../../../platform/db/lists/keyset.ts';
import type { StoredQuery } from '../screen/asked/schemas.ts';
import { SCREENING_PREFIX } from '../screen/schemas.ts';

const MADE = { id: 'id', at: 'screened_at', prefix: SCREENING_PREFIX };
/** Members of a stored query that have weights. */
const WEIGHED = [
  'type',
  'gender',
  'birthDate',
  'birthPlace',
  'nationality',
  'addresses',
  'identifiers',
];

export type WeighedRow = { id: string; query: StoredQuery };

/** Maximum number of screenings that one step reads. */
const LOOKED_AT = 10_000;

/**
 * Selects screenings since a time whose queries have a fact with a weight, newest first.
 * @param before only screenings before this one
 * @returns `next` if there may be more
 */
export async function selectWeighed(
  db: Queryable,
  orgId: string,
  { from, before, limit }: { from: Date; before: string | undefined; limit: number },
): Promise<{ rows: WeighedRow[]; next: string | null }> {
  const beyond = before === undefined ? sql`true` : sql`id < ${before}`;
  const stored = sql`screenings WHERE org_id = ${orgId} AND ${isWithin(MADE, { from })} AND ${beyond}`;
  const { rows: last } = await sql<{ id: string }>`SELECT id FROM ${stored}
    ORDER BY id DESC LIMIT 1 OFFSET ${LOOKED_AT - 1}`.execute(db);
  const end = last[0]?.id ?? null;
  const { rows } = await sql<WeighedRow>`SELECT id, query FROM ${stored}
      AND id >= ${end ?? ''} AND query::jsonb ?| ${arrayText(WEIGHED)}::text[]
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return { rows, next: rows.length === limit ? rows.at(-1)!.id : end };
}
