import { sql } from 'kysely';
import { isExported } from '../../../platform/db/lists/exported.ts';
import { clock } from '../../../platform/clock.ts';
import type { ExportSource } from '../../../platform/export-source.ts';
import { PRIORITIES } from '../schemas.ts';
import { levelAt } from '../store.ts';

/** The names of priorities by level, lowest first. */
const LEVELS = sql.lit(`{${PRIORITIES.join(',')}}`);

export const casesExport: ExportSource = {
  description:
    'One row for each case, without notes and files. The range applies to its creation; `service` selects a status.',
  columns: [
    { name: 'id', type: 'code', description: 'Id of the case.' },
    { name: 'subjectId', type: 'text', description: 'Your id of the person or merchant.' },
    {
      name: 'status',
      type: 'code',
      description: '`OPEN`, `IN_REVIEW`, `ESCALATED` or `CLOSED`.',
    },
    { name: 'outcome', type: 'code', description: 'The outcome; null until it is closed.' },
    {
      name: 'priority',
      type: 'code',
      description: 'The current priority, or the last one of a closed case.',
    },
    { name: 'assignee', type: 'text', description: 'Id of a person.' },
    { name: 'dueAt', type: 'timestamp', description: 'The due date.' },
    { name: 'origin', type: 'code', description: '`hand` or `rule`.' },
    { name: 'createdKind', type: 'code', description: '`key`, `person` or `service`.' },
    { name: 'createdBy', type: 'text', description: 'Id of the key, person or part.' },
    { name: 'items', type: 'integer', description: 'Number of items.' },
    { name: 'hits', type: 'integer', description: 'Number of hits.' },
    { name: 'revision', type: 'integer', description: 'The revision, from 1.' },
    { name: 'createdAt', type: 'timestamp', description: 'When it was created.' },
    { name: 'updatedAt', type: 'timestamp', description: 'When it last changed.' },
    { name: 'closedAt', type: 'timestamp', description: 'When it was closed.' },
  ],
  order: ['createdAt', 'id'],
  query(filter) {
    const named = { org: 'c.org_id', at: 'c.created_at', state: 'c.status' };
    const count = sql`SELECT count(*) FROM case_items i WHERE i.org_id = c.org_id AND i.case_id = c.id`;
    return sql`SELECT c.id, c.subject_id AS "subjectId", c.status, c.outcome,
        (${LEVELS}::text[])[${levelAt(clock.now())} + 1] AS priority, c.assignee, c.due_at AS "dueAt", c.origin,
        c.created_kind AS "createdKind", c.created_by AS "createdBy", (${count}) AS items,
        (${count} AND i.kind = 'hit') AS hits, c.revision, c.created_at AS "createdAt",
        c.updated_at AS "updatedAt", c.closed_at AS "closedAt"
      FROM cases c WHERE ${isExported(filter, named)}`;
  },
};
