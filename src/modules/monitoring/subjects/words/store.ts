import { sql } from 'kysely';
import { anyOf } from '../../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../../platform/db/bulk/rows.ts';
import type { Tx } from '../../../../platform/db/database.ts';

type Word = { subjectId: string; word: string };

/** Replaces the words of these subjects. */
export async function writeWords(
  tx: Tx,
  orgId: string,
  subjectIds: readonly string[],
  words: readonly Word[],
): Promise<void> {
  const { joined } = rowsOf(words, { subjectId: 'text', word: 'text' }, 'wanted');
  await sql`
    WITH wanted AS MATERIALIZED (SELECT * FROM ${joined}),
    gone AS (
      DELETE FROM screening_words w
      WHERE w.org_id = ${orgId} AND w.subject_id = ${anyOf(subjectIds)}
        AND NOT EXISTS (SELECT FROM wanted WHERE wanted.subject_id = w.subject_id AND wanted.word = w.word)
    )
    INSERT INTO screening_words (org_id, subject_id, word)
    SELECT ${orgId}, subject_id, word FROM wanted
    ON CONFLICT DO NOTHING`.execute(tx);
}

type Unmarked = { orgId: string; subjectId: string; name: string; aliases: string[] };

/** Locks subjects of all organizations whose words are not those of their version. */
export async function lockWithoutWords(tx: Tx, limit: number): Promise<Unmarked[]> {
  const { rows } = await sql<Unmarked>`
    SELECT org_id AS "orgId", subject_id AS "subjectId", name, coalesce(aliases, '[]') AS aliases
    FROM screening_subjects WHERE words_version IS DISTINCT FROM version
    ORDER BY org_id, subject_id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

/** Notes that the words of these subjects are those of their version. */
export async function markWords(
  tx: Tx,
  orgId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await sql`UPDATE screening_subjects SET words_version = version
    WHERE org_id = ${orgId} AND subject_id = ${anyOf(subjectIds)}`.execute(tx);
}
