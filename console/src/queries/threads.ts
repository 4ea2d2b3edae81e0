import { queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

type Input = Operations['readInbox']['input'];
/** The participant whose inbox is shown: an id that the organization chose, with a role. */
export type Owner = Pick<Input, 'externalId' | 'role'>;
export type ThreadFilters = Pick<Operations['listThreads']['input'], 'status'>;

export function threadsWith(filters: ThreadFilters) {
  return listOf('threads', api.threads.list, filters, idOf);
}

export function inboxOf(owner: Owner, filters: ThreadFilters) {
  return listOf(
    'threads',
    api.threads.readInbox,
    { ...owner, ...filters },
    ({ thread }) => thread.id,
    {
      limit: 50,
    },
  );
}

/** The number of unread messages of a participant. */
export function unreadOf(owner: Owner) {
  return answerOf('threads', api.threads.countUnread, owner);
}

export function threadWith(threadId: string) {
  return answerOf('thread', api.threads.get, { threadId });
}

/** The state of reading of each participant of a thread. */
export function readStatesOf(threadId: string) {
  return queryOptions({
    queryKey: ['thread', { threadId }, 'read states'],
    queryFn: ({ signal }) => api.threads.listReadStates({ threadId }, { signal }),
  });
}

/** Reads messages from the newest on. */
async function readMessages(
  input: Operations['listMessages']['input'],
  options: { signal: AbortSignal },
): Promise<Operations['listMessages']['data']> {
  const part = await api.threads.listMessages(
    { before: Number.MAX_SAFE_INTEGER, ...input },
    options,
  );
  return { ...part, items: part.items.toReversed() };
}

/** The messages of a thread, newest first. */
export function messagesOf(threadId: string) {
  return listOf('messages', readMessages, { threadId }, idOf);
}
