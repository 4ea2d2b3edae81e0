import { Type, type Static } from 'typebox';
import { Nullable, PageOf, pageQuery, Timestamp } from '../../../platform/http/schema.ts';
import { ParticipantKey } from '../participants/schemas.ts';
import { Status } from '../threads/schemas.ts';

export const INBOX_CAP = 50;

/**
 * Participants of a thread up to which each message updates their inboxes (fan-out on write). Inboxes look a larger
 * thread up when they are read (fan-out on read).
 */
export const FANOUT_LIMIT = 50;

export const InboxQuery = Type.Object({
  ...ParticipantKey,
  status: Type.Optional(Status),
  ...pageQuery(INBOX_CAP),
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
            'A preview: at most 140 code points, without control and bidirectional formatting characters.',
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
/** The columns that an item is made of. */
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
