import { FANOUT_LIMIT } from './schemas.ts';
import { sql, type RawBuilder } from 'kysely';
import { arrayText, textArray } from '../../../platform/db/bulk/arrays.ts';
import { compiled, type Given } from '../../../platform/db/bulk/compiled.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  cutPage,
  isAfter,
  orderBy,
  placeOf,
  totalOf,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { ParticipantKey } from '../schemas.ts';
import type { InboxRow } from './schemas.ts';

/**
 * Adds to the sums of inboxes. No other statement does so. It locks the sums in the order of their keys.
 * @param changes a query that returns the key of each sum and the amounts to add to its four columns; it also locks
 * sums with zero amounts
 */
export function addToInboxCounts(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    INSERT INTO inbox_counts AS c
      (org_id, participant_id, slot, open_threads, closed_threads, archived_threads, unread_count)
    ${changes} ORDER BY 1, 2, 3
    ON CONFLICT (org_id, participant_id, slot) DO UPDATE SET
      open_threads = c.open_threads + excluded.open_threads,
      closed_threads = c.closed_threads + excluded.closed_threads,
      archived_threads = c.archived_threads + excluded.archived_threads,
      unread_count = c.unread_count + excluded.unread_count`;
}

/**
 * Updates the columns that `thread_participants` copies from a thread, and the sums over these copies. The caller has
 * locked the thread, so that no other transaction writes the copies.
 */
export async function refreshCopies(tx: Tx, thread: { org_id: string; id: string }): Promise<void> {
  await sql`
    WITH fresh AS MATERIALIZED (
      SELECT m.org_id, m.thread_id, m.participant_id, m.status AS old_status, m.unread_count AS old_unread,
        CASE WHEN fans_out THEN t.status END AS status,
        CASE WHEN fans_out THEN t.last_activity_at END AS last_activity_at,
        CASE WHEN fans_out THEN t.message_count - m.seen_count END AS unread_count
      FROM threads t
      JOIN thread_participants m ON m.org_id = t.org_id AND m.thread_id = t.id
        AND (m.left_at IS NULL OR m.status IS NOT NULL)
      CROSS JOIN LATERAL (
        SELECT m.left_at IS NULL AND t.participant_count <= ${sql.lit(FANOUT_LIMIT)} AS fans_out) AS present
      WHERE t.org_id = ${thread.org_id} AND t.id = ${thread.id}
    ), copied AS (
      UPDATE thread_participants m
      SET status = f.status, last_activity_at = f.last_activity_at, unread_count = f.unread_count
      FROM fresh f
      WHERE m.org_id = f.org_id AND m.thread_id = f.thread_id AND m.participant_id = f.participant_id
        AND (m.status, m.last_activity_at, m.unread_count)
          IS DISTINCT FROM (f.status, f.last_activity_at, f.unread_count)
    ), change AS (
      SELECT org_id, participant_id, inbox_slot(thread_id) AS slot,
        count(*) FILTER (WHERE status = 'OPEN') - count(*) FILTER (WHERE old_status = 'OPEN') AS open,
        count(*) FILTER (WHERE status = 'CLOSED') - count(*) FILTER (WHERE old_status = 'CLOSED') AS closed,
        count(*) FILTER (WHERE status = 'ARCHIVED') - count(*) FILTER (WHERE old_status = 'ARCHIVED') AS archived,
        coalesce(sum(unread_count) FILTER (WHERE status = 'OPEN'), 0)
          - coalesce(sum(old_unread) FILTER (WHERE old_status = 'OPEN'), 0) AS unread
      FROM fresh GROUP BY 1, 2, 3
    )
    ${addToInboxCounts(sql`
      SELECT * FROM change WHERE (open, closed, archived, unread) <> (0, 0, 0, 0)`)}`.execute(tx);
}

/** A value, or the place of one in a compiled statement. */
type Value<T> = T | RawBuilder<T>;

/** Selects the id of the participant with this key, or no row. */
export function who(
  orgId: Value<string>,
  { externalId, role }: { [name in keyof ParticipantKey]: Value<ParticipantKey[name]> },
) {
  return sql`
  SELECT id FROM participants
  WHERE org_id = ${orgId} AND external_id = ${externalId} AND role = ${role}`;
}

type Shown = InboxRow & { place: string[] };

/** The order by latest activity, for the columns of this table. */
function latestOf(table: string): Order {
  return [
    { column: `${table}last_activity_at`, type: 'timestamptz', descending: true },
    { column: `${table}thread_id`, type: 'text', descending: true },
  ];
}
const LATEST = latestOf('');

export type InboxFilter = {
  statuses: readonly string[];
  /** True selects only threads with unread messages, false only threads without. */
  unread?: boolean;
  /** The slug of a channel. */
  channel?: string;
};

function isFiltered({ unread, channel }: InboxFilter): boolean {
  return unread !== undefined || channel !== undefined;
}

/** The parameters of an inbox. */
type Asked = { orgId: string; key: ParticipantKey; filter: InboxFilter; page: Page };

/**
 * The condition of a filter without its statuses, for a row `m` of a participant in a thread. @param count the unread
 * messages in that thread
 */
function isWanted(
  given: Given<Asked>,
  { unread, channel }: InboxFilter,
  count: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const all = [sql`true`];
  if (unread !== undefined) all.push(unread ? sql`${count} > 0` : sql`${count} = 0`);
  if (channel !== undefined)
    all.push(sql`(
      SELECT c.slug = ${given(({ filter }) => filter.channel)}
      FROM threads u JOIN channels c ON c.org_id = u.org_id AND c.id = u.channel_id
      WHERE u.org_id = ${given(({ orgId }) => orgId)} AND u.id = m.thread_id)`);
  return sql.join(all, sql` AND `);
}

/** Counts threads from the sums of the participant and from the large threads. */
function sumOf(orgId: RawBuilder<string>, wanted: RawBuilder<unknown>) {
  return sql`
    SELECT (SELECT count(*) FROM large) + coalesce(sum(
      CASE WHEN 'OPEN' = ANY (${wanted}) THEN open_threads ELSE 0 END
      + CASE WHEN 'CLOSED' = ANY (${wanted}) THEN closed_threads ELSE 0 END
      + CASE WHEN 'ARCHIVED' = ANY (${wanted}) THEN archived_threads ELSE 0 END), 0)::bigint AS total
    FROM who JOIN inbox_counts c ON c.org_id = ${orgId} AND c.participant_id = who.id`;
}

/** Counts the threads that a filter selects. No sum exists for filters. */
function countOf(given: Given<Asked>, filter: InboxFilter, wanted: RawBuilder<unknown>) {
  return sql`
    SELECT (SELECT count(*) FROM large) + (
      SELECT count(*) FROM who JOIN thread_participants m
        ON m.org_id = ${given(({ orgId }) => orgId)} AND m.participant_id = who.id AND m.status = ANY (${wanted})
      WHERE ${isWanted(given, filter, sql`m.unread_count`)}) AS total`;
}

/** Returns the statement of a page. Its text depends on the filters, and on whether a page comes before. */
function pageOf({ filter, page }: Pick<Asked, 'filter' | 'page'>) {
  return compiled<Asked, { total: number } & (Shown | { thread_id: null })>((given) => {
    const orgId = given((asked) => asked.orgId);
    const key = {
      externalId: given((asked) => asked.key.externalId),
      role: given((asked) => asked.key.role),
    };
    const wanted = sql`${given((asked) => arrayText(asked.filter.statuses))}::text[]`;
    const limit = given((asked) => asked.page.limit + 1);
    const offset = given((asked) => asked.page.offset);
    const end = sql`${given((asked) => asked.page.limit + asked.page.offset + 1)}::bigint`;
    const after = page.after?.map((_, i) => given((asked) => asked.page.after![i]!));
    return sql`
      WITH who AS MATERIALIZED (${who(orgId, key)}),
      large AS MATERIALIZED (
        SELECT t.id AS thread_id, t.last_activity_at, t.message_count - m.seen_count AS unread_count
        FROM who JOIN thread_participants m
          ON m.org_id = ${orgId} AND m.participant_id = who.id AND m.status IS NULL AND m.left_at IS NULL
        JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id AND t.status = ANY (${wanted})
        WHERE ${isWanted(given, filter, sql`t.message_count - m.seen_count`)}
      ), page AS MATERIALIZED (
        SELECT * FROM (
          SELECT small.* FROM who CROSS JOIN unnest(${wanted}) AS s (status) CROSS JOIN LATERAL (
            SELECT m.thread_id, m.last_activity_at, m.unread_count FROM thread_participants m
            WHERE m.org_id = ${orgId} AND m.participant_id = who.id AND m.status = s.status
              AND ${isAfter(latestOf('m.'), after)} AND ${isWanted(given, filter, sql`m.unread_count`)}
            ORDER BY m.last_activity_at DESC, m.thread_id DESC LIMIT ${end}) AS small
          UNION ALL SELECT * FROM large WHERE ${isAfter(LATEST, after)}) AS either
        ORDER BY ${orderBy(LATEST)} LIMIT ${limit} OFFSET ${offset}
      )
      SELECT total.total, i.* FROM (
        ${isFiltered(filter) ? countOf(given, filter, wanted) : sumOf(orgId, wanted)}) AS total
      LEFT JOIN (
        SELECT p.thread_id, t.entity_id, t.subject, t.status, t.message_count, c.slug, c.display_name, c.entity_type,
          p.unread_count, t.last_message_id, t.last_message_preview, t.last_message_type, t.last_message_at,
          p.last_activity_at, ${placeOf(latestOf('p.'))} AS place
        FROM page p
        JOIN threads t ON t.org_id = ${orgId} AND t.id = p.thread_id
        JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id) AS i ON true
      ORDER BY i.last_activity_at DESC, i.thread_id DESC`;
  });
}
const pages = new Map<string, ReturnType<typeof pageOf>>();

/**
 * Selects a page of the threads of a participant with one of these statuses, latest activity first, and their number.
 * Both are from the same moment.
 */
export async function selectInbox(
  db: Queryable,
  orgId: string,
  key: ParticipantKey,
  filter: InboxFilter,
  page: Page,
): Promise<Listed<InboxRow>> {
  const variant = [filter.unread, filter.channel !== undefined, page.after !== undefined].join(' ');
  let select = pages.get(variant);
  if (!select) pages.set(variant, (select = pageOf({ filter, page })));
  const { rows } = await db.executeQuery(select({ orgId, key, filter, page }));
  const shown = rows.filter((row): row is typeof row & Shown => row.thread_id !== null);
  return { ...cutPage(shown, page), ...totalOf(rows[0]!.total) };
}

/** Counts the unread messages in the open threads of a participant. */
export async function selectUnreadCount(
  db: Queryable,
  orgId: string,
  key: ParticipantKey,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH who AS MATERIALIZED (${who(orgId, key)})
    SELECT coalesce((
        SELECT sum(c.unread_count) FROM who JOIN inbox_counts c
          ON c.org_id = ${orgId} AND c.participant_id = who.id), 0)::bigint
      + coalesce((
        SELECT sum(t.message_count - m.seen_count) FROM who JOIN thread_participants m
          ON m.org_id = ${orgId} AND m.participant_id = who.id AND m.status IS NULL AND m.left_at IS NULL
        JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id AND t.status = 'OPEN'), 0)::bigint AS count
  `.execute(db);
  return rows[0]!.count;
}

/**
 * Records in the log of changes that a locked thread changes in every inbox, or in the inbox of one participant.
 * `appendMessages` writes this record itself.
 */
export async function recordChange(
  tx: Tx,
  { org_id, id }: { org_id: string; id: string },
  participantId: string | null,
): Promise<void> {
  const participant = sql`${participantId}::text`;
  await sql`
    WITH thread AS (
      UPDATE threads SET changed_xid = pg_current_xact_id()
      WHERE org_id = ${org_id} AND id = ${id} AND ${participant} IS NULL
    ), member AS (
      UPDATE thread_participants SET changed_xid = pg_current_xact_id()
      WHERE org_id = ${org_id} AND thread_id = ${id} AND participant_id = ${participant}
    )
    INSERT INTO inbox_changes (org_id, thread_id, participant_id) VALUES (${org_id}, ${id}, ${participant})`.execute(
    tx,
  );
}

/** Logs that these threads change in one participant's inbox. */
export async function recordChanges(
  tx: Tx,
  orgId: string,
  threadIds: string[],
  participantId: string,
): Promise<void> {
  await sql`
    WITH member AS (
      UPDATE thread_participants SET changed_xid = pg_current_xact_id()
      WHERE org_id = ${orgId} AND participant_id = ${participantId} AND thread_id IN (SELECT unnest(${textArray(threadIds)}))
    )
    INSERT INTO inbox_changes (org_id, thread_id, participant_id)
    SELECT ${orgId}, id, ${participantId} FROM unnest(${textArray(threadIds)}) AS id`.execute(tx);
}
