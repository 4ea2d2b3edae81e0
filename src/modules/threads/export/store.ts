import { sql, type RawBuilder } from 'kysely';
import { isExported, sealable } from '../../../platform/db/lists/exported.ts';
import {
  exportColumns,
  type ExportFilter,
  type ExportSource,
} from '../../../platform/export-source.ts';

/** Selects the messages of an organization. */
function messagesToExport(filter: ExportFilter): RawBuilder<unknown> {
  const named = { org: 'm.org_id', at: 'm.created_at', state: 'c.slug' };
  const content = sealable(filter, {
    clear: sql`m.content`,
    id: sql`m.id`,
    envelope: sql`m.content_envelope`,
  });
  return sql`
    SELECT m.id, m.thread_id AS "threadId", c.slug AS channel, t.entity_id AS "entityId", m.sequence,
      p.external_id AS "participantExternalId", p.role AS "participantRole", m.type, ${content} AS content,
      m.created_at AS "createdAt", m.edited_at AS "editedAt", m.deleted_at AS "deletedAt"
    FROM messages m
    JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
    JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id
    JOIN participants p ON p.org_id = m.org_id AND p.id = m.participant_id
    WHERE ${isExported(filter, named)}`;
}

export const messagesExport: ExportSource = {
  description:
    'One row for each message, deleted ones included without their content. The range is about the time a message was ' +
    'sent; `service` is the slug of a channel.',
  columns: exportColumns({
    id: ['code', 'Id of the message.'],
    threadId: ['code', 'Id of its thread.'],
    channel: ['text', 'Slug of the channel of the thread.'],
    entityId: ['text', 'Id of what the thread is about.'],
    sequence: ['integer', 'Place in the thread, from 1.'],
    participantExternalId: ['text', 'Who sent it, in your words.'],
    participantRole: ['text', 'Role of who sent it.'],
    type: ['code', '`TEXT`, `FILE` or `SYSTEM`.'],
    content: ['text', 'Text of the message; empty once it is deleted.', 'content'],
    createdAt: ['timestamp', 'When it was sent.'],
    editedAt: ['timestamp', 'When its content changed last.'],
    deletedAt: ['timestamp', 'When it was deleted.'],
  }),
  order: ['createdAt', 'id'],
  query: messagesToExport,
};
