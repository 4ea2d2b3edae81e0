import { sql, type RawBuilder } from 'kysely';
import { isExported } from '../../../platform/db/lists/exported.ts';
import type { ExportFilter } from '../../../platform/export-source.ts';

/** Selects the messages of an organization. */
export function messagesToExport(filter: ExportFilter): RawBuilder<unknown> {
  const named = { org: 'm.org_id', at: 'm.created_at', state: 'c.slug' };
  return sql`
    SELECT m.id, m.thread_id AS "threadId", c.slug AS channel, t.entity_id AS "entityId", m.sequence,
      p.external_id AS "participantExternalId", p.role AS "participantRole", m.type, m.content,
      m.created_at AS "createdAt", m.edited_at AS "editedAt", m.deleted_at AS "deletedAt"
    FROM messages m
    JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id
    JOIN channels c ON c.org_id = t.org_id AND c.id = t.channel_id
    JOIN participants p ON p.org_id = m.org_id AND p.id = m.participant_id
    WHERE ${isExported(filter, named)}`;
}
