import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import { listed, NEWEST, type ListedRow } from '../threads/store.ts';

/** The conditions of the partial indexes of participations by participant, which cover every row together. */
const INDEXED = [
  sql`m.status IS NOT NULL`,
  sql`(m.status IS NULL AND m.left_at IS NULL)`,
  sql`m.left_at IS NOT NULL`,
];

/** Selects the ids of threads that a subject takes or took part in, in any role, and of those about the subject. */
export function threadIds(orgId: string, subjectId: string): RawBuilder<string> {
  const joined = INDEXED.map(
    (condition) => sql`
      SELECT m.thread_id FROM participants p
      JOIN thread_participants m ON m.org_id = p.org_id AND m.participant_id = p.id AND ${condition}
      WHERE p.org_id = ${orgId} AND p.external_id = ${subjectId}`,
  );
  return sql`(SELECT id FROM threads WHERE org_id = ${orgId} AND entity_id = ${subjectId}
    UNION ${sql.join(joined, sql` UNION `)})`;
}

/**
 * True if a thread is about one of these subjects, or has one as a participant.
 * @param alias the table of the rows, with the organization
 * @param column its column with the id of the thread
 */
export function isOfAny(
  alias: string,
  column: string,
  subjects: readonly string[],
): RawBuilder<boolean> {
  const [orgId, threadId] = [sql.ref(`${alias}.org_id`), sql.ref(`${alias}.${column}`)];
  return sql<boolean>`(
    EXISTS (SELECT FROM threads h WHERE h.org_id = ${orgId} AND h.id = ${threadId} AND h.entity_id = ${anyOf(subjects)})
    OR EXISTS (
      SELECT FROM thread_participants h JOIN participants p ON p.org_id = h.org_id AND p.id = h.participant_id
      WHERE h.org_id = ${orgId} AND h.thread_id = ${threadId} AND p.external_id = ${anyOf(subjects)}))`;
}

/** Newest first. */
export async function selectThreadsOf(
  db: Queryable,
  orgId: string,
  subjectId: string,
  page: Page,
): Promise<Listed<ListedRow>> {
  const shown = listed(db, orgId).where('t.id', 'in', threadIds(orgId, subjectId));
  const counted = db
    .selectFrom('threads')
    .where('org_id', '=', orgId)
    .where('id', 'in', threadIds(orgId, subjectId));
  return selectPage(db, { shown, counted }, NEWEST, page);
}

/** Selects the participations of a subject in these threads, in the order of roles. */
export async function selectParticipations(
  db: Queryable,
  orgId: string,
  subjectId: string,
  ids: readonly string[],
) {
  return db
    .selectFrom('thread_participants as m')
    .innerJoin('participants as p', (on) =>
      on.onRef('p.org_id', '=', 'm.org_id').onRef('p.id', '=', 'm.participant_id'),
    )
    .select(['m.thread_id', 'm.participant_id', 'p.role', 'p.display_name'])
    .select(['m.joined_at', 'm.left_at', 'm.last_read_at'])
    .where('m.org_id', '=', orgId)
    .where('m.thread_id', '=', anyOf(ids))
    .where('p.external_id', '=', subjectId)
    .orderBy('p.role')
    .execute();
}
