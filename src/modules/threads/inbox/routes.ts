import { defineRoute, READ, WRITE } from '../access.ts';

import { countUnread, readInbox } from './inbox.ts';
import { markAllRead } from './read-all.ts';
import {
  InboxPage,
  InboxQuery,
  ReadAll,
  ReadThreads,
  UnreadCount,
  UnreadCountQuery,
} from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = {
  tag: 'Threads',
  extension: false,
  policy: READ,
} as const;

/** The inbox routes of the contract. */
export const inboxRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/threads/inbox',
    operationId: 'readInbox',
    summary: 'List the threads of one participant, by latest activity',
    description: 'Page and total are from one snapshot.',
    query: InboxQuery,
    appended: ['cursor', 'unread', 'channel', 'statuses'],
    data: InboxPage,
    handle: ({ orgId, query }, db) => readInbox(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/threads/inbox/unread-count',
    operationId: 'countUnread',
    summary: 'Count the unread messages of one participant in all open threads',
    query: UnreadCountQuery,
    data: UnreadCount,
    handle: ({ orgId, query }, db) => countUnread(db, orgId, query),
  }),
  defineRoute({
    tag: 'Threads',
    extension: true,
    method: 'POST',
    path: '/threads/inbox/read',
    operationId: 'markInboxRead',
    audit: { action: 'inbox.read', does: 'marked an inbox as read', shows: ['read', 'complete'] },
    summary: 'Mark every thread of one participant as read',
    description:
      'Up to the latest message of each, in any status. For an unknown participant the count is 0.',
    policy: WRITE,
    body: ReadAll,
    data: ReadThreads,
    handle: ({ orgId, body }, tx) => markAllRead(tx, orgId, body),
  }),
]);
