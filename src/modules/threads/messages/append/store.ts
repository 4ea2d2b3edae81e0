import { sql } from 'kysely';
import { compiled, type Given } from '../../../../platform/db/bulk/compiled.ts';
import { givenRows } from '../../../../platform/db/bulk/rows.ts';
import { countingAtOnce } from '../../../../platform/db/count.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { FANOUT_LIMIT } from '../../inbox/schemas.ts';
import { addToInboxCounts } from '../../inbox/store.ts';

export type NewMessage = {
  orgId: string;
  threadId: string;
  externalId: string;
  role: string;
  id: string;
  type: string;
  content: string;
  /** The envelope of the content, which is then stored only there. */
  envelope?: string;
};
/**
 * The result of a new message. A null participant means that the sender takes no part in the thread. A message with a
 * null sequence was rejected.
 */
export type Placed = { participant_id: string | null; sequence: number | null; sent_at: Date };

/** The result with the columns of the thread that appending needs. */
type PlacedRow = Placed & { n: number; at: string; last_sequence: number; fans_out: boolean };

const placesOf = compiled<readonly NewMessage[], PlacedRow>((given) => {
  const types = { orgId: 'text', threadId: 'text', externalId: 'text', role: 'text' } as const;
  const messages = givenRows(given, (all) => all, types, 'i');
  return sql`
    SELECT n, participant_id, sequence, sent_at, sent_at::text AS at, last_sequence, fans_out FROM (
      SELECT i.n, t.last_sequence, t.participant_count <= ${sql.lit(FANOUT_LIMIT)} AS fans_out, m.participant_id,
        greatest(statement_timestamp(), t.last_activity_at) AS sent_at,
        CASE WHEN t.status = 'OPEN' AND m.participant_id IS NOT NULL THEN t.last_sequence + count(m.participant_id)
          OVER (PARTITION BY i.org_id, i.thread_id ORDER BY i.n) END AS sequence
      FROM ${messages.numbered}
      JOIN threads t ON t.org_id = i.org_id AND t.id = i.thread_id
      LEFT JOIN participants p ON p.org_id = i.org_id AND p.external_id = i.external_id AND p.role = i.role
      LEFT JOIN LATERAL (
        SELECT participant_id FROM thread_participants WHERE org_id = i.org_id AND thread_id = i.thread_id
          AND participant_id = p.id AND left_at IS NULL
        -- A separate query, so that PostgreSQL uses the whole key.
        OFFSET 0) AS m ON true) AS placed`;
});

/**
 * Returns the place of each message, in the given order: a sequence in its locked thread if the thread is open and the
 * sender takes part in it.
 * @returns undefined for a message whose thread does not exist
 */
export async function placeMessages(
  tx: Tx,
  messages: readonly NewMessage[],
): Promise<(PlacedRow | undefined)[]> {
  const { rows } = await tx.executeQuery(placesOf(messages));
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return messages.map((_, i) => byNumber.get(i + 1));
}

/** A message with its place. */
type Accepted = { message: NewMessage; row: PlacedRow };

/** The newest accepted message of a thread, with the number of accepted messages, in total and by sender. */
type Newest = Accepted & { count: number; own: Map<string, number> };

function newestOf(accepted: readonly Accepted[]): Newest[] {
  const threads = new Map<string, Newest>();
  for (const { message, row } of accepted) {
    const key = `${message.orgId} ${message.threadId}`;
    const own = threads.get(key)?.own ?? new Map<string, number>();
    own.set(row.participant_id!, (own.get(row.participant_id!) ?? 0) + 1);
    threads.set(key, { message, row, count: row.sequence! - row.last_sequence, own });
  }
  return [...threads.values()];
}

/** Returns the part of a content that is stored in the clear. */
function clearOf({ content, envelope }: NewMessage): string {
  return envelope === undefined ? content : '';
}

/** The columns of accepted messages. */
function toRow({ message, row }: Accepted) {
  const { orgId, id, threadId, type, envelope: contentEnvelope = null } = message;
  const { sequence, participant_id: participantId, at: createdAt } = row;
  const content = clearOf(message);
  const place = { orgId, id, threadId, sequence, participantId, createdAt };
  return { ...place, type, content, contentEnvelope };
}

/** The columns of the newest message of a thread. */
function toNewestRow({ message, row, count }: Newest) {
  const { orgId, threadId, id, type } = message;
  const content = clearOf(message);
  const { sequence, at: sentAt, fans_out: fansOut } = row;
  return { orgId, threadId, id, type, content, sequence, count, sentAt, fansOut };
}

/** The rows that appending messages needs. */
function toAppended(accepted: readonly Accepted[]) {
  const newest = newestOf(accepted);
  const senders = newest.flatMap(({ message: { orgId, threadId }, own }) =>
    [...own].map(([participantId, count]) => ({ orgId, threadId, participantId, own: count })),
  );
  return { messages: accepted.map(toRow), newest: newest.map(toNewestRow), senders };
}
type Appended = ReturnType<typeof toAppended>;

function insertMessages(given: Given<Appended>, isSealed: boolean) {
  const { names, from } = givenRows(given, ({ messages }) => messages, {
    orgId: 'text',
    id: 'text',
    threadId: 'text',
    sequence: 'bigint',
    participantId: 'text',
    type: 'text',
    content: 'text',
    createdAt: 'timestamptz',
    ...(isSealed && { contentEnvelope: 'text' as const }),
  });
  return sql`INSERT INTO messages (${names}, counted) SELECT ${names}, true FROM ${from}`;
}

/** Counts the messages as usage in the same statement: `insertMessages` sets their `counted`. */
function countUsage(given: Given<Appended>) {
  const types = { orgId: 'text', id: 'text', createdAt: 'timestamptz' } as const;
  return countingAtOnce({
    from: givenRows(given, ({ messages }) => messages, types).from,
    at: sql`created_at`,
    service: sql.lit('threads'),
    metric: sql.lit('messages'),
  });
}

function newestRows(given: Given<Appended>) {
  const types = {
    orgId: 'text',
    threadId: 'text',
    id: 'text',
    type: 'text',
    content: 'text',
    sequence: 'bigint',
    count: 'integer',
    sentAt: 'timestamptz',
    fansOut: 'boolean',
  } as const;
  return givenRows(given, ({ newest }) => newest, types, 'n').from;
}

/** Logs the changes for open streams. */
function logChanges(given: Given<Appended>) {
  const types = { orgId: 'text', threadId: 'text' } as const;
  const { names, from } = givenRows(given, ({ newest }) => newest, types);
  return sql`INSERT INTO inbox_changes (${names}) SELECT ${names} FROM ${from}`;
}

/**
 * Selects the participants whose counts change, with the numbers of messages from them and from others. In a thread
 * that fans out, these are all participants; in a larger thread, only the senders. Senders in larger threads have no
 * copies of the thread, so their null columns stay null.
 */
function counted(given: Given<Appended>) {
  const types = { orgId: 'text', threadId: 'text', participantId: 'text', own: 'integer' } as const;
  return sql`
    SELECT m.org_id, m.thread_id, m.participant_id, CASE WHEN n.fans_out THEN n.sent_at END AS sent_at,
      coalesce(s.own, 0) AS own, CASE WHEN n.fans_out THEN n.count - coalesce(s.own, 0) END AS others
    FROM ${newestRows(given)}
    JOIN thread_participants m ON m.org_id = n.org_id AND m.thread_id = n.thread_id AND m.left_at IS NULL
    LEFT JOIN ${givenRows(given, ({ senders }) => senders, types, 's').from}
      ON s.org_id = m.org_id AND s.thread_id = m.thread_id AND s.participant_id = m.participant_id
    WHERE n.fans_out OR s.own IS NOT NULL`;
}

function appendingTo(given: Given<Appended>, isSealed: boolean) {
  return sql`
    WITH counted AS MATERIALIZED (${counted(given)}),
      message AS (${insertMessages(given, isSealed)}),
      usage AS (${countUsage(given)}),
      thread AS (
        UPDATE threads t SET last_sequence = n.sequence, message_count = t.message_count + n.count,
          last_message_sequence = n.sequence, last_message_id = n.id, last_message_type = n.type,
          last_message_preview = message_preview(n.content), last_message_at = n.sent_at,
          last_activity_at = n.sent_at, changed_xid = pg_current_xact_id()
        FROM ${newestRows(given)} WHERE t.org_id = n.org_id AND t.id = n.thread_id),
      change AS (${logChanges(given)}),
      by_thread AS (
        UPDATE thread_participants m SET seen_count = m.seen_count + c.own, last_activity_at = c.sent_at,
          unread_count = m.unread_count + c.others
        FROM counted c
        WHERE m.org_id = c.org_id AND m.thread_id = c.thread_id AND m.participant_id = c.participant_id)
    ${addToInboxCounts(sql`
      SELECT org_id, participant_id, inbox_slot(thread_id) AS slot, 0, 0, 0, sum(others) FROM counted
      WHERE others > 0 GROUP BY 1, 2, 3`)}`;
}
const appendingClear = compiled<Appended>((given) => appendingTo(given, false));
const appendingSealed = compiled<Appended>((given) => appendingTo(given, true));

/** Appends the messages that have a place, and counts them in threads and inboxes, in the order of locks. */
export async function appendMessages(
  tx: Tx,
  messages: readonly NewMessage[],
  places: readonly (PlacedRow | undefined)[],
): Promise<void> {
  const accepted = messages.flatMap((message, i) => {
    const row = places[i];
    return row && row.sequence !== null ? [{ message, row }] : [];
  });
  if (accepted.length === 0) return;
  const isSealed = accepted.some(({ message }) => message.envelope !== undefined);
  const appending = isSealed ? appendingSealed : appendingClear;
  await tx.executeQuery(appending(toAppended(accepted)));
}
