import type { Principal } from '../../../platform/auth/key-cache.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { DEFAULT_LIMIT, PAGE_CAP, type Cursor } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import { openContent, sealContent } from '../content/content.ts';
import { announceChange, refreshInboxes } from '../inbox/refresh.ts';
import { assertNotArchived, lockThread, THREAD_PREFIX } from '../lock.ts';
import { assertNotHeld } from '../../retention/index.ts';
import { MESSAGE_PREFIX } from '../schemas.ts';
import { selectThread } from '../threads/store.ts';
import type { EditMessage, Message, MessageList, MessageQuery, MessageType } from './schemas.ts';
import * as store from './store.ts';

/** @param content the content, opened */
function toMessage(row: store.MessageRow, content: string | null): Message {
  return {
    id: row.id,
    threadId: row.thread_id,
    sequence: row.sequence,
    participantId: row.participant_id,
    participantExternalId: row.external_id,
    participantRole: row.role,
    // The table's constraint allows no other values.
    type: row.type as MessageType,
    content,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}

/** @throws ApiError NOT_FOUND */
async function findMessage(
  tx: Tx,
  orgId: string,
  threadId: string,
  id: string,
): Promise<store.MessageRow> {
  return found('message', isId(MESSAGE_PREFIX, id) && store.selectMessage(tx, orgId, threadId, id));
}

/**
 * Lists messages, oldest first: those after `after`; with only `before`, the last ones before it; otherwise from the
 * first.
 * @throws ApiError NOT_FOUND
 */
export async function listMessages(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  threadId: string,
  query: MessageQuery,
): Promise<MessageList> {
  await found('thread', isId(THREAD_PREFIX, threadId) && selectThread(db, orgId, threadId));
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, PAGE_CAP);
  const { after = 0, before = Number.MAX_SAFE_INTEGER, cursor } = query;
  const from = query.before !== undefined && query.after === undefined ? 'high' : 'low';
  const bounds = { after, before };
  if (cursor) bounds[from === 'low' ? 'after' : 'before'] = Number(cursor.after[0]);
  const rows = await store.selectMessages(db, orgId, threadId, bounds, from, limit + 1);
  const hasMore = rows.length > limit;
  const shown = from === 'low' ? rows.slice(0, limit) : rows.slice(-limit);
  const last = from === 'low' ? shown.at(-1) : shown[0];
  const next: Cursor | null =
    hasMore && last ? { page: (cursor?.page ?? 1) + 1, after: [`${last.sequence}`] } : null;
  const total = await store.countMessages(db, orgId, threadId, { after, before });
  const items = await openAll(shown, async (row) =>
    toMessage(row, await openContent(envelopes, orgId, row)),
  );
  return { items, limit, hasMore, ...total, nextCursor: next };
}

/** A new content, and the stored one if that is sealed. Nothing can be encrypted or decrypted in the transaction. */
export type Edit = {
  /** The envelope of the new content; null to store it in the clear. */
  envelope: string | null;
  before: { envelope: string; content: string | null } | null;
};

/** Returns the data that an edit needs; reads nothing in an organization that never sealed contents. */
export async function prepareEdit(
  db: Queryable,
  envelopes: Envelopes,
  { id: orgId, sealsContent }: Pick<NonNullable<Principal['organization']>, 'id' | 'sealsContent'>,
  { threadId, messageId: id }: { threadId: string; messageId: string },
  { content }: EditMessage,
): Promise<Edit> {
  if (sealsContent === null || !isId(MESSAGE_PREFIX, id)) return { envelope: null, before: null };
  const row = await store.selectMessage(db, orgId, threadId, id);
  if (!row) return { envelope: null, before: null };
  const { external_id: sender, content_envelope: before } = row;
  const opened = before !== null && {
    envelope: before,
    content: await openContent(envelopes, orgId, row),
  };
  const isSealed = sealsContent && content !== undefined;
  const envelope = isSealed ? await sealContent(envelopes, { orgId, id, sender }, content) : null;
  return { envelope, before: opened || null };
}

/**
 * Replaces the content. The same content changes nothing. Read state does not change.
 * @throws ApiError NOT_FOUND; CONFLICT if the thread is archived, the message is deleted, or another edit was first
 */
export async function editMessage(
  tx: Tx,
  orgId: string,
  threadId: string,
  id: string,
  { content }: EditMessage,
  { envelope, before }: Edit,
): Promise<Message> {
  const thread = await lockThread(tx, orgId, threadId);
  const message = await findMessage(tx, orgId, threadId, id);
  const sealed = message.content_envelope;
  if (sealed !== null && sealed !== before?.envelope)
    throw new ApiError('CONFLICT', 'the message was edited at the same time: try again');
  const stored = sealed === null ? message.content : before!.content;
  if (content === undefined) return toMessage(message, stored);
  assertNotArchived(thread);
  if (message.deleted_at !== null) throw new ApiError('CONFLICT', 'the message is deleted');
  if (content === stored) return toMessage(message, stored);
  const editedAt = await store.replaceContent(tx, orgId, id, {
    content: envelope === null ? content : '',
    envelope,
  });
  if (message.sequence === thread.last_message_sequence) {
    await store.showNewestLeft(tx, orgId, threadId);
    await announceChange(tx, thread, null);
  }
  return toMessage({ ...message, edited_at: editedAt }, content);
}

/**
 * Replaces the message with a tombstone. A deleted message does not change.
 * @throws ApiError NOT_FOUND; CONFLICT if the thread is archived, or a legal hold keeps the messages of a participant
 */
export async function deleteMessage(
  tx: Tx,
  orgId: string,
  threadId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  if (isId(THREAD_PREFIX, threadId))
    await assertNotHeld(tx, orgId, await store.subjectsOf(tx, orgId, threadId));
  const thread = await lockThread(tx, orgId, threadId);
  const message = await findMessage(tx, orgId, threadId, id);
  if (message.deleted_at === null) {
    assertNotArchived(thread);
    await store.eraseMessage(tx, orgId, message);
    if (message.sequence === thread.last_message_sequence)
      await store.showNewestLeft(tx, orgId, threadId);
    await refreshInboxes(tx, thread, null);
  }
  return { id, deleted: true };
}
