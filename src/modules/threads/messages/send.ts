import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { LastStatement, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { traceparentOf } from '../../../platform/observability/tracing.ts';
import { outboxAll, type OutboxEvent } from '../../webhooks/index.ts';
import { messageCreated } from '../events.ts';
import { sealContent } from '../content/content.ts';
import { THREAD_PREFIX } from '../lock.ts';
import { MESSAGE_PREFIX } from '../schemas.ts';
import { notifyInboxChanged } from '../inbox/refresh.ts';
import { lockThreads } from '../threads/store.ts';
import type { Message, MessageType, SendMessage } from './schemas.ts';
import * as store from './append/store.ts';

/** A message to be sent to a thread. */
export type Sending = store.NewMessage & {
  type: MessageType;
  /** The stored message, or the error; set by `sendAll`. */
  outcome?: Message | ApiError;
};

/** @throws ApiError NOT_FOUND */
export function prepareMessage(orgId: string, threadId: string, input: SendMessage): Sending {
  if (!isId(THREAD_PREFIX, threadId)) throw notFound('thread');
  const { participantExternalId, participantRole, content, type = 'TEXT' } = input;
  return {
    orgId,
    threadId,
    externalId: participantExternalId,
    role: participantRole,
    id: newId(MESSAGE_PREFIX),
    type,
    content,
  };
}

/** Seals the content of a message, outside of transactions. @throws the key provider's error */
export async function sealSending(envelopes: Envelopes, sending: Sending): Promise<Sending> {
  const { orgId, id, externalId: sender, content } = sending;
  return { ...sending, envelope: await sealContent(envelopes, { orgId, id, sender }, content) };
}

function outcomeOf(sending: Sending, placed: store.Placed | undefined): Message | ApiError {
  if (!placed) return notFound('thread');
  if (placed.participant_id === null) return notFound('participant');
  if (placed.sequence === null) return new ApiError('CONFLICT', 'the thread is not open');
  return {
    id: sending.id,
    threadId: sending.threadId,
    sequence: placed.sequence,
    participantId: placed.participant_id,
    participantExternalId: sending.externalId,
    participantRole: sending.role,
    type: sending.type,
    content: sending.content,
    createdAt: placed.sent_at.toISOString(),
    editedAt: null,
    deletedAt: null,
  };
}

function eventOf(
  sending: Sending,
  { threadId, id, sequence, participantId, type }: Message,
): OutboxEvent {
  const event = messageCreated({ threadId, messageId: id, sequence, participantId, type });
  return { orgId: sending.orgId, event, traceparent: traceparentOf(sending) };
}

/**
 * Sends messages of any organizations to any threads in one transaction. A rejected message has no effect on the
 * others; its `outcome` is the error.
 */
export async function sendAll(tx: Tx, sendings: Sending[], last?: LastStatement): Promise<void> {
  const keys = new Map(
    sendings.map((sending) => [`${sending.orgId} ${sending.threadId}`, sending]),
  );
  // One round trip, in this order: the statement that appends sees the threads in their state after the lock.
  const [, placed] = await Promise.all([
    lockThreads(tx, [...keys.values()]),
    store.placeMessages(tx, sendings),
  ]);
  const messages = sendings.flatMap((sending, i) => {
    const outcome = (sending.outcome = outcomeOf(sending, placed[i]));
    return outcome instanceof ApiError ? [] : [{ sending, message: outcome }];
  });
  if (messages.length === 0) return;
  notifyInboxChanged();
  const events = messages.map(({ sending, message }) => eventOf(sending, message));
  // Both statements go in one round trip, in the order of locks.
  await Promise.all([store.appendMessages(tx, sendings, placed), outboxAll(tx, events, last)]);
}

/** Returns the message that was sent. @throws ApiError NOT_FOUND, CONFLICT if it was rejected */
export function sentMessage({ outcome }: Sending): Message {
  if (outcome instanceof ApiError) throw outcome;
  return outcome!;
}
