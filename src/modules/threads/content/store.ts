import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { compiled } from '../../../platform/db/bulk/compiled.ts';
import { givenRows } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** The content is null unless it is in the clear. */
export type ContentRow = {
  id: string;
  thread_id: string;
  sender: string;
  content: string;
  is_clear: boolean;
};
type SealedRow = { orgId: string; id: string; content: string; contentEnvelope: string };

/** Selects messages after an id, with their contents if these are in the clear. */
export async function selectContents(
  db: Queryable,
  orgId: string,
  after: string,
  limit: number,
): Promise<ContentRow[]> {
  const isClear = sql`(m.content_envelope IS NULL AND m.deleted_at IS NULL)`;
  const { rows } = await sql<ContentRow>`
    SELECT m.id, m.thread_id, p.external_id AS sender, ${isClear} AS is_clear, CASE WHEN ${isClear} THEN m.content END AS content
    FROM messages m JOIN participants p ON p.org_id = m.org_id AND p.id = m.participant_id
    WHERE m.org_id = ${orgId} AND m.id > ${after} ORDER BY m.id LIMIT ${limit}`.execute(db);
  return rows;
}

const replacing = compiled<readonly SealedRow[]>((given) => {
  const types = { orgId: 'text', id: 'text', content: 'text', contentEnvelope: 'text' } as const;
  const { joined } = givenRows(given, (rows) => rows, types, 'n');
  return sql`UPDATE messages m SET content = '', content_envelope = n.content_envelope
    FROM ${joined} WHERE m.org_id = n.org_id AND m.id = n.id AND m.content_envelope IS NULL AND m.content = n.content`;
});

/** Replaces contents by their envelopes, in locked threads, unless a content has changed. */
export async function replaceClear(tx: Tx, rows: readonly SealedRow[]): Promise<void> {
  await tx.executeQuery(replacing(rows));
}

/** Empties the beginnings of sealed messages in locked threads. */
export async function emptyPreviews(
  tx: Tx,
  orgId: string,
  threadIds: readonly string[],
): Promise<void> {
  await sql`UPDATE threads t SET last_message_preview = '' FROM messages m
    WHERE t.org_id = ${orgId} AND t.id = ${anyOf(threadIds)} AND t.last_message_preview <> ''
      AND m.org_id = ${orgId} AND m.id = t.last_message_id AND m.content_envelope IS NOT NULL`.execute(
    tx,
  );
}
