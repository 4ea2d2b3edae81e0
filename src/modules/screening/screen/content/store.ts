import { sql } from 'kysely';
import { givenRows } from '../../../../platform/db/bulk/rows.ts';
import { compiled } from '../../../../platform/db/bulk/compiled.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import type { Content } from './schemas.ts';

/** The content is null unless it is in the clear. */
export type ContentRow = Content & { id: string; subject_id: string | null; is_clear: boolean };
export type SealedRow = { orgId: string; id: string; contentEnvelope: string } & Record<
  'query' | 'hits',
  string
>;

/** Selects screenings after an id, with their contents if these are in the clear and were not removed. */
export async function selectContents(
  db: Queryable,
  orgId: string,
  after: string,
  limit: number,
): Promise<ContentRow[]> {
  const { rows } = await sql<ContentRow>`
    SELECT s.id, s.subject_id, is_clear, CASE WHEN is_clear THEN s.query END AS query,
      CASE WHEN is_clear THEN s.hits END AS hits
    FROM screenings s CROSS JOIN LATERAL (
      SELECT s.content_envelope IS NULL AND s.query->>'namesRemovedAt' IS NULL AS is_clear) AS one
    WHERE s.org_id = ${orgId} AND s.id > ${after} ORDER BY s.id LIMIT ${limit}`.execute(db);
  return rows;
}

const replacing = compiled<readonly SealedRow[]>((given) => {
  const types = {
    orgId: 'text',
    id: 'text',
    contentEnvelope: 'text',
    query: 'text',
    hits: 'text',
  } as const;
  const { joined } = givenRows(given, (rows) => rows, types, 'n');
  return sql`UPDATE screenings s
    SET content_envelope = n.content_envelope, query = n.query::json, hits = n.hits::json
    FROM ${joined} WHERE s.org_id = n.org_id AND s.id = n.id AND s.content_envelope IS NULL
      AND s.query->>'namesRemovedAt' IS NULL`;
});

/** Replaces contents by their envelopes, unless retention has removed the names. */
export async function replaceClear(db: Queryable, rows: readonly SealedRow[]): Promise<void> {
  await db.executeQuery(replacing(rows));
}
