import { Type, type Static } from 'typebox';
import { Nullable, PageOf, pageQuery, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { ParticipantKey, STATUSES, Status } from '../schemas.ts';

export const INBOX_CAP = 50;

/**
 * The maximum number of participants of a small thread, whose messages update each inbox (fan-out on write). Inboxes
 * read larger threads on demand (fan-out on read).
 */
export const FANOUT_LIMIT = 50;

const ONE_OF = `(${STATUSES.join('|')})`;
const STATUS_LIST = definePattern(
  `^${ONE_OF}(,${ONE_OF})*$`,
  `must be of ${STATUSES.join(', ')}, separated by commas`,
);

export const InboxQuery = Type.Object({
  ...ParticipantKey,
  status: Type.Optional(Status),
  ...pageQuery(INBOX_CAP),
  unread: Type.Optional(
    Type.Boolean({ description: 'Only threads with, or without, unread messages.' }),
  ),
  channel: Type.Optional(
    Type.String({ maxLength: 64, description: 'Only threads of the channel with this slug.' }),
  ),
  statuses: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: STATUS_LIST,
      description: 'Only threads in one of these states, separated by commas: `OPEN,CLOSED`.',
    }),
  ),
});
export type InboxQuery = Static<typeof InboxQuery>;
export const UnreadCountQuery = Type.Object(ParticipantKey);

export const InboxItem = Type.Object(
  {
    thread: Type.Object({
      id: Type.String(),
      entityId: Type.String(),
      subject: Nullable(Type.String()),
      status: Status,
      messageCount: Type.Integer({ description: 'Without deleted messages.' }),
    }),
    channel: Type.Object({
      slug: Type.String(),
      displayName: Type.String(),
      entityType: Type.String(),
    }),
    unreadCount: Type.Integer({
      description: 'Messages of others after the read cursor, without deleted ones.',
    }),
    lastMessage: Nullable(
      Type.Object({
        id: Type.String(),
        content: Type.String({
          description:
            'A preview: at most 140 code points, without control and bidirectional formatting characters; empty for a sealed message.',
        }),
        type: Type.String(),
        createdAt: Timestamp('When it was sent.'),
      }),
      { description: 'The newest message that is not deleted; null when there is none.' },
    ),
  },
  { title: 'InboxItem' },
);
export type InboxItem = Static<typeof InboxItem>;
/** The columns that become an inbox item. */
export type InboxRow = {
  thread_id: string;
  entity_id: string;
  subject: string | null;
  status: string;
  message_count: number;
  slug: string;
  display_name: string;
  entity_type: string;
  unread_count: number;
  last_message_id: string | null;
  last_message_preview: string | null;
  last_message_type: string | null;
  last_message_at: Date | null;
};

export const InboxPage = PageOf(InboxItem);
export const UnreadCount = Type.Object({
  count: Type.Integer({ description: 'Unread messages in all open threads.' }),
});

export const ReadAll = Strict(ParticipantKey);
export const ReadThreads = Type.Object(
  {
    read: Type.Integer({ description: 'Threads with unread messages that are read now.' }),
    complete: Type.Boolean({
      description: 'False when there may be more than 1,000: call again until it is true.',
    }),
  },
  { title: 'ReadThreads' },
);
