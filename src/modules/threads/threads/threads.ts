import { Changed } from '../../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import { totalOf, type Page } from '../../../platform/db/lists/keyset.ts';
import { paged } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { outbox } from '../../webhooks/index.ts';
import { threadCreated, threadStatusChanged } from '../events.ts';
import { findChannel } from '../channels/channels.ts';
import { selectChannelBySlug } from '../channels/store.ts';
import { announceChange, refreshInboxes } from '../inbox/refresh.ts';
import { ensureParticipants, toParticipant } from '../participants/participants.ts';
import { joinThread, selectPresent } from '../participants/store.ts';
import { assertNotArchived, lockThread, THREAD_PREFIX } from '../lock.ts';
import type { CreateThread, Thread, ThreadDetail, ThreadQuery, UpdateThread } from './schemas.ts';
import * as store from './store.ts';
import type { ThreadStatus } from '../schemas.ts';

export function toThread(row: store.ThreadRow, channel: string): Thread {
  return {
    id: row.id,
    channel,
    entityId: row.entity_id,
    subject: row.subject,
    // The table's constraint allows no other values.
    status: row.status as ThreadStatus,
    messageCount: row.message_count,
    participantCount: row.participant_count,
    lastActivityAt: row.last_activity_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** @throws ApiError NOT_FOUND if the channel does not exist */
export async function createThread(
  tx: Tx,
  orgId: string,
  input: CreateThread,
): Promise<ThreadDetail> {
  const channel = await findChannel(tx, orgId, input.channel);
  const participants = await ensureParticipants(tx, orgId, input.participants ?? []);
  const row = await store.insertThread(tx, {
    org_id: orgId,
    id: newId(THREAD_PREFIX),
    channel_id: channel.id,
    entity_id: input.entityId,
    subject: input.subject ?? null,
    participant_count: participants.length,
  });
  if (participants.length > 0) {
    const ids = participants.map(({ participantId }) => participantId);
    await joinThread(tx, orgId, row.id, ids);
    await refreshInboxes(tx, row, null);
  }
  await outbox(tx, orgId, threadCreated({ threadId: row.id, channel: channel.slug }));
  return { ...toThread(row, channel.slug), participants };
}

/** @throws ApiError NOT_FOUND */
export async function getThread(db: Queryable, orgId: string, id: string): Promise<ThreadDetail> {
  const row = await found('thread', isId(THREAD_PREFIX, id) && store.selectThread(db, orgId, id));
  const present = await selectPresent(db, orgId, id);
  return { ...toThread(row, row.channel_slug), participants: present.map(toParticipant) };
}

/** Lists threads, newest first. */
export async function listThreads(db: Queryable, orgId: string, query: ThreadQuery) {
  const { channel: slug, entityId, status } = query;
  const filter: store.ThreadFilter = {
    ...(entityId !== undefined && { entityId }),
    ...(status !== undefined && { status }),
  };
  const select = async (page: Page): ReturnType<typeof store.selectThreads> => {
    if (slug === undefined) return store.selectThreads(db, orgId, filter, page);
    const channel = await selectChannelBySlug(db, orgId, slug);
    if (!channel) return { ...totalOf(0), rows: [], next: null };
    return store.selectThreads(db, orgId, { ...filter, channelId: channel.id }, page);
  };
  return paged(query, select, (row) => toThread(row, row.channel_slug));
}

/**
 * Changes a thread. A field with its current value changes nothing.
 * @throws ApiError NOT_FOUND; CONFLICT if the thread is archived
 */
export async function updateThread(
  tx: Tx,
  orgId: string,
  id: string,
  input: UpdateThread,
): Promise<Changed<ThreadDetail>> {
  const thread = await lockThread(tx, orgId, id);
  const changed = async () =>
    new Changed({ status: thread.status }, await getThread(tx, orgId, id));
  const { status = thread.status, subject = thread.subject } = input;
  const change = {
    ...(status !== thread.status && { status }),
    ...(subject !== null && subject !== thread.subject && { subject }),
  };
  if (Object.keys(change).length === 0) return changed();
  assertNotArchived(thread);
  await store.updateThread(tx, orgId, id, change);
  if (change.status !== undefined) {
    await refreshInboxes(tx, thread, null);
    await outbox(
      tx,
      orgId,
      threadStatusChanged({
        threadId: id,
        status: status as ThreadStatus,
        previousStatus: thread.status as ThreadStatus,
      }),
    );
  } else await announceChange(tx, thread, null);
  return changed();
}

/** Returns the statuses of the given threads, if they exist. */
export function threadStates(db: Queryable, orgId: string, ids: readonly string[]) {
  return store.selectStatuses(db, orgId, ids);
}
