import type { Queryable } from '../../../platform/db/database.ts';
import { paged } from '../../../platform/http/schema.ts';
import { type ParticipantKey, STATUSES, type ThreadStatus } from '../schemas.ts';
import { INBOX_CAP, type InboxItem, type InboxQuery, type InboxRow } from './schemas.ts';
import * as store from './store.ts';
import type { Page } from '../../../platform/db/lists/keyset.ts';

export function toItem(row: InboxRow): InboxItem {
  return {
    thread: {
      id: row.thread_id,
      entityId: row.entity_id,
      subject: row.subject,
      // The table's constraint allows no other values.
      status: row.status as ThreadStatus,
      messageCount: row.message_count,
    },
    channel: { slug: row.slug, displayName: row.display_name, entityType: row.entity_type },
    unreadCount: row.unread_count,
    lastMessage:
      row.last_message_id === null
        ? null
        : {
            id: row.last_message_id,
            content: row.last_message_preview!,
            type: row.last_message_type!,
            createdAt: row.last_message_at!.toISOString(),
          },
  };
}

function filterOf({ status, statuses, unread, channel }: InboxQuery): store.InboxFilter {
  const several = new Set(statuses?.split(',') ?? STATUSES);
  return {
    statuses: [...several].filter((one) => status === undefined || one === status),
    ...(unread !== undefined && { unread }),
    ...(channel !== undefined && { channel }),
  };
}

/** Lists the threads of a participant, latest activity first. The list of an unknown participant is empty. */
export async function readInbox(db: Queryable, orgId: string, query: InboxQuery) {
  const select = (page: Page) => store.selectInbox(db, orgId, query, filterOf(query), page);
  return paged(query, select, toItem, INBOX_CAP);
}

/** Counts the unread messages in the open threads of a participant. */
export async function countUnread(
  db: Queryable,
  orgId: string,
  key: ParticipantKey,
): Promise<{ count: number }> {
  return { count: await store.selectUnreadCount(db, orgId, key) };
}
